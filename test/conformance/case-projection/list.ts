import { describe, expect, it } from 'vitest';
import {
  NO_OPERATOR_STATE,
  type CaseProjectionReader,
  type CaseState,
} from '../../../src-main/core/ports/case-projection.ts';
import { causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import {
  aCaseState,
  aGroupState,
  allocationFailure,
  anAttempt,
  aRequestState,
  aSucceededCase,
  pauseRefusal,
  OPEN_CASES,
} from '../../doubles/case-states.ts';
import { fill, type TestedCaseProjection } from './tested-case-projection.ts';

type Query = Parameters<CaseProjectionReader['list']>[0];

const ines = { id: 'p1', name: 'Ines' };
const omer = { id: 'p2', name: 'ÖMER K' };
const enabling = { ...allocationFailure, operation: 'ENABLED', code: 'START_PROFILE_ENABLE_FAILED' };
const mine = { ...NO_OPERATOR_STATE, owner: ines, ownedAt: 9_000, touchedAt: 9_000 };

const cases: readonly CaseState[] = [
  aCaseState(1, { lastSeq: 30, run: anAttempt(1, { errorCodes: [allocationFailure.code ?? '', '8.1', 'OTA-12_x'] }) }),
  aCaseState(2, { own: mine, openedAt: 9_500 }),
  aCaseState(3, { countryCode: 'SE', own: { ...mine, owner: omer, touchedAt: 8_000 } }),
  // Released, so the owner of its group does not apply.
  aCaseState(4, {
    cause: causeKey(enabling),
    consequence: 'reachable',
    own: { ...NO_OPERATOR_STATE, ownedAt: 5_000 },
  }),
  // Has the owner of its group.
  aCaseState(5, { cause: causeKey(enabling), consequence: 'reachable', iccid: null }),
  aCaseState(6, { openedAt: null, endedAt: 7_000, ended: 'well', outcome: 'succeeded' }),
  aCaseState(7, { openedAt: null, endedAt: 8_000, ended: 'done' }),
  aSucceededCase(8),
  aSucceededCase(9, { outcome: 'in-progress' }),
  aRequestState(10),
  aRequestState(11, { outcome: 'failed', consequence: 'refused' }),
];
const groups = [
  aGroupState(allocationFailure),
  aGroupState(enabling, { standing: { ...NO_OPERATOR_STATE, owner: omer, ownedAt: 6_000, touchedAt: 6_000 } }),
  aGroupState(pauseRefusal),
];

const query = (changes: Partial<Query> = {}): Query => ({ ...OPEN_CASES, sort: 'newest', ...changes });

export function listsCases(tested: TestedCaseProjection): void {
  const listed = async (changes: Partial<Query>): Promise<number[]> => {
    await fill(tested, { cases, groups });
    const { cases: found, total } = await tested.caseProjection.reader.list(query(changes));
    expect(total).toBe(found.length);
    return found.map(({ firstSeq }) => firstSeq);
  };

  describe('the list', () => {
    it.each<[name: string, changes: Partial<Query>, seqs: number[]]>([
      ['open cases', {}, [1, 5, 4, 3, 2]],
      ['cases that ended well', { of: 'well' }, [6]],
      ['cases that ended well since a time', { of: 'well', since: 7_001 }, []],
      ['done cases', { of: 'done' }, [7]],
      ['all cases', { of: 'all' }, [1, 9, 8, 7, 6, 5, 4, 3, 2]],
      ['requests', { kind: 'request', of: 'all' }, [11, 10]],
      ['open cases of a cause', { cause: causeKey(enabling) }, [5, 4]],
      ['all cases of a cause', { cause: causeKey(allocationFailure), of: 'all' }, [1, 7, 6, 3, 2]],
    ])('[CASE-16] has %s', async (_name, changes, seqs) => {
      expect(await listed(changes)).toEqual(seqs);
    });

    it.each<[find: string, seqs: number[], changes?: Partial<Query>]>([
      ['890400', [1, 5, 4, 3, 2]],
      ['89473', [3]],
      ['eid', []],
      ['allocated se', [3]],
      ['OTA-12_X', [1]],
      ['OTA-12xx', []],
      ['code:8.1', [1]],
      ['code:8', []],
      ['country:se', [3]],
      ['country:s', []],
      ['owner:INES', [2]],
      ['owner:ömer', [5, 3]],
      ['owner:o\u0308mer', [5, 3]],
      ['owner:nobody', [1, 4]],
      ['outcome:succeeded', [8, 6], { of: 'all' }],
      ['is:open', [1, 5, 4, 3, 2], { of: 'all' }],
      ['is:recovered', [6], { of: 'all' }],
      ['is:done', [7], { of: 'all' }],
      ['is:open step:=ENABLED', [5, 4], { of: 'all' }],
      ['is:open step:=', [], { of: 'all' }],
      [`cause:=${encodeURIComponent(causeKey(allocationFailure))} country:=SE`, [3]],
      ['country:=S', []],
      ['consequence:reachable,nothing', [5, 4]],
      ['consequence:nothing', []],
      ['req-1 user:ALBRECHT target:pau', [11, 10], { kind: 'request' }],
      ['outcome:partial code:70', [10], { kind: 'request' }],
      ['user:nobody', [], { kind: 'request' }],
      ["' OR 1=1 --", []],
      ['%', []],
      ['8904-0000-0000-0000', [1, 5, 4, 3, 2]],
      ['EID: 8904 0000 0000 0000 country:se', [3]],
      ['…000000003', [3]],
      ['"ICCID 8947-3"', [3]],
      ['8904-0001', []],
      ['nothing:else', []],
    ])('[CASE-16] finds cases that match all words of %j', async (find, seqs, changes = {}) => {
      expect(await listed({ find, ...changes })).toEqual(seqs);
    });

    it.each([
      'user:öberg',
      'user:ÖBERG target:ÅTER',
      'company:süd',
      'SÜD',
      'code:ärende-7',
      'ärende',
      'user:o\u0308berg',
      'code:a\u0308rende-7 a\u0308rende',
    ])('[CASE-16] finds requests by %s, whose letters are large in the event', async (find) => {
      const stored = aRequestState(1);
      const request = stored.request && {
        ...stored.request,
        createdBy: 'J. Öberg',
        target: 'ÅTER',
        company: 'SÜD & Nord',
      };
      const run = { ...stored.run, errorCodes: ['73', 'ÄRENDE-7'] };
      await fill(tested, { cases: [{ ...stored, request, run }, aRequestState(2)], groups });
      const found = await tested.caseProjection.reader.list(query({ kind: 'request', find }));
      expect(found.cases.map(({ firstSeq }) => firstSeq)).toEqual([1]);
    });

    it('[CASE-16] counts requests by outcome, whatever outcome is asked for', async () => {
      await fill(tested, { cases, groups });
      const { reader } = tested.caseProjection;
      const outcomes = [
        { outcome: 'failed', count: 1 },
        { outcome: 'partial', count: 1 },
      ];
      const [partial, localizations] = await Promise.all([
        reader.list(query({ kind: 'request', of: 'all', find: 'outcome:partial code:70' })),
        reader.list(query()),
      ]);
      expect([partial.total, partial.outcomes, localizations.outcomes]).toEqual([1, outcomes, null]);
      const { next, outcomes: ofFirst } = await reader.list(query({ kind: 'request', of: 'all', limit: 1 }));
      const later = await reader.list(query({ kind: 'request', of: 'all', limit: 1, after: next }));
      expect([ofFirst, later.outcomes]).toEqual([outcomes, null]);
    });

    it.each<[sort: Query['sort'], of: Query['of'], seqs: number[]]>([
      ['newest', 'open', [1, 5, 4, 3, 2]],
      ['worst', 'open', [1, 3, 2, 4, 5]],
      ['worst', 'all', [1, 3, 6, 7, 2, 4, 5, 8, 9]],
      ['waiting', 'open', [5, 3, 2, 1, 4]],
    ])(
      '[CASE-16] has the same order and total in pages as in one list, sorted by %s, of %s cases',
      async (sort, of, seqs) => {
        await fill(tested, { cases, groups });
        const pages: number[][] = [];
        let after: string | null = null;
        do {
          const page = await tested.caseProjection.reader.list(query({ sort, of, after, limit: 2 }));
          expect(page.total).toBe(seqs.length);
          pages.push(page.cases.map(({ firstSeq }) => firstSeq));
          after = page.next;
        } while (after !== null);
        expect([pages.flat(), pages.length]).toEqual([seqs, Math.ceil(seqs.length / 2)]);
      },
    );

    it.each(['', 'newest:', 'newest:[1]', 'worst:[1,2,3]', '[1,2,3]'])(
      '[CASE-16] refuses a position that no page returned: %j',
      async (after) => {
        await fill(tested, { cases });
        await expect(tested.caseProjection.reader.list(query({ after }))).rejects.toThrow(
          `No page of newest ends at ${JSON.stringify(after)}.`,
        );
      },
    );
  });
}

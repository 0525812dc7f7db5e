import { NO_OPERATOR_STATE } from '../../../src-main/core/ports/case-projection.ts';
import { describe, expect, it } from 'vitest';
import { causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { MAX_GROUPS } from '../../../src-shared/domain/cases/group-order.ts';
import {
  aCaseState,
  aGroupState,
  allocationFailure,
  anAttempt,
  aRequestState,
  aSucceededCase,
  pauseRefusal,
} from '../../doubles/case-states.ts';
import { BASIS, fill, type TestedCaseProjection } from './tested-case-projection.ts';

const ines = { id: 'p1', name: 'Ines' };
const mute = { at: 1_000, open: 1, worst: 0 };
const codes = (...inner: string[]) => anAttempt(1, { errorCodes: [allocationFailure.code ?? '', ...inner] });

const muted = [
  aCaseState(1, {
    run: codes('8.1', '8.1', '9'),
    own: { ...NO_OPERATOR_STATE, owner: ines, ownedAt: 5, remindAt: 90_000 },
  }),
  aCaseState(2, {
    run: codes('8.1'),
    countryCode: 'SE',
    own: { ...NO_OPERATOR_STATE, remindAt: 80_000, mute: { ...mute, ends: { kind: 'time', at: 50_000 } } },
  }),
  aCaseState(3, {
    countryCode: null,
    consequence: 'reachable',
    openedAt: 500,
    failedSeq: 45,
    causeSeq: 44,
    failedAt: 44_000,
    outcome: 'unknown',
    own: { ...NO_OPERATOR_STATE, owner: ines, ownedAt: 5, mute: { ...mute, ends: { kind: 'next-failure' } } },
  }),
];
const ended = { openedAt: null, ended: 'well' as const };

export function readsTheBoard(tested: TestedCaseProjection): void {
  describe('the board', () => {
    it('[CASE-8] counts each group over its open cases, and the cases that ended well since a time', async () => {
      const well = [aCaseState(5, { ...ended, endedAt: 10_000 }), aCaseState(6, { ...ended, endedAt: 9_999 })];
      const done = aCaseState(7, { openedAt: null, ended: 'done', endedAt: 11_000 });
      const request = aRequestState(8);
      const groups = [
        aGroupState(allocationFailure, { open: 3 }),
        aGroupState(pauseRefusal),
        aGroupState({ ...pauseRefusal, code: '99' }, { open: 0 }),
      ];
      await fill(tested, { cases: [...muted, ...well, done, aSucceededCase(9), request], groups });
      const board = await tested.caseProjection.reader.board(60_000, 10_000);
      expect({
        ...board,
        groups: board.groups.toSorted((one, other) => (one.state.key < other.state.key ? -1 : 1)),
      }).toEqual({
        position: { cursor: 100, actions: 0 },
        endedWell: 1,
        others: [],
        groups: [
          {
            state: groups[0],
            consequence: 'unusable',
            outcome: 'unknown',
            firstAt: 500,
            failedResources: 0,
            resources: 0,
            countries: [
              { country: 'NO', count: 1 },
              { country: 'SE', count: 1 },
              { country: null, count: 1 },
            ],
            parts: [
              { consequence: 'unusable', owner: ines, count: 1, openedAt: 1_000 },
              { consequence: 'unusable', owner: null, count: 1, openedAt: 2_000 },
              { consequence: 'reachable', owner: ines, count: 1, openedAt: 500 },
            ],
            codes: [
              { code: '8.1', count: 2, failedSeq: 2 },
              { code: '9', count: 1, failedSeq: 1 },
            ],
            casesWithCodes: 2,
            iccidPrefix: '8947',
            failedAt: 44_000,
            failedSeq: 44,
            remindAt: 80_000,
            muted: 1,
            only: null,
          },
          {
            state: groups[1],
            consequence: 'partial',
            outcome: 'partial',
            firstAt: 8_000,
            failedResources: 3,
            resources: 10,
            countries: [{ country: null, count: 1 }],
            parts: [{ consequence: 'partial', owner: null, count: 1, openedAt: 8_000 }],
            codes: [{ code: '70', count: 1, failedSeq: 8 }],
            casesWithCodes: 1,
            iccidPrefix: '',
            failedAt: 8_000,
            failedSeq: 8,
            remindAt: null,
            muted: 0,
            only: request,
          },
        ],
      });
    });

    it('[CASE-7] applies the owner and mute of a group to cases without their own, and has the soonest reminder', async () => {
      const omer = { id: 'p2', name: 'Ömer' };
      const mine = { owner: omer, ownedAt: 9, mute: { ...mute, ends: { kind: 'next-failure' as const } } };
      const cases = [
        aCaseState(1),
        aCaseState(2, { own: { ...NO_OPERATOR_STATE, ownedAt: 10 } }),
        aCaseState(3, {
          own: { ...NO_OPERATOR_STATE, remindAt: 70_000, mute: { ...mute, ends: { kind: 'time', at: 50_000 } } },
        }),
        aCaseState(4, { openedAt: 700, own: { ...NO_OPERATOR_STATE, remindAt: 90_000 } }),
      ];
      const group = aGroupState(allocationFailure, { open: 4, standing: { ...NO_OPERATOR_STATE, ...mine } });
      await fill(tested, { cases, groups: [group] });
      const { groups } = await tested.caseProjection.reader.board(60_000, 0);
      expect(groups.map(({ parts, muted: count, remindAt }) => ({ parts, muted: count, remindAt }))).toEqual([
        {
          parts: [
            { consequence: 'unusable', owner: omer, count: 3, openedAt: 700 },
            { consequence: 'unusable', owner: null, count: 1, openedAt: 2_000 },
          ],
          muted: 3,
          remindAt: 70_000,
        },
      ]);
    });

    it('returns a code unchanged, whatever characters it contains', async () => {
      const odd = ['8.1\n9', '\u001Bn', '\u001B', 'a\rb', '\n'];
      await fill(tested, {
        cases: [aCaseState(1, { run: codes(...odd) })],
        groups: [aGroupState(allocationFailure, { open: 1 })],
      });
      const { groups } = await tested.caseProjection.reader.board(60_000, 0);
      expect(groups.map((group) => group.codes.map(({ code }) => code).toSorted())).toEqual([odd.toSorted()]);
      const storedCases = await tested.caseProjection.reader.cases([aCaseState(1).key]);
      expect(storedCases.map(({ run }) => run.errorCodes)).toEqual([[allocationFailure.code, ...odd]]);
    });

    it('[STORE-15] fails before the projection was started, because an empty board would show that all is well', async () => {
      await expect(tested.caseProjection.reader.board(1, 0)).rejects.toMatchObject({ code: 'STORE_LOST' });
      await tested.caseProjection.writer.position(BASIS);
      expect(await tested.caseProjection.reader.board(1, 0)).toEqual({
        position: { cursor: 0, actions: 0 },
        groups: [],
        endedWell: 0,
        others: [],
      });
    });

    it('[CASE-16] lists of very many groups those that the board shows, and sums up the others', async () => {
      const causes = Array.from({ length: MAX_GROUPS + 50 }, (_, index) => ({
        ...(index % 2 === 0 ? allocationFailure : pauseRefusal),
        code: `C-${index}`,
      }));
      const cases = causes.map((cause, index) => {
        const of = { cause: causeKey(cause), openedAt: 1_000_000 - index };
        return index % 2 === 0 ? aCaseState(index + 1, of) : aRequestState(index + 1, of);
      });
      await fill(tested, { cases, groups: causes.map((cause) => aGroupState(cause)) });
      const { groups, others } = await tested.caseProjection.reader.board(60_000, 10_000);
      const oldestShown = Math.min(...groups.map(({ firstAt }) => firstAt));
      const newestRequest = Math.max(
        ...groups.filter(({ state }) => state.cause.kind === 'request').map(({ firstAt }) => firstAt),
      );
      expect({ groups: groups.length, oldestShown, newestRequest, others }).toEqual({
        groups: MAX_GROUPS,
        oldestShown: 1_000_000 - 249,
        // All 125 localizations are worse than a request, so 75 of 125 requests are shown: the oldest ones.
        newestRequest: 1_000_000 - 101,
        others: [
          {
            kind: 'request',
            groups: 50,
            open: 50,
            failedResources: 150,
            resources: 500,
            muted: 0,
            parts: [{ consequence: 'partial', owner: null, count: 50, openedAt: 1_000_000 - 99 }],
          },
        ],
      });
    });

    it('[CASE-8] has the seq of the newest failure that names a cause, and the time of the newest failure', async () => {
      const [one, other] = [aCaseState(1, { failedAt: 50_000, failedSeq: 50 }), aCaseState(2)];
      await fill(tested, { cases: [one, other], groups: [aGroupState(allocationFailure)] });
      const { groups } = await tested.caseProjection.reader.board(60_000, 0);
      expect(groups.map(({ failedSeq, failedAt }) => ({ failedSeq, failedAt }))).toEqual([
        { failedSeq: 2, failedAt: 50_000 },
      ]);
    });

    it('[CASE-8] has sparks that count every failed attempt once, in the step in which it failed', async () => {
      const again = aCaseState(3, { failedAt: 30_000 });
      const attempts = [
        { key: again.key, attempt: anAttempt(10, { to: 10_000 }), cause: causeKey(allocationFailure) },
        { key: again.key, attempt: anAttempt(11, { number: 2, to: 11_000 }), cause: null },
        { key: again.key, attempt: anAttempt(9, { number: 3, to: 9_999 }), cause: causeKey(allocationFailure) },
      ];
      const retried = aCaseState(4, { outcome: 'in-progress', failedAt: 12_000 });
      const other = {
        key: retried.key,
        attempt: anAttempt(10),
        cause: causeKey({ ...allocationFailure, code: 'OTHER' }),
      };
      const unknown = aCaseState(5, { outcome: 'unknown', failedAt: 29_999 });
      const cases = [again, retried, unknown, aCaseState(40, { failedAt: 40_000 }), aRequestState(12)];
      await fill(tested, { cases, attempts: [...attempts, other] });
      const keys = [causeKey(allocationFailure), causeKey(pauseRefusal), causeKey({ ...pauseRefusal, code: '1' })];
      expect(await tested.caseProjection.reader.sparks({ keys, from: 10_000, stepMs: 10_000, steps: 3 })).toEqual([
        { key: keys[0], counts: [1, 1, 1] },
        { key: keys[1], counts: [1, 0, 0] },
        { key: keys[2], counts: [0, 0, 0] },
      ]);
    });
  });
}

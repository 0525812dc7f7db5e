import { describe, expect, it } from 'vitest';
import { causeKey } from '../../../src-shared/domain/cases/case-keys.ts';
import {
  aCaseState,
  allocationFailure,
  aProjectionCommit,
  aRequestState,
  aStay,
  aSucceededCase,
} from '../../doubles/case-states.ts';
import { fill, type TestedCaseProjection } from './tested-case-projection.ts';

export function readsStays(tested: TestedCaseProjection): void {
  describe('stays', () => {
    const seqsIn = async (from: number, to: number): Promise<number[]> => {
      const seqs: number[] = [];
      let after: string | null = null;
      do {
        const page = await tested.caseProjection.reader.stays({ from, to, after });
        seqs.push(...page.stays.map(({ stay }) => stay.fromSeq));
        after = page.next;
      } while (after !== null);
      return seqs;
    };

    it('[CASE-16] are returned if they touch the span, ended or not', async () => {
      const stays = [
        aStay(1, { to: 4_000, ended: 'well' }),
        aStay(2, { to: 3_000, ended: 'done' }),
        aStay(5, { to: 6_000, ended: 'moved' }),
      ].map((stay) => ({ key: aCaseState(1).key, stay }));
      const again = aCaseState(1, { stay: aStay(6, { began: 'moved' }) });
      const closed = aCaseState(7, { openedAt: null, stay: aStay(7, { to: 8_000, ended: 'well' }) });
      await fill(tested, { cases: [again, closed, aCaseState(9)], stays });
      expect([
        await seqsIn(0, 99_000),
        await seqsIn(3_001, 5_500),
        await seqsIn(4_000, 4_000),
        await seqsIn(6_001, 8_999),
        await tested.caseProjection.reader.stays({ from: 5_500, to: 5_600, after: null }).then((page) => page.stays),
      ]).toEqual([[6, 9, 2, 1, 5], [1, 5], [1], [6], [{ key: again.key, stay: stays[2]?.stay }]]);
    });

    it('[ALARM-35] are thinned: one of each group and consequence, of open cases that nothing happened to since', async () => {
      const apart = { ownedAt: 2_000, owner: null, touchedAt: 2_000, mute: null };
      const cases = [
        aCaseState(7, { openedAt: 1_900, failedAt: 1_900 }),
        aCaseState(2),
        aCaseState(1, { openedAt: 1_000, failedAt: 9_000 }),
        aCaseState(3, { consequence: 'reachable' }),
        aCaseState(4, { failedAt: 4_001 }),
        aCaseState(8),
        aCaseState(5, { own: { ...aCaseState(5).own, ...apart } }),
        aCaseState(6, { cause: causeKey({ ...allocationFailure, code: 'OTHER' }) }),
      ];
      await fill(tested, { cases });
      const { reader } = tested.caseProjection;
      const page = await reader.stays({ from: 8_000, to: 9_000, after: null, isThinned: true });
      expect(page.stays.map(({ key }) => key)).toEqual([1, 3, 4, 5, 6, 7, 8].map((seq) => aCaseState(seq).key));
    });

    it('[CASE-12] a stay that is resumed is no longer stored as ended, unless it ends again', async () => {
      const ended = (seq: number) => ({
        key: aCaseState(seq).key,
        stay: aStay(seq, { to: 4_000, ended: 'done' as const }),
      });
      const cases = [aCaseState(1), aCaseState(2), aCaseState(3)];
      await fill(tested, { cases, stays: [ended(1), ended(2), ended(3)] });
      const { writer, reader } = tested.caseProjection;
      const resumedStays = [1, 2].map((seq) => ({ key: aCaseState(seq).key, fromSeq: seq }));
      const from = await reader.position();
      await writer.commit(aProjectionCommit(from.cursor + 1, { from, resumedStays, stays: [ended(2)] }));
      const page = await reader.stays({ from: 0, to: 9_000, after: null });
      expect(page.stays.flatMap(({ stay }) => (stay.ended === null ? [] : [stay.fromSeq]))).toEqual([2, 3]);
    });

    it('[CASE-16] are complete over any number of pages', async () => {
      const cases = Array.from({ length: 1_203 }, (_, index) => aCaseState(index + 1, { openedAt: 5_000 }));
      const stays = cases.map(({ key, firstSeq }) => ({
        key,
        stay: aStay(firstSeq, { from: 10, fromSeq: firstSeq + 2_000, to: 20, ended: 'well' as const }),
      }));
      await fill(tested, { cases, stays });
      const seqs = await seqsIn(0, 9_999_999);
      expect([seqs.length, new Set(seqs).size]).toEqual([2_406, 2_406]);
    });

    it('[CASE-16] are all returned, although some of them end between two pages', async () => {
      const cases = Array.from({ length: 1_203 }, (_, index) => aCaseState(index + 1, { openedAt: 5_000 }));
      await fill(tested, { cases });
      const { reader, writer } = tested.caseProjection;
      const seqs = new Set<number>();
      let [after, commits]: [string | null, number] = [null, 0];
      do {
        const page: Awaited<ReturnType<typeof reader.stays>> = await reader.stays({ from: 0, to: 9_999_999, after });
        for (const { stay } of page.stays) seqs.add(stay.fromSeq);
        after = page.next;
        const seq = 100 + commits;
        const ending = [cases[commits], cases[1_202 - commits]].flatMap((state) => state ?? []);
        const stays = ending.map(({ key, firstSeq }) => ({
          key,
          stay: aStay(firstSeq, { to: 6_000, ended: 'well' as const }),
        }));
        const closed = ending.map((state, index) => ({ ...state, openedAt: null, stay: stays[index]?.stay ?? null }));
        const at = (cursor: number) => ({ cursor, actions: 0 });
        await writer.commit(aProjectionCommit(seq + 1, { from: at(seq), to: at(seq + 1), cases: closed, stays }));
        commits += 1;
      } while (after !== null);
      expect(seqs.size).toBe(1_203);
    });

    it('[REPORT-1] requests are counted by outcome in the span of their last report, even if the clock was set', async () => {
      const cases = [
        aRequestState(1, { lastAt: 9_000 }),
        aRequestState(2, { lastAt: 2_000, outcome: 'succeeded', openedAt: null }),
        aRequestState(3, { lastAt: 5_000, outcome: 'succeeded', openedAt: null }),
        aRequestState(4, { lastAt: 1_999 }),
        aRequestState(5, { lastAt: 3_000 }),
        aCaseState(6, { lastAt: 3_000 }),
        aSucceededCase(7, { lastAt: 3_000 }),
      ];
      await fill(tested, { cases });
      const outcomes = await tested.caseProjection.reader.requestOutcomes({ from: 2_000, to: 9_000 });
      expect(new Map(outcomes.map(({ outcome, count }) => [outcome, count]))).toEqual(
        new Map([
          ['partial', 1],
          ['succeeded', 2],
        ]),
      );
    });
  });
}

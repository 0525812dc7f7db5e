import { expect, test } from 'vitest';
import { allActions } from '../../../../src-main/core/cases/all-actions.ts';
import { coverageOf, ActionLinesBuilder, MAX_ACTION_LINES } from '../../../../src-main/core/reports/shift-report.ts';
import type { Action, StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { Gap, Session } from '../../../../src-shared/domain/coverage/coverage.ts';
import { caseId } from '../../../../src-shared/words/report-words.ts';
import { performAction, JONAS, OLIVIA } from '../../../doubles/cases-over-store.ts';
import { ALLOCATION, eidCase, reportsOverStore } from '../../../doubles/reports-over-store.ts';

test('[REPORT-2] names the owner of a group in the hand-over while any of its cases is open, whenever it was taken', async () => {
  const { receiveLocalizations, cases, later, report } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(2);
  await performAction(cases, { kind: 'take' }, [ALLOCATION]);
  await later(3);
  await receiveLocalizations({ eid: 'b' });
  await cases.waitUntilCaughtUp();
  await later(3);
  await performAction(cases, { kind: 'done' }, [eidCase('a')], JONAS);
  await cases.waitUntilCaughtUp();
  await later(12);
  expect((await report(10, 20)).handOver.map(({ open, owner }) => [open, owner])).toEqual([[1, OLIVIA]]);
});

test('[REPORT-2] does not hand over a group as muted if its mute until the next failure has ended', async () => {
  const { receiveLocalizations, cases, later, report } = await reportsOverStore();
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(2);
  await performAction(cases, { kind: 'mute', ends: { kind: 'next-failure' } }, [ALLOCATION]);
  await later(3);
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(5);
  // The mute was made before the second span.
  const [before, after] = [await report(0, 4), await report(3, 10)];
  expect([before, after].map(({ handOver }) => handOver.map(({ isMuted }) => isMuted))).toEqual([[true], [false]]);
});

test('[REPORT-1] counts requests whose last event is in the span, whatever came before and after', async () => {
  const { receiveRequest, cases, later, report } = await reportsOverStore();
  await receiveRequest('before', 2, 1);
  await later(10);
  await receiveRequest('failed', 2, 2);
  await receiveRequest('partial', 2, 1);
  await receiveRequest('partial too', 2, 1);
  await later(10);
  await receiveRequest('after', 2, 0);
  await later(1);
  await cases.waitUntilCaughtUp();
  const reported = await report(5, 15);
  expect(new Map(reported.requestOutcomes.map(({ outcome, count }) => [outcome, count]))).toEqual(
    new Map([
      ['failed', 1],
      ['partial', 2],
    ]),
  );
});

test('reads all pages of the stays', async () => {
  let stays = 0;
  const { receiveLocalizations, cases, report, later } = await reportsOverStore({
    projection: {
      stays: async (query) => {
        stays += 1;
        return query.after === null ? { stays: [], next: 'more' } : cases.projection.stays({ ...query, after: null });
      },
    },
  });
  await receiveLocalizations({ eid: 'a' });
  await cases.waitUntilCaughtUp();
  await later(1);
  const reported = await report(0, 1);
  expect([stays, reported.localizations.map(({ open }) => open)]).toEqual([2, [1]]);
});

test('[REPORT-1] contains a case once if it ends while the stays are read', async () => {
  const { receiveLocalizations, cases, report, later } = await reportsOverStore({
    projection: {
      stays: async (query) => {
        const { stays } = await cases.projection.stays({ ...query, after: null });
        if (query.after !== null) return { stays, next: null };
        await performAction(cases, { kind: 'done' }, [eidCase('a')]);
        await cases.waitUntilCaughtUp();
        return { stays, next: 'more' };
      },
    },
  });
  await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
  await cases.waitUntilCaughtUp();
  await later(1);
  const reported = await report(0, 1);
  expect(reported.localizations.map(({ opened, open }) => [opened, open])).toEqual([[2, 2]]);
});

test('lists the worst open requests first, then the oldest, and counts those that exceed the limit', async () => {
  const { receiveRequest, cases, report, later } = await reportsOverStore();
  for (let number = 0; number < 50; number += 1) await receiveRequest(`r-${number}`, 20, 1);
  await later(1);
  await receiveRequest('small', 8, 3);
  await receiveRequest('large', 20, 11);
  await cases.waitUntilCaughtUp();
  await later(1);
  const { openRequests, moreOpenRequests } = await report(0, 2);
  const [worst, next, oldest] = openRequests.map(({ key }) => caseId(key));
  expect([worst, next, oldest, openRequests.length, moreOpenRequests]).toEqual(['large', 'small', 'r-0', 50, 2]);
});

function anEntry(
  number: number,
  at: number,
  what: Action = { kind: 'note' },
  more: Partial<StoredActionEntry> = {},
): StoredActionEntry {
  return {
    id: `action-${number}`,
    number,
    afterSeq: 1,
    at,
    author: OLIVIA,
    subjects: [eidCase('a')],
    what,
    text: '',
    ...more,
  };
}

test('reads all pages of the actions', async () => {
  const stored = Array.from({ length: 7 }, (_, index) => anEntry(index + 1, index));
  const scanner = { actions: async (after: number) => stored.filter(({ number }) => number > after).slice(0, 3) };
  const read: number[] = [];
  for await (const { number } of allActions(scanner, undefined)) read.push(number);
  expect(read).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('[REPORT-2] lists the actions in the span, one line per action, without dismissed reminders', () => {
  const lines = new ActionLinesBuilder({ from: 10, to: 20 });
  const take: Action = { kind: 'take' };
  for (const entry of [
    anEntry(1, 9),
    anEntry(2, 10, take),
    anEntry(3, 11, { kind: 'reminded' }),
    // The same action by the same operator, stored as two entries.
    anEntry(4, 12, take, { subjects: [eidCase('a'), eidCase('b')] }),
    anEntry(5, 12, take, { subjects: [eidCase('c')] }),
    anEntry(6, 12, take, { subjects: [eidCase('c')], author: JONAS }),
    anEntry(7, 19),
    anEntry(8, 20),
  ])
    lines.add(entry);
  const reported = lines.lines(new Map(), new Map()).map(({ at, author, cases }) => [at, author.id, cases]);
  expect(reported).toEqual([
    [10, OLIVIA.id, 1],
    [12, OLIVIA.id, 3],
    [12, JONAS.id, 1],
    [19, OLIVIA.id, 1],
  ]);
  expect(lines.more).toBe(0);
});

test('lists the newest actions up to the limit and counts the others', () => {
  const lines = new ActionLinesBuilder({ from: 0, to: 10_000 });
  for (let at = 1; at <= MAX_ACTION_LINES + 3; at += 1) lines.add(anEntry(at, at));
  const reported = lines.lines(new Map(), new Map());
  expect([reported.length, reported[0]?.at, lines.more]).toEqual([MAX_ACTION_LINES, 4, 3]);
});

test('reports unobserved time separately, and a planned reconnect not as a gap', () => {
  const gap = (from: number, to: number, reason: Gap['reason']): Gap => ({
    id: from,
    from,
    to,
    lengthMs: to - from,
    reason,
    detail: null,
    afterSeq: 1,
  });
  const session = (id: number, from: number, to: number): Session => ({
    id,
    from,
    lastEventAt: to,
    to,
    lengthMs: to - from,
    reason: 'connection-lost',
    detail: null,
    events: 1,
  });
  const gaps = [gap(100_000, 101_000, 'session-expired'), gap(200_000, 260_000, 'connection-lost')];
  const sessions = [session(1, 0, 100_000), session(2, 101_000, 200_000), session(3, 260_000, 300_000)];
  const reported = coverageOf({ sessions, gaps }, { from: 0, to: 400_000 }, 500_000, null);
  expect({
    unknownMs: reported.unknownMs,
    reconnects: reported.reconnects,
    gaps: reported.gaps.map(({ lengthMs }) => lengthMs),
  }).toEqual({
    unknownMs: 100_000,
    reconnects: 1,
    gaps: [60_000],
  });
});

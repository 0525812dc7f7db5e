/** Figures and kept days over real databases. */
import { describe, expect, test } from 'vitest';
import { createQuality } from '../../../../src-main/core/quality/create-quality.ts';
import { KeptDays, readDays } from '../../../../src-main/core/quality/kept-days.ts';
import { causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { dayOf, parseCombination } from '../../../../src-shared/domain/quality/day-tally.ts';
import type { QualityField } from '../../../../src-shared/domain/quality/quality-schemas.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';
import {
  casesOverStore,
  localizationText,
  type LocalizationTextFields,
  OLIVIA,
  performAction,
} from '../../../doubles/cases-over-store.ts';
import { batchOf } from '../../../doubles/received-events.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

const MINUTE = 60_000;
const CAUSE = causeKey(allocationFailure);
const SUCCESS = { operation: 'LOCALIZED', state: 'COMPLETED' } as const;
const NOTHING = { tallies: async () => [] };

async function watched() {
  const followed = await casesOverStore();
  const { clock, store } = followed;
  const { cases } = followed.run();
  const quality = createQuality({
    cases,
    projection: cases.projection,
    scanner: store.scanner,
    clock,
    profile: { keepDays: { failures: 90, successes: 90, heartbeats: 1, searches: 1 }, attemptSilenceMinutes: 30 },
    liveUntil: () => clock.now(),
  });
  const figures = async (fromDays: number, by: QualityField[] = []) => {
    const span = { from: clock.now() - fromDays * DAY_MS, to: clock.now() };
    const { lines, ...others } = await quality.figures({ ...span, kind: 'localization', by: [by] });
    return { ...others, lines: lines[0] };
  };
  return { ...followed, cases, quality, figures, start: dayOf(clock.now()) };
}

describe('[REPORT-6] the figures of a watch', () => {
  test('count by country, with the watched time and without a rate for few attempts', async () => {
    const { clock, receiveLocalizations, figures } = await watched();
    await receiveLocalizations(
      ...Array.from({ length: 20 }, (_, index) => ({ ...SUCCESS, eid: `se-${index}`, country: 'SE' })),
    );
    await receiveLocalizations({ eid: 'no-1', country: 'NO' }, { eid: 'no-2', country: 'NO', ...SUCCESS });
    await clock.advance(60 * MINUTE);
    const found = await figures(0, ['country']);
    expect(found).toMatchObject({
      total: { rate: { kind: 'rate', hits: 21, of: 22 } },
      lines: [
        { values: ['SE'], rate: { kind: 'rate', rate: 1, hits: 20 } },
        { values: ['NO'], rate: { kind: 'too-few', hits: 1, of: 2 } },
      ],
      unknownDays: [],
      keptDays: 0,
      isBehind: false,
    });
    const { watchedMs, reconnectMs, notWatched, unknownMs } = found.watched;
    const lost = notWatched.reduce((sum, { ms }) => sum + ms, 0);
    expect(watchedMs + reconnectMs + lost + unknownMs).toBe(found.to - found.from);
  });

  test('call an attempt weakened if a gap lay between its steps, and no other', async () => {
    const { clock, store, stored, figures } = await watched();
    const append = async (...texts: readonly LocalizationTextFields[]) => {
      const events = texts.map((text, index) => ({
        receivedAt: clock.now(),
        kind: 'LOCALIZATION',
        id: `${clock.now()}-${index}`,
        data: localizationText(text),
      }));
      const { sessionId } = await store.writer.append(batchOf('opens', events));
      stored.notify();
      return sessionId;
    };
    const step = { operation: 'DOWNLOADED', state: 'COMPLETED' };
    const session = await append({ eid: 'a', ...step }, { eid: 'b', ...step });
    await store.writer.endSession(session, { reason: 'slept', detail: null });
    await clock.advance(5 * MINUTE);
    await append({ eid: 'a', ...SUCCESS });
    await clock.advance(60 * MINUTE);
    expect(await figures(0)).toMatchObject({
      total: { endings: { succeeded: 1, open: 1 }, weakened: 1 },
      watched: { notWatched: [{ reason: 'slept', fault: 'own', ms: 5 * MINUTE }] },
    });
  });

  test('by day have each day of the span, with the share of it that was not watched', async () => {
    const { clock, receiveLocalizations, figures, start } = await watched();
    await receiveLocalizations({ eid: 'a', ...SUCCESS });
    await clock.advance(1.5 * DAY_MS);
    const found = await figures(2, ['day']);
    expect(found.days.map(({ from }) => dayOf(from) - start)).toEqual([-1, 0, 1]);
    expect(found.days[0]?.notWatched).toBe(1);
    const lost = found.days.reduce(
      (sum, { from, notWatched }) => sum + notWatched * (Math.min(from + DAY_MS, found.to) - from),
      0,
    );
    expect(lost / (found.to - found.from)).toBeCloseTo(found.notWatched, 9);
    expect((await figures(2)).days).toEqual([]);
  });

  test('refuse a span that is empty, in the future or longer than 401 days', async () => {
    const { quality, clock } = await watched();
    const now = clock.now();
    for (const [from, to] of [
      [now, now - DAY_MS * 3],
      [now + 2 * DAY_MS, now + 3 * DAY_MS],
      [now - 500 * DAY_MS, now],
      [NaN, now],
    ] as const)
      await expect(quality.figures({ from, to, kind: 'localization', by: [] })).rejects.toMatchObject({
        code: 'BAD_SPAN',
      });
  });
});

describe('[REPORT-6] the counts of a day', () => {
  const limits = (now: number, days: number) => ({
    failures: now - days * DAY_MS,
    successes: now - days * DAY_MS,
    heartbeats: 0,
  });

  test('are kept before its events are removed, and outlive the cases', async () => {
    const { clock, store, cases, receiveLocalizations, start } = await watched();
    const kept = new KeptDays({ writer: store.writer, projection: cases.projection, isComplete: async () => true });
    // Events of the days before may have been removed already.
    expect(await kept.keep(limits(clock.now() - DAY_MS, 0))).toBe(true);
    await receiveLocalizations({ eid: 'a', country: 'NO' }, { eid: 'b', country: 'SE', ...SUCCESS });
    await clock.advance(2 * DAY_MS);
    await receiveLocalizations({ eid: 'c', country: 'NO' });
    await cases.waitUntilCaughtUp();
    const span = { from: start - 1, to: start + 2 };
    const before = await readDays(store.scanner, cases.projection, span, start, ['each']);
    expect(await kept.keep(limits(clock.now(), 1))).toBe(true);
    const named = ({ tallies }: typeof before) =>
      tallies.each.map(({ day, combination }) => `${day - start} ${parseCombination(combination).country}`).toSorted();
    expect(named(before)).toEqual(['0 NO', '0 SE', '2 NO']);
    const after = await readDays(store.scanner, cases.projection, span, start, ['each']);
    expect(named(after)).toEqual(named(before));
    // A projection that was rebuilt from what retention left has none of them.
    expect(named(await readDays(store.scanner, NOTHING, span, start, ['each']))).toEqual(['0 NO', '0 SE']);
    expect([before.unknownDays, after.unknownDays]).toEqual([[start - 1], [start - 1]]);
    expect([before.keptDays, after.keptDays]).toEqual([0, 2]);
  });

  test('are not replaced by those of a projection that was rebuilt from fewer events', async () => {
    const { clock, store, cases, receiveLocalizations, start } = await watched();
    const parts = { writer: store.writer, isComplete: async () => true };
    await new KeptDays({ ...parts, projection: cases.projection }).keep(limits(clock.now() - DAY_MS, 0));
    await receiveLocalizations({ eid: 'a' });
    await cases.waitUntilCaughtUp();
    await clock.advance(3 * DAY_MS);
    await new KeptDays({ ...parts, projection: cases.projection }).keep(limits(clock.now(), 2));
    await new KeptDays({ ...parts, projection: NOTHING }).keep(limits(clock.now(), 2));
    await new KeptDays({ ...parts, projection: NOTHING }).keep(limits(clock.now(), 1));
    const { tallies, unknownDays } = await readDays(store.scanner, NOTHING, { from: start, to: start + 2 }, start, [
      'each',
    ]);
    expect([tallies.each.map(({ day }) => day - start), unknownDays]).toEqual([[0], []]);
  });

  test('wait for the projection, but not for longer than an hour; then the days are unknown', async () => {
    const { clock, store, start } = await watched();
    const kept = new KeptDays({ writer: store.writer, projection: NOTHING, isComplete: async () => false });
    await new KeptDays({ writer: store.writer, projection: NOTHING, isComplete: async () => true }).keep(
      limits(clock.now() - DAY_MS, 0),
    );
    const answers: boolean[] = [];
    for (let round = 0; round < 61; round += 1) answers.push(await kept.keep(limits(clock.now() + 2 * DAY_MS, 0)));
    expect(answers.indexOf(true)).toBe(59);
    const { unknownDays } = await readDays(store.scanner, NOTHING, { from: start, to: start + 2 }, start, ['each']);
    expect(unknownDays).toEqual([start, start + 1, start + 2]);
  });
});

describe('the past of a cause', () => {
  test('says how often it was open, how it ended, what retries brought, and what operators wrote', async () => {
    const { clock, cases, quality, receiveLocalizations } = await watched();
    const began = clock.now();
    await receiveLocalizations({ eid: 'a' });
    await clock.advance(6 * MINUTE);
    await receiveLocalizations({ eid: 'a', ...SUCCESS });
    await clock.advance(60 * MINUTE);
    await receiveLocalizations({ eid: 'b' });
    await cases.waitUntilCaughtUp();
    await cases.act({ author: OLIVIA, subjects: [CAUSE], what: { kind: 'note' }, text: 'Called the provider' });
    await performAction(cases, { kind: 'take' }, [CAUSE]);
    expect(await quality.past(CAUSE)).toEqual({
      times: 1,
      isMore: false,
      last: { from: began, to: began + 6 * MINUTE, cases: 1, ended: 'well' },
      recovery: { halfMs: 6 * MINUTE, mostMs: 6 * MINUTE, of: 1 },
      retries: [
        { fromMs: 0, toMs: MINUTE, rate: { kind: 'too-few', hits: 0, of: 0 } },
        { fromMs: MINUTE, toMs: 5 * MINUTE, rate: { kind: 'too-few', hits: 0, of: 0 } },
        { fromMs: 5 * MINUTE, toMs: 30 * MINUTE, rate: { kind: 'too-few', hits: 1, of: 1 } },
        { fromMs: 30 * MINUTE, toMs: null, rate: { kind: 'too-few', hits: 0, of: 0 } },
      ],
      notes: [{ at: clock.now(), author: OLIVIA, text: 'Called the provider' }],
    });
  });
});

import { describe, expect, it, test } from 'vitest';
import { gapSpan, sessionSpan, type Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { type Coverage, gapReasonSchema } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { combinationKey, type DayTally, dayOf } from '../../../../src-shared/domain/quality/day-tally.ts';
import { basisPoints, divideTime, type DividedTime } from '../../../../src-shared/domain/quality/divided-time.ts';
import { badSpans, countHours } from '../../../../src-shared/domain/quality/hour-counts.ts';
import { serviceSpan } from '../../../../src-shared/domain/service-span.ts';
import { HOUR_MS } from '../../../../src-shared/lib/durations.ts';
import { zoneOrUtc } from '../../../../src-shared/lib/zone.ts';
import { pointsText } from '../../../../src-shared/words/quality/service-report-blocks.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

const DAY_MS = 24 * HOUR_MS;
/** Clock changes of an hour, of half an hour, at midnight, of a day, and offsets that are no whole hours. */
const ZONES: readonly (readonly [string, number])[] = [
  ['UTC', Date.UTC(2026, 9, 20)],
  ['Europe/Oslo', Date.UTC(2026, 9, 20)],
  ['America/New_York', Date.UTC(2026, 2, 1)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 1)],
  ['America/Sao_Paulo', Date.UTC(2018, 10, 1)],
  ['Pacific/Apia', Date.UTC(2011, 11, 25)],
  ['Asia/Kolkata', Date.UTC(2026, 0, 1)],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1)],
];
const REASONS = gapReasonSchema.options;

/** Sessions and gaps in a row, some of which overlap or leave time out, because a clock was set. */
function randomCoverage(random: (below: number) => number, { from, to }: Span): Coverage {
  const sessions: Coverage['sessions'][number][] = [];
  const gaps: Coverage['gaps'][number][] = [];
  let at = from - random(DAY_MS);
  for (let id = 1; at < to + DAY_MS && id < 60; id += 1) {
    const lengthMs = random(8 * HOUR_MS) + random(1_000) / 1_000;
    const end = at + lengthMs;
    const isLast = random(20) === 0;
    if (random(2) === 0)
      sessions.push({
        id,
        from: at,
        to: isLast ? null : end,
        lastEventAt: end,
        lengthMs,
        reason: null,
        detail: null,
        events: 1,
      });
    else {
      const reason = REASONS[random(REASONS.length)] ?? 'slept';
      const isShort = random(3) === 0;
      const ended = isShort ? at + random(10_000) : end;
      gaps.push({
        id,
        from: at,
        to: isLast ? null : ended,
        lengthMs: isLast ? null : ended - at,
        reason,
        detail: null,
        afterSeq: id,
      });
    }
    at = end + (random(4) === 0 ? random(4 * HOUR_MS) - 2 * HOUR_MS : 0);
  }
  return { sessions, gaps };
}

function randomTallies(random: (below: number) => number, { from, to }: Span): DayTally[] {
  const cause = { kind: 'localization', operation: 'ALLOCATED', type: null, code: null } as const;
  const tallies: DayTally[] = [];
  for (let day = dayOf(from); day <= dayOf(to); day += 1)
    for (const of of ['succeeded', 'failed'] as const) {
      const slots = Object.fromEntries(
        Array.from({ length: 24 }, (_, hour) => [hour, random(of === 'failed' ? 6 : 30)]),
      );
      const combination = combinationKey({ of, country: 'NO', customer: null, cause });
      tallies.push({ day, combination, counts: { slots, weakened: 0, completed: 0, failed: 0 } });
    }
  return tallies;
}

/** Decides each stretch between two edges on its own. */
function oracle(coverage: Coverage, { span, bad, uncounted }: Parameters<typeof divideTime>[1], now: number) {
  const rounded = ({ from, to }: Span) => ({ from: Math.round(from), to: Math.round(to) });
  const lives = coverage.sessions.map((session) => rounded(sessionSpan(session, null)));
  const gaps = coverage.gaps.map((gap) => ({ ...rounded(gapSpan(gap, now)), isShort: isReconnect(gap, now) }));
  const inside = (at: number) => at > span.from && at < span.to;
  const edges = [...lives, ...gaps, ...bad, ...uncounted].flatMap(({ from, to }) => [from, to]).filter(inside);
  const sorted = [span.from, ...edges.toSorted((one, other) => one - other), span.to];
  const sums = { goodMs: 0, badMs: 0, notWatchedMs: 0 };
  for (const [index, from] of sorted.slice(0, -1).entries()) {
    const to = sorted[index + 1] ?? from;
    const covers = (one: Span) => one.from <= from && one.to >= to;
    const isGap = gaps.some((gap) => !gap.isShort && covers(gap));
    const isWatched = !isGap && (lives.some(covers) || gaps.some(covers)) && !uncounted.some(covers);
    sums[isWatched ? (bad.some(covers) ? 'badMs' : 'goodMs') : 'notWatchedMs'] += to - from;
  }
  return sums;
}

const partsOf = ({ goodMs, badMs, notWatchedMs }: DividedTime) => ({ goodMs, badMs, notWatchedMs });

test('[REPORT-6] good, bad and not watched add up to exactly 100 % in 1 000 random spans, zones and clock changes', () => {
  let missed = 0;
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = randomNumbers(seed);
    const [name, around] = ZONES[random(ZONES.length)] ?? ['UTC', 0];
    const days = random(6) + 1;
    const day = (after: number) => new Date(around + after * DAY_MS).toISOString().slice(0, 10);
    const first = random(10);
    const now = around + 40 * DAY_MS;
    const span = serviceSpan({ first: day(first), last: day(first + days - 1) }, zoneOrUtc(name), now);
    // A day that the clocks of the zone left out has no time.
    if (span === null || span.from === span.to) continue;
    const coverage = randomCoverage(random, span);
    const counted = countHours(randomTallies(random, span), span);
    const at = (share: number) => span.from + Math.floor(((span.to - span.from) * share) / 8);
    const uncounted = random(3) === 0 ? [{ from: at(5), to: at(7) }] : [];
    const bad = badSpans(counted, 0.95, span).filter(({ to }) => uncounted.length === 0 || to <= at(5));
    const divided = divideTime(coverage, { span, bad, uncounted }, now, null);
    const parts = partsOf(divided);
    expect({ seed, ...parts }).toEqual({ seed, ...oracle(coverage, { span, bad, uncounted }, now) });
    const lengths = Object.values(parts);
    expect(lengths.reduce((sum, ms) => sum + ms, 0)).toBe(span.to - span.from);
    const points = basisPoints(lengths);
    const printed = points.map((each) => BigInt(pointsText(each).replace(/\.| %/g, '')));
    expect({ seed, sum: printed.reduce((sum, each) => sum + each, 0n) }).toEqual({ seed, sum: 10_000n });
    expect(lengths.every((ms, index) => (ms === 0) === (points[index] === 0))).toBe(true);
    if (parts.badMs > 0 && parts.notWatchedMs > 0) missed += 1;
  }
  // Otherwise the spans would try nothing.
  expect(missed).toBeGreaterThan(300);
});

describe('[REPORT-6] the hours of a span', () => {
  const cause = { kind: 'request', operation: 'PAUSE', type: null, code: null } as const;
  const tally = (of: 'succeeded' | 'failed', slots: Record<number, number>): DayTally => ({
    day: 0,
    combination: combinationKey({ of, country: null, customer: null, cause }),
    counts: { slots, weakened: 0, completed: 0, failed: 0 },
  });

  it.each([
    ['two failures of two', { failed: 2, succeeded: 0 }, false],
    ['three failures of three', { failed: 3, succeeded: 0 }, true],
    ['three failures of 30, which chance explains', { failed: 3, succeeded: 27 }, false],
    ['six failures of 20', { failed: 6, succeeded: 14 }, true],
  ])('are bad or not with %s', (_what, { failed, succeeded }, isBad) => {
    const counted = countHours([tally('failed', { 3: failed }), tally('succeeded', { 3: succeeded })], {
      from: 0,
      to: DAY_MS,
    });
    expect(badSpans(counted, 0.95, { from: 0, to: DAY_MS })).toEqual(
      isBad ? [{ from: 3 * HOUR_MS, to: 4 * HOUR_MS }] : [],
    );
  });

  it('are joined if they touch, and end with the span', () => {
    const counted = countHours([tally('failed', { 3: 9, 4: 9, 6: 9 })], { from: 0, to: 6.5 * HOUR_MS });
    expect(badSpans(counted, 0.95, { from: 0, to: 6.5 * HOUR_MS })).toEqual([{ from: 3 * HOUR_MS, to: 5 * HOUR_MS }]);
    expect(counted.totals.request.failed).toBe(18);
  });

  it('count each attempt once in two adjacent spans, also if they meet within an hour', () => {
    const tallies = [tally('failed', { 0: 1, 5: 2, 6: 4 })];
    const middle = 5.5 * HOUR_MS;
    const [before, after] = [
      { from: 0, to: middle },
      { from: middle, to: DAY_MS },
    ].map((span) => countHours(tallies, span).totals.request.failed);
    expect([before, after]).toEqual([1, 6]);
  });
});

describe('[REPORT-6] weights', () => {
  it.each([
    [
      [1, 1, 1],
      [3_334, 3_333, 3_333],
    ],
    [
      [0, 0, 5],
      [0, 0, 10_000],
    ],
    [
      [1, 1, 10_000_000],
      [1, 1, 9_998],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  ])('%j are %j basis points', (weights, points) => {
    expect(basisPoints(weights)).toEqual(points);
  });
});

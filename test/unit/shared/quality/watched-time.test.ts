import { describe, expect, it } from 'vitest';
import { type Coverage, gapReasonSchema } from '../../../../src-shared/domain/coverage/coverage.ts';
import { faultOf, notWatchedShare, watchedTime } from '../../../../src-shared/domain/quality/watched-time.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

type Reason = Coverage['gaps'][number]['reason'];

const session = (from: number, to: number | null, last = to ?? from): Coverage['sessions'][number] => ({
  id: 1,
  from,
  to,
  lastEventAt: last,
  lengthMs: last - from,
  reason: null,
  detail: null,
  events: 1,
});
const gap = (from: number, to: number | null, reason: Reason): Coverage['gaps'][number] => ({
  id: 1,
  from,
  to,
  lengthMs: to === null ? null : to - from,
  reason,
  detail: null,
  afterSeq: 1,
});
const SPAN = { from: 0, to: 100_000 };

describe('the watched time', () => {
  it.each<[string, Coverage, ReturnType<typeof watchedTime>]>([
    [
      'is unknown without a record',
      { sessions: [], gaps: [] },
      { watchedMs: 0, reconnectMs: 0, notWatched: [], unknownMs: 100_000 },
    ],
    [
      'is divided by reason, the longest first, with the fault of each',
      {
        sessions: [session(-5_000, 40_000), session(90_000, null, 95_000)],
        gaps: [gap(40_000, 50_000, 'slept'), gap(50_000, 90_000, 'unreachable')],
      },
      {
        watchedMs: 45_000,
        reconnectMs: 0,
        notWatched: [
          { reason: 'unreachable', fault: 'way', ms: 40_000 },
          { reason: 'slept', fault: 'own', ms: 10_000 },
        ],
        unknownMs: 5_000,
      },
    ],
    [
      'has reconnects apart, and a planned end that lasts longer among the gaps',
      {
        sessions: [session(0, 50_000), session(52_000, 70_000)],
        gaps: [gap(50_000, 52_000, 'session-expired'), gap(70_000, 100_000, 'session-expired')],
      },
      {
        watchedMs: 68_000,
        reconnectMs: 2_000,
        notWatched: [{ reason: 'session-expired', fault: 'way', ms: 30_000 }],
        unknownMs: 0,
      },
    ],
    [
      'counts time once that a gap and a session share because a clock was set, as not watched',
      { sessions: [session(0, 100_000)], gaps: [gap(20_000, 60_000, 'clock-set'), gap(30_000, 60_000, 'clock-set')] },
      {
        watchedMs: 60_000,
        reconnectMs: 0,
        notWatched: [{ reason: 'clock-set', fault: 'own', ms: 40_000 }],
        unknownMs: 0,
      },
    ],
    [
      'ends a gap that lasts now',
      { sessions: [], gaps: [gap(80_000, null, 'seat-taken')] },
      {
        watchedMs: 0,
        reconnectMs: 0,
        notWatched: [{ reason: 'seat-taken', fault: 'other-client', ms: 20_000 }],
        unknownMs: 80_000,
      },
    ],
  ])('%s', (_, coverage, expected) => {
    expect(watchedTime(coverage, SPAN, SPAN.to, null)).toEqual(expected);
  });

  it('adds up to exactly the span, whatever overlaps', () => {
    const random = randomNumbers(5);
    const reasons = gapReasonSchema.options;
    const sums = Array.from({ length: 1_000 }, () => {
      const times = () => [random(150_000) - 25_000, random(150_000) - 25_000].toSorted((one, other) => one - other);
      const some = <Value>(make: (from: number, to: number) => Value) =>
        Array.from({ length: random(6) }, () => make(times()[0] ?? 0, times()[1] ?? 0));
      const sessions = some((from, to) => session(Math.min(from, to), Math.max(from, to)));
      const gaps = some((from, to) =>
        gap(Math.min(from, to), Math.max(from, to), reasons[random(reasons.length)] ?? 'slept'),
      );
      const parts = watchedTime({ sessions, gaps }, SPAN, SPAN.to, null);
      const lost = parts.notWatched.reduce((sum, { ms }) => sum + ms, 0);
      expect(notWatchedShare(parts)).toBeCloseTo((lost + parts.unknownMs) / 100_000, 12);
      return parts.watchedMs + parts.reconnectMs + lost + parts.unknownMs;
    });
    expect(new Set(sums)).toEqual(new Set([100_000]));
  });

  it('keeps sleep, a crash and a closed Watchfloor apart from the service', () => {
    const own = gapReasonSchema.options.filter((reason) => faultOf(reason) === 'own');
    expect(own).toEqual(expect.arrayContaining(['slept', 'crashed', 'stopped', 'not-running', 'held-back']));
    expect(own).not.toEqual(expect.arrayContaining(['unreachable']));
  });
});

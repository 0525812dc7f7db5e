import { describe, expect, it } from 'vitest';
import { type Coverage, coverageAfterCrash, type Gap, type Session } from '../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import { type CoverageFigures, coverageFigures } from '../../../src-shared/domain/coverage-figures.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const TEN = Date.UTC(2024, 1, 28, 10);
const NOON = TEN + 2 * HOUR;

/** Ended spans as a store gives them: anchored at their end. */
function session(to: number, lengthMs: number): Session {
  return {
    id: 1,
    from: to - lengthMs,
    lastEventAt: to,
    to,
    lengthMs,
    reason: 'connection-lost',
    detail: null,
    events: 9,
  };
}
function lasting(lastEventAt: number, lengthMs: number): Session {
  return { ...session(lastEventAt, lengthMs), to: null, reason: null };
}
function gap(to: number, lengthMs: number, reason: Gap['reason'] = 'connection-lost'): Gap {
  return { id: 1, from: to - lengthMs, to, lengthMs, reason, detail: null, afterSeq: 9 };
}
const open = (from: number, reason: Gap['reason'] = 'silent'): Gap => ({
  ...gap(from, 0, reason),
  to: null,
  lengthMs: null,
});
const coverage = (sessions: Session[], gaps: Gap[]): Coverage => ({ sessions, gaps });

const nothing: CoverageFigures = { watchedMs: 0, blindMs: 0, reconnectMs: 0, gaps: 0, reconnects: 0 };
const span = { from: TEN, to: NOON };
const figures = (of: Coverage, now = NOON, liveUntil: number | null = null) =>
  coverageFigures(of, span, now, liveUntil);

describe('figures of coverage', () => {
  it.each<[string, Coverage, Partial<CoverageFigures>]>([
    ['nothing is known of a span without sessions and gaps', coverage([], []), {}],
    [
      'sessions and gaps inside count whole',
      coverage(
        [session(TEN + 30 * MINUTE, 30 * MINUTE), session(NOON, HOUR)],
        [gap(TEN + HOUR, 30 * MINUTE, 'unreachable')],
      ),
      { watchedMs: 90 * MINUTE, blindMs: 30 * MINUTE, gaps: 1 },
    ],
    [
      'one outage is one gap, however often its reason changed; another is another',
      coverage(
        [],
        [
          gap(TEN + 10 * MINUTE, MINUTE, 'connection-lost'),
          gap(TEN + 15 * MINUTE, 5 * MINUTE, 'unreachable'),
          gap(TEN + 16 * MINUTE, MINUTE, 'refused'),
          gap(TEN + 30 * MINUTE, MINUTE, 'silent'),
        ],
      ),
      { blindMs: 8 * MINUTE, gaps: 2 },
    ],
    [
      'what reaches over an edge counts with its part inside',
      coverage([session(TEN + MINUTE, HOUR)], [gap(NOON + HOUR, HOUR + 5 * MINUTE)]),
      { watchedMs: MINUTE, blindMs: 5 * MINUTE, gaps: 1 },
    ],
    [
      'what only touches an edge belongs to the span beside it',
      coverage([session(TEN, HOUR)], [gap(TEN, MINUTE), gap(NOON + MINUTE, MINUTE)]),
      {},
    ],
    ['a gap of no length is counted where it begins', coverage([], [gap(TEN, 0), gap(NOON, 0)]), { gaps: 1 }],
    ['a gap that lasts is as long as until now', coverage([], [open(NOON - MINUTE)]), { blindMs: MINUTE, gaps: 1 }],
    [
      'a session that lasts counts up to its last event',
      coverage([lasting(NOON - MINUTE, 10 * MINUTE)], []),
      { watchedMs: 10 * MINUTE },
    ],
  ])('%s', (_says, of, expected) => {
    expect(figures(of)).toEqual({ ...nothing, ...expected });
  });

  it('a session that lasts counts up to the time until which it is known to have listened', () => {
    const of = coverage([lasting(NOON - MINUTE, 10 * MINUTE)], []);
    expect(figures(of, NOON, NOON - 1_000).watchedMs).toBe(11 * MINUTE - 1_000);
    expect(figures(of, NOON, NOON + HOUR).watchedMs).toBe(11 * MINUTE);
    expect(figures(of, NOON, TEN).watchedMs).toBe(10 * MINUTE);
  });

  it('a gap that lasts has no length before it began, whatever the clock says now', () => {
    expect(figures(coverage([], [open(TEN + HOUR)]), TEN)).toEqual({ ...nothing, gaps: 1 });
  });
});

describe('[COVER-1] a length does not change when the wall clock is set', () => {
  it('a session in which the clock was set back two hours, and ten minutes blind after it, are as long as they were', () => {
    // 90 minutes from 10:30 on, in which the clock was set back two hours; then nobody listened for ten minutes, in
    // which it was set back again. The beginnings are as the clock showed them then.
    const listened = { ...session(NOON - 2 * HOUR, 90 * MINUTE), from: TEN + 30 * MINUTE };
    const blind = { ...gap(TEN + 10 * MINUTE, 10 * MINUTE, 'unreachable'), from: NOON - 30 * MINUTE };
    const wide = { from: TEN - 12 * HOUR, to: NOON };
    expect(coverageFigures(coverage([listened], [blind]), wide, NOON, null)).toEqual({
      ...nothing,
      watchedMs: 90 * MINUTE,
      blindMs: 10 * MINUTE,
      gaps: 1,
    });
  });

  it('spans that lie over each other by the wall clock are all counted', () => {
    const of = coverage([session(TEN + HOUR, HOUR), session(TEN + HOUR, HOUR)], [gap(TEN + HOUR, 30_000, 'clock-set')]);
    expect(figures(of)).toEqual({ ...nothing, watchedMs: 2 * HOUR, blindMs: 30_000, gaps: 1 });
  });
});

describe('[COVER-2] a planned end that took at most ten seconds is a reconnect, not a gap', () => {
  it.each<[string, Gap, number, boolean]>([
    ['ten seconds after the planned end', gap(NOON, 10_000, 'session-expired'), NOON, true],
    ['a little more', gap(NOON, 10_001, 'session-expired'), NOON, false],
    ['one second after a cut', gap(NOON, 1_000, 'connection-lost'), NOON, false],
    ['still going on, ten seconds after the planned end', open(NOON - 10_000, 'session-expired'), NOON, true],
    ['still going on, longer', open(NOON - 10_001, 'session-expired'), NOON, false],
    [
      'ten seconds by the clock of the computer, twenty in truth',
      { ...gap(NOON, 20_000, 'session-expired'), from: NOON - 10_000 },
      NOON,
      false,
    ],
  ])('%s', (_says, of, now, reconnect) => {
    expect(isReconnect(of, now)).toBe(reconnect);
  });

  it('both are told, each apart', () => {
    const of = coverage(
      [],
      [gap(NOON - HOUR, 2_000, 'session-expired'), gap(NOON - MINUTE, 30_000, 'session-expired')],
    );
    expect(figures(of)).toEqual({ watchedMs: 0, blindMs: 30_000, reconnectMs: 2_000, gaps: 1, reconnects: 1 });
  });
});

describe('[COVER-3] a session left open by a crash does not look as if somebody listened', () => {
  it('ends at its last event, with an open gap from there', () => {
    const left = { ...lasting(TEN, 5 * MINUTE), from: TEN - HOUR };
    const known = gap(TEN - 5 * MINUTE, MINUTE);
    expect(coverageAfterCrash(coverage([left], [known]))).toEqual(
      coverage(
        [{ ...session(TEN, 5 * MINUTE), reason: 'crashed' }],
        [known, { ...open(TEN, 'crashed'), id: Number.MAX_SAFE_INTEGER, afterSeq: Number.MAX_SAFE_INTEGER }],
      ),
    );
  });

  it('changes nothing where the last collector ended in order', () => {
    const of = coverage([session(TEN, MINUTE)], [open(TEN, 'stopped')]);
    expect(coverageAfterCrash(of)).toEqual(of);
  });
});

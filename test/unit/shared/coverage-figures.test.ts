import { describe, expect, it } from 'vitest';
import {
  type Coverage,
  coverageAfterCrash,
  coverageOfCopy,
  type Gap,
  type Session,
} from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { type CoverageFigures, coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const TEN = Date.UTC(2024, 1, 28, 10);
const NOON = TEN + 2 * HOUR;

/** Ended spans as the store returns them: anchored at their end. */
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

describe('the coverage figures', () => {
  it.each<[string, Coverage, Partial<CoverageFigures>]>([
    ['are 0 for a span without sessions and gaps', coverage([], []), {}],
    [
      'count sessions and gaps within the span completely',
      coverage(
        [session(TEN + 30 * MINUTE, 30 * MINUTE), session(NOON, HOUR)],
        [gap(TEN + HOUR, 30 * MINUTE, 'unreachable')],
      ),
      { watchedMs: 90 * MINUTE, blindMs: 30 * MINUTE, gaps: 1 },
    ],
    [
      'count one outage as one gap, however often its reason changed, and another outage separately',
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
      'count only the part within the span',
      coverage([session(TEN + MINUTE, HOUR)], [gap(NOON + HOUR, HOUR + 5 * MINUTE)]),
      { watchedMs: MINUTE, blindMs: 5 * MINUTE, gaps: 1 },
    ],
    [
      'do not count what only touches the edge of the span',
      coverage([session(TEN, HOUR)], [gap(TEN, MINUTE), gap(NOON + MINUTE, MINUTE)]),
      {},
    ],
    ['count a gap without length where it begins', coverage([], [gap(TEN, 0), gap(NOON, 0)]), { gaps: 1 }],
    ['count an open gap up to now', coverage([], [open(NOON - MINUTE)]), { blindMs: MINUTE, gaps: 1 }],
    [
      'count an open session up to its last event',
      coverage([lasting(NOON - MINUTE, 10 * MINUTE)], []),
      { watchedMs: 10 * MINUTE },
    ],
  ])('%s', (_says, of, expected) => {
    expect(figures(of)).toEqual({ ...nothing, ...expected });
  });

  it('count an open session up to the time until which it is known to be live', () => {
    const of = coverage([lasting(NOON - MINUTE, 10 * MINUTE)], []);
    expect(figures(of, NOON, NOON - 1_000).watchedMs).toBe(11 * MINUTE - 1_000);
    expect(figures(of, NOON, NOON + HOUR).watchedMs).toBe(11 * MINUTE);
    expect(figures(of, NOON, TEN).watchedMs).toBe(10 * MINUTE);
  });

  it('give an open gap no length before its start, whatever the clock shows now', () => {
    expect(figures(coverage([], [open(TEN + HOUR)]), TEN)).toEqual({ ...nothing, gaps: 1 });
  });
});

describe('[COVER-1] a length does not change when the wall clock is set', () => {
  it('for a session in which the clock was set back two hours, and a gap of ten minutes after it', () => {
    // The session lasted 90 minutes from 10:30, and the clock was set back two hours in it. In the gap of ten minutes
    // after it the clock was set back again. The starts are as the clock showed them at the time.
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

  it('so spans that overlap by the wall clock are all counted', () => {
    const of = coverage([session(TEN + HOUR, HOUR), session(TEN + HOUR, HOUR)], [gap(TEN + HOUR, 30_000, 'clock-set')]);
    expect(figures(of)).toEqual({ ...nothing, watchedMs: 2 * HOUR, blindMs: 30_000, gaps: 1 });
  });
});

describe('[COVER-2] a planned end of at most ten seconds is a reconnect, not a gap', () => {
  it.each<[string, Gap, number, boolean]>([
    ['with ten seconds after the planned end', gap(NOON, 10_000, 'session-expired'), NOON, true],
    ['unless it took slightly longer', gap(NOON, 10_001, 'session-expired'), NOON, false],
    ['unless the connection was cut', gap(NOON, 1_000, 'connection-lost'), NOON, false],
    ['while it still lasts, ten seconds after the planned end', open(NOON - 10_000, 'session-expired'), NOON, true],
    ['unless it still lasts after more than ten seconds', open(NOON - 10_001, 'session-expired'), NOON, false],
    [
      'unless it took twenty seconds, although the wall clock shows ten',
      { ...gap(NOON, 20_000, 'session-expired'), from: NOON - 10_000 },
      NOON,
      false,
    ],
  ])('%s', (_says, of, now, reconnect) => {
    expect(isReconnect(of, now)).toBe(reconnect);
  });

  it('and both are counted separately', () => {
    const of = coverage(
      [],
      [gap(NOON - HOUR, 2_000, 'session-expired'), gap(NOON - MINUTE, 30_000, 'session-expired')],
    );
    expect(figures(of)).toEqual({ watchedMs: 0, blindMs: 30_000, reconnectMs: 2_000, gaps: 1, reconnects: 1 });
  });
});

describe('[DAMAGE-8] a session left open by a crash', () => {
  it('ends at its last event, and an open gap begins there', () => {
    const left = { ...lasting(TEN, 5 * MINUTE), from: TEN - HOUR };
    const knownGap = gap(TEN - 5 * MINUTE, MINUTE);
    expect(coverageAfterCrash(coverage([left], [knownGap]))).toEqual(
      coverage(
        [{ ...session(TEN, 5 * MINUTE), reason: 'crashed' }],
        [knownGap, { ...open(TEN, 'crashed'), id: Number.MAX_SAFE_INTEGER, afterSeq: Number.MAX_SAFE_INTEGER }],
      ),
    );
  });

  it('does not exist if the last process ended normally', () => {
    const of = coverage([session(TEN, MINUTE)], [open(TEN, 'stopped')]);
    expect(coverageAfterCrash(of)).toEqual(of);
  });
});

describe('[PAGE-460] in a copy that does not watch', () => {
  it.each([
    ['a session', [lasting(TEN, 5 * MINUTE)], []],
    ['a gap', [session(TEN - MINUTE, 4 * MINUTE)], [open(TEN)]],
    ['the gap of a closed Watchfloor', [session(TEN - MINUTE, 4 * MINUTE)], [open(TEN, 'stopped')]],
  ])('the time after the last record is neither watched nor a gap, if %s was open', (_what, sessions, gaps) => {
    const { copyMadeAt, ...copied } = coverageOfCopy(coverage(sessions, gaps));
    expect(copyMadeAt).toBe(TEN);
    const later = coverageFigures(copied, { from: TEN + 1, to: NOON }, NOON, null);
    expect(later).toEqual({ watchedMs: 0, blindMs: 0, reconnectMs: 0, gaps: 0, reconnects: 0 });
    const before = coverageFigures(copied, { from: 0, to: NOON }, NOON, null);
    expect(before).toMatchObject({ watchedMs: sessions[0]?.lengthMs, blindMs: 0 });
  });

  it('everything before stays', () => {
    const of = coverage([session(TEN, MINUTE)], [gap(TEN - MINUTE, MINUTE)]);
    expect(coverageOfCopy(of)).toEqual(of);
  });
});

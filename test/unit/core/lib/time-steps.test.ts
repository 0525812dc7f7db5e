import { describe, expect, test } from 'vitest';
import { type ClockReading, type TimeStep, TimeSteps } from '../../../../src-main/core/lib/time-steps.ts';

const HOUR = 3_600_000;
const first: ClockReading = { now: 1_000_000_000, monotonic: 5_000, elapsed: 9_000 };
/** A reading `ms` after the first, with these differences between the clocks. */
const after = (ms: number, { set = 0, slept = 0 } = {}): ClockReading => ({
  now: first.now + ms + slept + set,
  monotonic: first.monotonic + ms,
  elapsed: first.elapsed + ms + slept,
});

const table: [sentence: string, reading: ClockReading, step: TimeStep | null][] = [
  ['none after one second', after(1_000), null],
  ['none for a clock correction of one second', after(1_000, { set: -1_000 }), null],
  ['a clock that is set forward', after(1_000, { set: HOUR }), { kind: 'clock-set', byMs: HOUR }],
  ['a clock that is set back', after(1_000, { set: -2 * HOUR }), { kind: 'clock-set', byMs: -2 * HOUR }],
  [
    'a clock that is set by ten years',
    after(1_000, { set: 3_650 * 24 * HOUR }),
    { kind: 'clock-set', byMs: 3_650 * 24 * HOUR },
  ],
  ['none for a sleep of one second', after(1_000, { slept: 1_000 }), null],
  ['a sleep', after(1_000, { slept: HOUR }), { kind: 'slept', forMs: HOUR }],
  ['a sleep during which the clock was set', after(1_000, { slept: HOUR, set: 5_000 }), { kind: 'slept', forMs: HOUR }],
  ['none for a tick that is ten seconds late', after(11_000), null],
  ['a suspension for a tick that is later', after(11_001), { kind: 'not-running', forMs: 10_001 }],
  ['a suspension of fifteen seconds', after(16_000), { kind: 'not-running', forMs: 15_000 }],
  ['a suspension that is longer than the blind limit', after(94_000), { kind: 'not-running', forMs: 93_000 }],
  ['a sleep during a suspension', after(60_000, { slept: HOUR }), { kind: 'slept', forMs: HOUR }],
];

describe('[COVER-1] a time step', () => {
  test.each(table)('is reported once by kind: %s', (_sentence, reading, step) => {
    const steps = new TimeSteps(first, 75_000);
    expect(steps.read(reading, true)).toEqual(step);
    const next = { now: reading.now + 1_000, monotonic: reading.monotonic + 1_000, elapsed: reading.elapsed + 1_000 };
    expect(steps.read(next, true)).toBeNull();
  });

  test.each(table)('is noticed by the two cheap clocks: %s', (_sentence, reading, step) => {
    const steps = new TimeSteps(first, 75_000);
    if (step !== null) expect(steps.mayHaveStepped(reading.now, reading.monotonic)).toBe(true);
  });
});

test('reports no step for slow drift, however large it becomes', () => {
  const steps = new TimeSteps(first, 75_000);
  const seen = Array.from({ length: 10_000 }, (_, second) =>
    steps.read(after(1_000 * second, { set: 30 * second }), true),
  );
  expect(seen.filter((step) => step !== null)).toEqual([]);
});

test.each([
  ['is 0.25 s: 2 s', 250, 2_000, 2_001],
  ['is 2.5 s: 3.5 s', 2_500, 3_500, 3_501],
])('limits how late a tick may be if the blind limit %s', (_which, blindAfterMs, busy, stopped) => {
  const late = (ms: number) => new TimeSteps(first, blindAfterMs).read(after(ms), true)?.kind;
  expect([late(busy), late(stopped)]).toEqual([undefined, 'not-running']);
});

test('reports a suspension at an event before the late tick, and not again at the tick', () => {
  const steps = new TimeSteps(first, 75_000);
  expect([steps.read(after(30_000), false)?.kind, steps.read(after(30_001), true)]).toEqual(['not-running', null]);
});

import { describe, expect, test } from 'vitest';
import { type ClockReading, type TimeStep, TimeSteps } from '../../../../src-main/core/stream/time-steps.ts';

const HOUR = 3_600_000;
const first: ClockReading = { now: 1_000_000_000, monotonic: 5_000, elapsed: 9_000 };
/** A reading `ms` after the first, with what the clocks differ by. */
const after = (ms: number, { set = 0, slept = 0 } = {}): ClockReading => ({
  now: first.now + ms + slept + set,
  monotonic: first.monotonic + ms,
  elapsed: first.elapsed + ms + slept,
});

const table: [sentence: string, reading: ClockReading, step: TimeStep | null][] = [
  ['a second that went by is none', after(1_000), null],
  ['a clock that is corrected by a second is none', after(1_000, { set: -1_000 }), null],
  ['a clock that is set forward', after(1_000, { set: HOUR }), { kind: 'clock-set', byMs: HOUR }],
  ['a clock that is set back', after(1_000, { set: -2 * HOUR }), { kind: 'clock-set', byMs: -2 * HOUR }],
  [
    'a clock that is set by ten years',
    after(1_000, { set: 3_650 * 24 * HOUR }),
    { kind: 'clock-set', byMs: 3_650 * 24 * HOUR },
  ],
  ['sleep of a second is none', after(1_000, { slept: 1_000 }), null],
  ['sleep', after(1_000, { slept: HOUR }), { kind: 'slept', forMs: HOUR }],
  [
    'sleep through which the clock was set is sleep',
    after(1_000, { slept: HOUR, set: 5_000 }),
    { kind: 'slept', forMs: HOUR },
  ],
  ['a tick that is ten seconds late is a busy moment', after(11_000), null],
  ['one that is later tells of a stop', after(11_001), { kind: 'not-running', forMs: 10_001 }],
  ['a stop of fifteen seconds', after(16_000), { kind: 'not-running', forMs: 15_000 }],
  ['a stop that is longer than blindness', after(94_000), { kind: 'not-running', forMs: 93_000 }],
  ['a stop through which the computer slept is sleep', after(60_000, { slept: HOUR }), { kind: 'slept', forMs: HOUR }],
];

describe('[TIME-1] each step of time is told by its name', () => {
  test.each(table)('%s', (_sentence, reading, step) => {
    const steps = new TimeSteps(first, 75_000);
    expect(steps.read(reading, true)).toEqual(step);
    // Only once.
    const next = { now: reading.now + 1_000, monotonic: reading.monotonic + 1_000, elapsed: reading.elapsed + 1_000 };
    expect(steps.read(next, true)).toBeNull();
  });

  test.each(table)('%s: the two cheap clocks miss nothing of it', (_sentence, reading, step) => {
    const steps = new TimeSteps(first, 75_000);
    if (step !== null) expect(steps.mayHaveStepped(reading.now, reading.monotonic)).toBe(true);
  });
});

test('slow drift is no step, however far it goes', () => {
  const steps = new TimeSteps(first, 75_000);
  const seen = Array.from({ length: 10_000 }, (_, second) =>
    steps.read(after(1_000 * second, { set: 30 * second }), true),
  );
  expect(seen.filter((step) => step !== null)).toEqual([]);
});

test.each([
  ['of a quarter of a second waits for a second', 250, 2_000, 2_001],
  ['of two and a half seconds for so long', 2_500, 3_500, 3_501],
])('where blindness %s, a tick may be late no longer', (_which, blindAfterMs, busy, stopped) => {
  const late = (ms: number) => new TimeSteps(first, blindAfterMs).read(after(ms), true)?.kind;
  expect([late(busy), late(stopped)]).toEqual([undefined, 'not-running']);
});

test('an event that comes before the late tick tells of the stop, and the tick not again', () => {
  const steps = new TimeSteps(first, 75_000);
  expect([steps.read(after(30_000), false)?.kind, steps.read(after(30_001), true)]).toEqual(['not-running', null]);
});

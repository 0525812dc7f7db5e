/** Tests the words of a deadline's clock, and how a typed length of time is read. */
import { describe, expect, it, test } from 'vitest';
import { minutesText } from '../../src-renderer/time/time-text.ts';
import { typedMinutes } from '../../src-renderer/time/typed-minutes.ts';
import { deadlineClockText, overdueForText } from '../../src-renderer/time/deadline-clock.ts';

const START = Date.UTC(2026, 10, 21, 14);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function clock(kind: 'take' | 'end', leftMs: number, total = 4 * HOUR, status: 'new' | 'overdue' = 'new') {
  const at = START + leftMs;
  const { urgency, words } = deadlineClockText({ deadline: { kind, at }, firstAt: at - total, status }, START);
  return `${urgency}: ${words}`;
}

describe('[DEADLINE-4] the clock of a deadline', () => {
  test.each([
    ['take', 2 * HOUR, 'far: take in 2 h'],
    ['end', 100 * MINUTE, 'far: end in 1 h 40 min'],
    ['end', 61 * MINUTE - 1, 'far: end in 1 h 01 min'],
    ['end', HOUR, 'near: end in 1 h'],
    ['take', 12 * MINUTE, 'near: take in 12 min'],
    ['take', 1, 'near: take in 1 min'],
    ['take', 0, 'overdue: overdue to take'],
    ['take', 1 - MINUTE, 'overdue: overdue to take'],
    ['take', -5 * MINUTE, 'overdue: overdue to take, 5 min'],
    ['end', 1 - 24 * HOUR, 'overdue: overdue to end, 23 h'],
    ['end', -26 * HOUR, 'late: overdue to end, 26 h'],
    ['end', -(50 * HOUR + 20 * MINUTE), 'late: overdue to end, 2 d 2 h'],
  ] as const)('to %s with %i ms left is "%s"', (kind, leftMs, expected) => {
    expect(clock(kind, leftMs)).toBe(expected);
  });

  it('is near in the last five minutes of a short time, and in the last quarter of a long one', () => {
    expect([
      clock('take', 5 * MINUTE + 1, 15 * MINUTE),
      clock('take', 5 * MINUTE, 15 * MINUTE),
      clock('take', 2 * 24 * HOUR, 7 * 24 * HOUR),
      clock('take', 42 * HOUR, 7 * 24 * HOUR),
    ]).toEqual(['far: take in 6 min', 'near: take in 5 min', 'far: take in 2 d', 'near: take in 42 h']);
  });

  it('is overdue as soon as the backend says so, though the clock of the page is behind', () => {
    expect(clock('take', 900, HOUR, 'overdue')).toBe('overdue: overdue to take');
  });

  it('says of an owner only for how long', () => {
    expect([overdueForText(START - 30_000, START), overdueForText(START - 90 * MINUTE, START)]).toEqual([
      'overdue',
      'overdue 1 h',
    ]);
  });
});

describe('[DEADLINE-60] a typed length of time', () => {
  test.each([
    ['15', 15],
    [' 15 min ', 15],
    ['15m', 15],
    ['1 h 30', 90],
    ['1h30m', 90],
    ['1 hour 30 minutes', 90],
    ['1:30', 90],
    ['1.5 h', 90],
    ['1,5 H', 90],
    ['2 d 4 h', 3_120],
    ['7 days', 10_080],
    ['none', null],
    ['', null],
    ['–', null],
    ['0', 0],
  ] as const)('reads "%s"', (text, minutes) => expect(typedMinutes(text)).toBe(minutes));

  test.each(['soon', '15 s', '-5', '1 h 2 h', '30 5', '1:75', '0.5', '1 h 30 min late', '15minn', '١٥'])(
    'refuses "%s"',
    (text) => expect(typedMinutes(text)).toBeUndefined(),
  );

  it('reads back every text that the page writes', () => {
    for (let minutes = 1; minutes <= 10_080; minutes += 1) expect(typedMinutes(minutesText(minutes))).toBe(minutes);
  });
});

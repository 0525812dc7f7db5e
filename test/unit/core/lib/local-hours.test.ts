import { expect, onTestFinished, test, vi } from 'vitest';
import { LocalHours } from '../../../../src-main/core/lib/local-hours.ts';
import { ALL_WEEK, type QuietSpan, type WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { QUARTER_MS as STEP, QuarterClock } from '../../../doubles/quarter-clock.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const hour = (from: number, to: number): QuietSpan => ({ from: from * 60, to: to * 60 });
const eachDay = (...spans: readonly QuietSpan[]): WeekHours => Array.from({ length: 7 }, () => spans);
const office: WeekHours = [...Array.from({ length: 5 }, () => [hour(8, 18)]), [], []];
const night = eachDay(hour(0, 6), hour(22, 24));
const never = eachDay();
const ZONES = ['Europe/Berlin', 'Pacific/Chatham', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'UTC'];

function randomHours(pick: (below: number) => number): WeekHours {
  return Array.from({ length: 7 }, () => {
    const from = pick(40);
    return pick(4) === 0 ? [] : [{ from: from * 30, to: (from + 1 + pick(8)) * 30 }];
  });
}

test.each<[what: string, hours: WeekHours, zone: string, from: string, minutes: number, at: string | null]>([
  ['all week', ALL_WEEK, 'Europe/Berlin', '2026-03-28T12:00:00.123Z', 1_440, '2026-03-29T12:00:00.123Z'],
  ['inside office hours', office, 'Europe/Berlin', '2026-11-27T10:00:00Z', 60, '2026-11-27T11:00:00Z'],
  ['over the weekend', office, 'Europe/Berlin', '2026-11-27T16:45:00Z', 30, '2026-11-30T07:15:00Z'],
  ['exactly until the office closes', office, 'Europe/Berlin', '2026-11-27T16:45:00Z', 15, '2026-11-27T17:00:00Z'],
  ['from a Saturday', office, 'Europe/Berlin', '2026-11-28T12:00:00Z', 30, '2026-11-30T07:30:00Z'],
  ['a week of office hours', office, 'Europe/Berlin', '2026-11-23T07:00:00Z', 3_000, '2026-11-27T17:00:00Z'],
  // 02:00 to 03:00 does not exist on 29 March in Berlin.
  ['through a skipped hour', night, 'Europe/Berlin', '2026-03-29T00:30:00Z', 60, '2026-03-29T01:30:00Z'],
  ['a night of seven hours', night, 'Europe/Berlin', '2026-03-28T21:00:00Z', 421, '2026-03-29T20:01:00Z'],
  [
    'only in the skipped hour',
    eachDay(hour(2, 3)),
    'Europe/Berlin',
    '2026-03-29T00:00:00Z',
    30,
    '2026-03-30T00:30:00Z',
  ],
  // 02:00 to 03:00 exists twice on 25 October.
  ['through a repeated hour', night, 'Europe/Berlin', '2026-10-24T23:30:00Z', 120, '2026-10-25T01:30:00Z'],
  ['a night of nine hours', night, 'Europe/Berlin', '2026-10-24T20:00:00Z', 541, '2026-10-25T21:01:00Z'],
  [
    'only in the repeated hour',
    eachDay(hour(2, 3)),
    'Europe/Berlin',
    '2026-10-25T00:00:00Z',
    120,
    '2026-10-25T02:00:00Z',
  ],
  ['Kathmandu is at :45', office, 'Asia/Kathmandu', '2026-11-27T12:00:00Z', 30, '2026-11-30T02:30:00Z'],
  [
    'Chatham is at :45, and changes its clock at 02:45',
    night,
    'Pacific/Chatham',
    '2026-04-04T12:00:00Z',
    240,
    '2026-04-04T16:00:00Z',
  ],
  [
    'Lord Howe changes its clock by half an hour',
    night,
    'Australia/Lord_Howe',
    '2026-04-04T13:00:00Z',
    390,
    '2026-04-04T19:30:00Z',
  ],
  ['an unknown zone is UTC', office, 'Mars/Olympus', '2026-11-27T17:45:00Z', 30, '2026-11-30T08:15:00Z'],
  ['no hours at all', never, 'UTC', '2026-11-27T12:00:00Z', 1, null],
  ['half an hour a day', eachDay(hour(0, 0.5)), 'UTC', '2026-11-27T12:00:00Z', 10_080, '2027-10-29T00:30:00Z'],
  ['an hour a week is too slow', [[hour(8, 9)], [], [], [], [], [], []], 'UTC', '2026-11-27T12:00:00Z', 10_080, null],
])('[DEADLINE-4] counts real time in the hours of the settings: %s', (_what, hours, zone, from, minutes, at) => {
  const found = new LocalHours(hours, zone).after(Date.parse(from), minutes * MINUTE);
  expect(found === null ? null : new Date(found).toISOString()).toBe(at === null ? null : new Date(at).toISOString());
});

test.each(ZONES)('[DEADLINE-4] counts as a clock that looks at each quarter of an hour: %s', (zone) => {
  const pick = randomNumbers(zone.length);
  for (let round = 0; round < 3; round += 1) {
    const hours = randomHours(pick);
    const from = Date.UTC(2026, pick(2) === 0 ? 2 : 9, 20 + pick(10)) + pick(96) * STEP;
    const steps = 1 + pick(20);
    const counted = new LocalHours(hours, zone).after(from, steps * STEP);
    expect(counted).toBe(hours.every((spans) => spans.length === 0) ? null : countedBySteps(hours, zone, from, steps));
  }
});

function countedBySteps(hours: WeekHours, zone: string, from: number, steps: number): number {
  let [at, left] = [from, steps];
  for (const clock = new QuarterClock(hours, zone); left > 0; at += STEP) if (clock.isInside(at)) left -= 1;
  return at;
}

test.each(ZONES)('[ALARM-4] hours begin and end as a clock shows that looks at each quarter of an hour: %s', (zone) => {
  const pick = randomNumbers(zone.length + 100);
  for (let round = 0; round < 60; round += 1) {
    // Whole days, which continue into the next one, and weeks without hours or without a pause.
    const random = randomHours(pick).map((spans) => (pick(3) === 0 ? [hour(0, 24)] : spans));
    const hours = round === 0 ? ALL_WEEK : round === 1 ? never : random;
    const at = Date.UTC(2026, pick(2) === 0 ? 2 : 9, 20 + pick(12)) + pick(DAY);
    const clock = new QuarterClock(hours, zone);
    const local = new LocalHours(hours, zone);
    const expected = clock.isInside(at) ? [clock.change(at), null] : [null, clock.change(at)];
    expect([local.end(at), local.start(at)]).toEqual(expected);
  }
});

test('[DEADLINE-4] a thousand openings look at the local clock a few hundred times only', () => {
  const looks = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  onTestFinished(() => looks.mockRestore());
  const counted = new LocalHours(office, 'Europe/Berlin');
  for (let opening = 0; opening < 1_000; opening += 1)
    counted.after(Date.UTC(2026, 0, 1) + opening * HOUR, 1_440 * MINUTE);
  expect(looks.mock.calls.length).toBeLessThan(200);
});

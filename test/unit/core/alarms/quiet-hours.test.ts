import { describe, expect, test } from 'vitest';
import { DEFAULT_DEADLINES } from '../../../../src-shared/domain/cases/deadline.ts';
import { ALL_WEEK, type QuietSpan } from '../../../../src-shared/domain/cases/week-hours.ts';
import { quietUntil, shiftUntil } from '../../../../src-main/core/alarms/quiet-hours.ts';

const [MON, SAT, SUN] = [0, 5, 6];
const week = (days: Readonly<Record<number, readonly QuietSpan[]>>) => ({
  quiet: Array.from({ length: 7 }, (_, day) => days[day] ?? []),
});
const span = (from: number, to: number): QuietSpan => ({ from: from * 60, to: to * 60 });
const at = (iso: string) => Date.parse(iso);
const until = (settings: ReturnType<typeof week>, zone: string, iso: string) => {
  const found = quietUntil(settings, zone, at(iso));
  return found === null ? null : new Date(found).toISOString().slice(0, 16);
};

describe('[ALARM-4] quiet hours', () => {
  const nights = week(Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, [span(0, 6), span(22, 24)]])));

  test.each([
    ['before', '2026-11-21T20:59:59Z', null],
    ['at their start', '2026-11-21T21:00:00Z', '2026-11-22T05:00'],
    ['over midnight, as one span', '2026-11-21T23:30:00Z', '2026-11-22T05:00'],
    ['one second before their end', '2026-11-22T04:59:59Z', '2026-11-22T05:00'],
    ['at their end', '2026-11-22T05:00:00Z', null],
    ['the night that loses an hour', '2026-03-28T22:30:00Z', '2026-03-29T04:00'],
    ['the night that has one more', '2026-10-24T22:30:00Z', '2026-10-25T05:00'],
  ])('follow the local clock of Stockholm: %s', (_when, now, expected) => {
    expect(until(nights, 'Europe/Stockholm', now)).toBe(expected);
  });

  test.each([
    ['New York: 2 to 3 is skipped in spring', 'America/New_York', span(2, 3), '2026-03-08T07:30:00Z', null],
    [
      'New York: 1 to 2 comes twice in autumn',
      'America/New_York',
      span(1, 2),
      '2026-11-01T05:30:00Z',
      '2026-11-01T07:00',
    ],
    [
      'Lord Howe goes back by half an hour: 1:30 to 2 comes twice',
      'Australia/Lord_Howe',
      span(1.5, 2),
      '2026-04-04T14:30:00Z',
      '2026-04-04T15:30',
    ],
    [
      'Lord Howe goes on by half an hour: 2 to 2:30 is skipped',
      'Australia/Lord_Howe',
      span(2, 2.5),
      '2026-10-03T15:30:00Z',
      null,
    ],
    ['Nepal is 5:45 ahead', 'Asia/Kathmandu', span(0, 6), '2026-11-21T18:15:00Z', '2026-11-22T00:15'],
    ['an unknown zone counts as UTC', 'Mars/Olympus', span(0, 6), '2026-11-22T05:00:00Z', '2026-11-22T06:00'],
  ])('follow the local clock: %s', (_what, zone, sunday, now, expected) => {
    expect(until(week({ [SUN]: [sunday] }), zone, now)).toBe(expected);
  });

  test('contain no span that the clock skips, however near it is', () => {
    const sunday = week({ [SUN]: [span(2, 3)] });
    expect(until(sunday, 'America/New_York', '2026-03-08T06:59:59Z')).toBeNull();
    expect(until(sunday, 'America/New_York', '2026-03-08T07:00:00Z')).toBeNull();
  });

  test('continue from Sunday into Monday', () => {
    const weekend = week({ [SAT]: [span(0, 24)], [SUN]: [span(0, 24)], [MON]: [span(0, 7)] });
    expect(until(weekend, 'UTC', '2026-11-21T12:00:00Z')).toBe('2026-11-23T07:00');
  });

  test('return an end after one week if they never end', () => {
    const always = week(Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, [span(0, 24)]])));
    expect(until(always, 'UTC', '2026-11-21T12:00:00Z')).toBe('2026-11-28T12:00');
  });
});

describe('[CASE-11] a mute can end with the shift, by the hours of deadlines', () => {
  const office = Array.from({ length: 7 }, (_, day) => (day < 5 ? [span(8, 18)] : []));
  const night = Array.from({ length: 7 }, () => [span(0, 6), span(22, 24)]);
  test.each([
    ['in the shift', office, 'Europe/Berlin', '2026-11-20T14:00:00Z', '2026-11-20T17:00'],
    ['over midnight', night, 'Europe/Berlin', '2026-11-20T22:00:00Z', '2026-11-21T05:00'],
    ['at its end', office, 'Europe/Berlin', '2026-11-20T17:00:00Z', null],
    ['on a free day', office, 'Europe/Berlin', '2026-11-21T14:00:00Z', null],
    ['in the zone of the computer', office, null, '2026-11-20T14:00:00Z', '2026-11-20T18:00'],
    [
      'hours of longer than a day are no shift',
      office.with(4, [span(0, 24)]).with(5, [span(0, 1)]),
      null,
      '2026-11-20T00:30:00Z',
      null,
    ],
    ['day and night', ALL_WEEK, null, '2026-11-20T14:00:00Z', null],
  ])('%s', (_when, hours, zone, now, expected) => {
    const found = shiftUntil({ deadlines: { ...DEFAULT_DEADLINES, hours, zone } }, 'UTC', at(now));
    expect(found === null ? null : new Date(found).toISOString().slice(0, 16)).toBe(expected);
  });
});

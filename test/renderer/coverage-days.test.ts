import { describe, expect, it, test } from 'vitest';
import { spanStart, spanWith } from '../../src-renderer/screens/coverage/coverage-span.ts';
import { coverageDays } from '../../src-renderer/time/coverage-days.ts';
import { askedTime } from '../../src-renderer/time/wall-time.ts';
import { dayCoverageWords, watchedShareText } from '../../src-renderer/words/coverage-words.ts';
import { coverageFrom } from '../doubles/coverage-day.ts';

const HOUR = 3_600_000;
const OSLO = 'Europe/Oslo';

describe('the days of a span', () => {
  test.each([
    ['23 hours when clocks are set forward', '2026-03-29T20:00:00Z', 23],
    ['25 hours when clocks are set back', '2026-10-25T20:00:00Z', 25],
    ['24 hours otherwise', '2026-11-21T20:00:00Z', 24],
  ])('[PAGE-47] are days of the zone, which have %s', (_, now, hours) => {
    const [today] = coverageDays({ sessions: [], gaps: [] }, 1, Date.parse(now), null, OSLO);
    expect(today === undefined ? 0 : (today.to - today.from) / HOUR).toBe(hours);
  });

  it('[PAGE-47] have their watched share and gaps, and are not known before the first session', () => {
    const now = Date.parse('2026-10-26T11:00:00Z');
    // The 25th of October begins at 22:00 UTC and has 25 hours.
    const day = coverageFrom(Date.parse('2026-10-24T22:00:00Z'));
    day.listen(Date.parse('2026-10-25T01:00:00Z'), 'connection-lost');
    day.lose(2.5 * HOUR, 'connection-lost');
    day.listen(now, null, null, true);
    const days = coverageDays(day, 3, now, now, OSLO);
    expect(days.map((each) => [watchedShareText(each), dayCoverageWords(each)])).toEqual([
      ['100.0 %', 'watched 12 h of 12 h · no gaps'],
      ['90.0 %', 'watched 22 h 30 m of 25 h · 1 gap 2 h 30 m'],
      ['not known', 'not known, because there is no record'],
    ]);
    expect(days.map(({ spans }) => [spans.watched.length, spans.blind.length])).toEqual([
      [1, 0],
      [2, 1],
      [0, 0],
    ]);
  });

  it('[PAGE-47] says how much of a day has no record', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const day = coverageFrom(now - 3 * HOUR);
    day.listen(now, null, null, true);
    expect(coverageDays(day, 1, now, now, 'UTC').map(dayCoverageWords)).toEqual([
      'watched 3 h of 12 h · no gaps · no record of 9 h',
    ]);
  });

  it('[PAGE-47] begin at midnight of the zone, or 24 hours ago', () => {
    const now = Date.parse('2026-10-26T11:00:00Z');
    const starts = (['today', '24h', '7d', '30d'] as const).map((span) =>
      new Date(spanStart(span, now, OSLO)).toISOString(),
    );
    expect(starts).toEqual([
      '2026-10-25T23:00:00.000Z',
      '2026-10-25T11:00:00.000Z',
      '2026-10-19T22:00:00.000Z',
      '2026-09-26T22:00:00.000Z',
    ]);
  });

  it('[PAGE-47] are as few as contain a gap', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const spans = [null, 23, 25, 24 * 8, 24 * 31].map((hours) =>
      spanWith({ to: hours === null ? null : now - hours * HOUR }, now, 'UTC'),
    );
    expect(spans).toEqual(['24h', '24h', '7d', '30d', null]);
  });
});

test.each([
  ['04:10', '2026-11-27T04:10:00.000Z'],
  ['14:00', '2026-11-26T14:00:00.000Z'],
  ['monday 4:10:30', '2026-11-23T04:10:30.000Z'],
  ['2026-11-21 14:00', '2026-11-21T14:00:00.000Z'],
  ['2026-12-21 14:00', '2026-12-21T14:00:00.000Z'],
  ['2026-11-21T14:00:05Z', '2026-11-21T14:00:05.000Z'],
  ['2h', '2026-11-27T11:00:00.000Z'],
  ['now', '2026-11-27T13:00:00.000Z'],
  ['', null],
  ['banana', null],
  ['@1e300', null],
])('[COVER-5] the field "Watched at" reads %j as a time of day, a date or a time of a filter', (text, iso) => {
  const { at } = askedTime(text, Date.parse('2026-11-27T13:00:00Z'), 'utc');
  expect(at === null ? null : new Date(at).toISOString()).toBe(iso);
});

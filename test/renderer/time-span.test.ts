/** Tests how a time span is named, stepped and parsed in a time zone, including clock changes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isSameSpan,
  adjacentSpan,
  spanPresets,
  spanName,
  untilNow,
} from '../../src-renderer/screens/timeline/query/time-span.ts';
import { futureWallTime, wallTime } from '../../src-renderer/time/wall-time.ts';
import { dayStart, momentsOf, wallText } from '../../src-renderer/time/zoned-time.ts';
import { filterSpan } from '../../src-shared/domain/filter/filter-edit.ts';
import { resolveTime } from '../../src-shared/domain/filter/filter.ts';
import { filterOf } from '../doubles/filters.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 32, 1);
const STOCKHOLM = 'Europe/Stockholm';

/** Simulates a computer in Berlin. */
const { DateTimeFormat } = Intl;
// oxlint-disable-next-line func-style -- it is called with `new`
function inBerlin(locales: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new DateTimeFormat(locales, { timeZone: 'Europe/Berlin', ...options });
}

const span = (text: string) => filterSpan(filterOf(text), NOW);

describe('the name of a span', () => {
  const names: readonly [string, string][] = [
    ['', 'All stored'],
    ['since:-15m', 'Last 15 min'],
    ['since:-24h', 'Last 24 h'],
    ['since:-7d', 'Last 7 d'],
    ['since:-90m', 'Last 90 min'],
    ['since:-36h', 'Last 36 h'],
    ['since:2026-11-21', 'Today'],
    ['since:2026-11-20 until:2026-11-20T23:59:59.999Z', 'Yesterday'],
    ['since:2026-11-21T14:00 until:2026-11-21T14:20', '21 Nov 14:00 – 14:20 UTC'],
    ['since:2026-11-21T14:00:30 until:2026-11-21T14:20', '21 Nov 14:00:30 – 14:20 UTC'],
    ['since:2026-11-20T22:00 until:2026-11-21T02:00', '20 Nov 22:00 – 21 Nov 02:00 UTC'],
    ['since:2026-11-20T22:00', 'Since 20 Nov 22:00 UTC'],
    ['until:2025-11-20T22:00', 'Until 20 Nov 2025 22:00 UTC'],
  ];
  it.each(names)('is for “%s” “%s”', (text, name) => {
    expect(spanName(span(text), NOW, 'utc')).toBe(name);
  });
});

describe('[PAGE-97] the name of a span over a clock change', () => {
  // Loaded again, because formatted texts are cached for the zone of the computer.
  beforeEach(() => {
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: inBerlin } }));
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  it.each([
    [
      'since:2026-10-24T22:00 until:2026-10-25T22:59:59.999Z',
      '25 Oct 00:00 CEST – 26 Oct 00:00 CET',
      '25 Oct 00:00 CEST – 26 Oct 00:00 CET',
      'CEST → CET',
    ],
    [
      'since:2026-10-25T00:00 until:2026-10-25T02:00',
      '25 Oct 02:00 CEST – 03:00 CET',
      '25 Oct 02:00 CEST – 03:00 CET',
      'CEST → CET',
    ],
    ['since:2026-10-25T10:00 until:2026-10-25T12:00', '25 Oct 11:00 – 13:00 CET', '25 Oct 11:00 – 13:00', 'CET'],
  ])('has both zones if they differ: %s', async (text, name, ofBars, zones) => {
    const { barSpanText } = await import('../../src-renderer/components/bars/bar-words.ts');
    const { spanName: nameInBerlin } = await import('../../src-renderer/screens/timeline/query/time-span.ts');
    const { zonesText } = await import('../../src-renderer/time/time-text.ts');
    const { since, until } = span(text);
    const [from, to] = [since, until].map((time) => (time === null ? NOW : resolveTime(time, NOW))) as [number, number];
    const whole = { from, to: Math.ceil(to / 1_000) * 1_000 };
    expect([
      nameInBerlin({ since, until }, NOW, 'local'),
      barSpanText(whole, NOW, 'local'),
      zonesText(from, to, 'local'),
    ]).toEqual([name, ofBars, zones]);
  });
});

describe('steps of a span', () => {
  it('have the length of the span', () => {
    const twenty = span('since:2026-11-21T14:00 until:2026-11-21T14:20');
    expect(adjacentSpan(twenty, -1, NOW)).toEqual(span('since:2026-11-21T13:40 until:2026-11-21T14:00'));
    expect(adjacentSpan(twenty, 1, NOW)).toEqual(span('since:2026-11-21T14:20 until:2026-11-21T14:40'));
  });
  it('have fixed times if the span ends now', () => {
    expect(adjacentSpan(span('since:-1h'), -1, NOW)).toEqual({
      since: { kind: 'at', at: NOW - 7_200_000 },
      until: { kind: 'at', at: NOW - 3_600_000 },
    });
  });
  it('do not exist for a span without a start', () => {
    expect([adjacentSpan(span(''), 1, NOW), adjacentSpan(span('until:-1h'), 1, NOW)]).toEqual([null, null]);
  });
  it('keep the length when the span is moved to now', () => {
    expect(isSameSpan(untilNow(span('since:2026-11-21T14:00 until:2026-11-21T14:20'), NOW), span('since:-20m'))).toBe(
      true,
    );
  });
});

describe('[PAGE-97] local times in a zone with clock changes', () => {
  it('do not exist in a skipped hour', () => {
    expect(momentsOf('2026-03-29T02:30', STOCKHOLM)).toEqual([]);
    expect(momentsOf('2026-03-29T03:00', STOCKHOLM)).toEqual([Date.UTC(2026, 2, 29, 1)]);
  });
  it('exist twice in a repeated hour', () => {
    expect(momentsOf('2026-10-25T02:30', STOCKHOLM)).toEqual([
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 1, 30),
    ]);
    expect(momentsOf('2026-10-25T03:00', STOCKHOLM)).toEqual([Date.UTC(2026, 9, 25, 2)]);
  });
  it('exist twice in half an hour on Lord Howe Island', () => {
    expect(momentsOf('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2);
  });
  it('are parsed as they were printed', () => {
    for (const at of [NOW, Date.UTC(2026, 6, 1), Date.UTC(2026, 2, 29, 1)]) {
      const minute = at - (at % 60_000);
      expect(momentsOf(wallText(minute, STOCKHOLM), STOCKHOLM)).toEqual([minute]);
    }
  });
  it('start each day at local midnight, including days of 23 and 25 hours', () => {
    const noon = Date.UTC(2026, 9, 26, 12);
    expect([0, 1, 2].map((days) => new Date(dayStart(noon, days, STOCKHOLM)).toISOString())).toEqual([
      '2026-10-25T23:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-23T22:00:00.000Z',
    ]);
  });
  it('start a day after midnight if the clocks skip midnight', () => {
    const noon = Date.UTC(2026, 3, 24, 12);
    expect(new Date(dayStart(noon, 0, 'Africa/Cairo')).toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });
});

describe('a typed time', () => {
  const cases: readonly [string, number | null, boolean][] = [
    ['', null, false],
    ['2026-11-20 08:00', Date.UTC(2026, 10, 20, 8), false],
    ['2026-11-20T08:00:30', Date.UTC(2026, 10, 20, 8, 0, 30), false],
    ['2026-11-20', Date.UTC(2026, 10, 20), false],
    ['9:05', Date.UTC(2026, 10, 21, 9, 5), false],
    // The current day is a Saturday.
    ['today 9:05', Date.UTC(2026, 10, 21, 9, 5), false],
    ['yesterday 04:10', Date.UTC(2026, 10, 20, 4, 10), false],
    ['Monday', Date.UTC(2026, 10, 16), false],
    ['sat 01:00', Date.UTC(2026, 10, 21, 1), false],
    ['yesterday soon', null, true],
    ['2026-02-31 08:00', null, true],
    ['25:00', null, true],
    ['soon', null, true],
  ];
  it.each(cases)('is parsed from “%s”', (text, at, isNoted) => {
    const time = wallTime(text, NOW, 'utc', 'first');
    expect({ at: time.at, isNoted: time.note !== '' }).toEqual({ at, isNoted });
  });

  it('has presets that are named like their spans', () => {
    expect(spanPresets(NOW, 'utc').map((preset) => spanName(preset.span, NOW, 'utc'))).toEqual(
      spanPresets(NOW, 'utc').map(({ name }) => name),
    );
  });
});

it.each([
  ['15:00', '2026-11-21T15:00:00Z'],
  ['8:00', '2026-11-22T08:00:00Z'],
  ['8', '2026-11-22T08:00:00Z'],
  ['Tomorrow 8', '2026-11-22T08:00:00Z'],
  ['today 15:00', '2026-11-21T15:00:00Z'],
  ['mon 8', '2026-11-23T08:00:00Z'],
  ['monday', '2026-11-23T00:00:00Z'],
  ['sat 20:00', '2026-11-21T20:00:00Z'],
  ['sat 8', '2026-11-28T08:00:00Z'],
  ['90m', '2026-11-21T16:02:01Z'],
  ['1 h 30', '2026-11-21T16:02:01Z'],
  ['2d', '2026-11-23T14:32:01Z'],
  ['2026-12-01T08:00', '2026-12-01T08:00:00Z'],
  ['', 'For example 8:00, mon 8, 90m, or 2026-11-21 14:00.'],
  ['soon', 'Write it as 8:00, mon 8, 90m, or 2026-11-21 14:00.'],
  ['25:00', 'Write it as 8:00, mon 8, 90m, or 2026-11-21 14:00.'],
  ['0m', 'This time is not in the future.'],
  ['today 8', 'This time is not in the future.'],
  ['yesterday 8', 'This time is not in the future.'],
  ['2026-11-20 8', 'This time is not in the future.'],
])('[CASE-11] the end of a mute is read from “%s”, as the next such time', (text, read) => {
  const { at, note } = futureWallTime(text, NOW, 'utc');
  expect(at === null ? note : new Date(at).toISOString().replace('.000Z', 'Z')).toBe(read);
});

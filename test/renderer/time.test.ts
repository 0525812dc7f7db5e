import { describe, expect, it, test } from 'vitest';
import type { Gap, Session } from '../../src-shared/domain/coverage/coverage.ts';
import { coverageSpans, gapLengthMs, sessionLengthMs } from '../../src-renderer/time/coverage-spans.ts';
import { elapsedMs } from '../../src-renderer/time/page-clock.ts';
import {
  ageText,
  clockText,
  dayText,
  fullTimeText,
  isoText,
  lengthText,
  offsetText,
  shortTimeText,
  stopwatchText,
} from '../../src-renderer/time/time-text.ts';

const AT = Date.UTC(2026, 10, 21, 14, 2, 11, 482);
const HOUR = 3_600_000;

describe('a length of time', () => {
  test.each([
    [0, '0 s'],
    [400, 'under 1 s'],
    [8_999, '8 s'],
    [200_000, '3 m 20 s'],
    [2 * HOUR + 5 * 60_000, '2 h 05 m'],
    [23 * HOUR + 52 * 60_000 + 59_999, '23 h 52 m'],
    [76 * HOUR, '3 d 4 h'],
  ])('with %i ms is shown as "%s"', (ms, text) => expect(lengthText(ms)).toBe(text));

  test.each([
    [-5, '00:00'],
    [761_999, '12:41'],
    [3_723_000, '1:02:03'],
  ])('with %i ms is shown on a stopwatch as "%s"', (ms, text) => expect(stopwatchText(ms)).toBe(text));

  it('is never less than 0 s when it is an age', () => {
    expect([ageText(-3_000), ageText(300), ageText(8_100)]).toEqual(['0 s', '0 s', '8 s']);
  });
});

describe('the text of a time', () => {
  it('is formatted once for all rows of a second', () => {
    const { prototype } = Intl.DateTimeFormat;
    const original = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    let calls = 0;
    Object.defineProperty(prototype, 'format', {
      configurable: true,
      get(this: Intl.DateTimeFormat) {
        calls += 1;
        return original.get?.call(this) as unknown;
      },
    });
    const at = Date.UTC(2031, 4, 6, 7, 8, 9);
    const texts = Array.from({ length: 200 }, (_, row) => shortTimeText(at + row, at, 'utc'));
    Object.defineProperty(prototype, 'format', original);
    expect({ texts: new Set(texts), calls }).toEqual({ texts: new Set(['07:08:09']), calls: 3 });
  });

  it.each(['utc', 'local'] as const)('is that of its own second, minute and day: %s', (zone) => {
    const timeZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
    const clock = new Intl.DateTimeFormat('en-GB', { ...timeZone, hourCycle: 'h23', timeStyle: 'medium' });
    // Irregular steps, over changes of the clock and more times than are kept.
    for (let at = AT, step = 1; at < AT + 400 * 24 * HOUR; at += 1_000 * (step = (step * 48_271) % 65_537)) {
      expect(clockText(at, zone)).toBe(clock.format(at));
      const day = new Intl.DateTimeFormat('en-GB', { ...timeZone, day: '2-digit', month: 'short' }).format(at);
      expect(dayText(at, zone)).toBe(day);
    }
  });
});

describe('the difference between two clocks', () => {
  test.each([
    [7_200_000, '+2 h 00 min'],
    [-5_400_000, '−1 h 30 min'],
    [89_000, '+1 min'],
    [91_000, '+2 min'],
    [3_599_999, '+1 h 00 min'],
  ])('is shown for %i ms as "%s"', (ms, text) => expect(offsetText(ms)).toBe(text));
});

describe('a displayed time', () => {
  it('includes its zone', () => {
    expect(fullTimeText(AT, 'utc')).toBe('2026-11-21 14:02:11.482 UTC');
  });
  it('names its day only if that is not today', () => {
    expect([shortTimeText(AT, AT + HOUR, 'utc'), shortTimeText(AT - 24 * HOUR, AT, 'utc')]).toEqual([
      '14:02:11',
      '20 Nov 14:02:11',
    ]);
  });
  it('names its year if that is another year', () => {
    expect(shortTimeText(AT - 365 * 24 * HOUR, AT, 'utc')).toBe('21 Nov 2025 14:02');
    expect(shortTimeText(AT - 365 * 24 * HOUR, AT, 'utc', { date: 'always' })).toBe('21 Nov 2025 14:02:11');
  });
});

it('a time beyond the calendar has no text', () => {
  expect([isoText(AT), isoText(9e15)]).toEqual(['2026-11-21T14:02:11.482Z', '']);
});

describe('elapsed time since a reading', () => {
  test.each([
    ['both clocks agree', { wall: 5_000, monotonic: 5_000 }, 5_000],
    ['the computer slept and the monotonic clock stood still', { wall: 90_000, monotonic: 1_000 }, 90_000],
    ['the wall clock was set back', { wall: -60_000, monotonic: 8_000 }, 8_000],
    ['both went backward', { wall: -1, monotonic: -1 }, 0],
  ])('is correct if %s', (_case, now, ms) => {
    expect(elapsedMs({ wall: 0, monotonic: 0 }, now)).toBe(ms);
  });
});

describe('the coverage of a strip', () => {
  const session = (id: number, from: number, to: number | null, lastEventAt = to ?? from): Session => ({
    id,
    from,
    to,
    lastEventAt,
    lengthMs: lastEventAt - from,
    reason: null,
    detail: null,
    events: 1,
  });
  const gap = (id: number, from: number, to: number | null, reason: Gap['reason'] = 'unreachable'): Gap => ({
    id,
    from,
    to,
    lengthMs: to === null ? null : to - from,
    reason,
    detail: null,
    afterSeq: 0,
  });
  const span = { from: 0, to: 100_000 };

  it('clips spans outside the range and joins overlapping ones', () => {
    const sessions = [session(1, -50_000, 10_000), session(2, 5_000, 20_000), session(3, 90_000, 500_000)];
    expect(coverageSpans({ sessions, gaps: [] }, span, null, false, 0)).toEqual({
      watched: [
        { from: 0, to: 20_000 },
        { from: 90_000, to: 100_000 },
      ],
      blind: [],
      reconnects: [],
    });
  });
  it('extends the current session to now while watching, otherwise to its last event', () => {
    const coverage = { sessions: [session(1, 10_000, null, 40_000)], gaps: [] };
    expect([100_000, null].map((live) => coverageSpans(coverage, span, live, false, 0).watched)).toEqual([
      [{ from: 10_000, to: 100_000 }],
      [{ from: 10_000, to: 40_000 }],
    ]);
  });
  it('extends an open gap to now', () => {
    const open = gap(1, 60_000, null);
    expect(coverageSpans({ sessions: [], gaps: [open] }, span, null, false, 0).blind).toEqual([
      { from: 60_000, to: 100_000, gaps: [open] },
    ]);
  });
  it('combines gaps that are close together into one mark', () => {
    const gaps = [gap(1, 10_000, 11_000), gap(2, 11_500, 12_000), gap(3, 50_000, 50_000)];
    const { blind } = coverageSpans({ sessions: [], gaps }, span, null, false, 1_000);
    expect(blind.map((mark) => [mark.from, mark.to, mark.gaps.length])).toEqual([
      [10_000, 12_000, 2],
      [50_000, 50_000, 1],
    ]);
  });
  it.each([
    [true, [2], [1, 3]],
    [false, [2, 3], [1]],
  ])(
    'separates reconnects from gaps; an open one is a reconnect while reconnecting: %s',
    (reconnecting, blind, reconnects) => {
      const gaps = [
        gap(1, 10_000, 20_000, 'session-expired'),
        gap(2, 30_000, 40_001, 'session-expired'),
        gap(3, 95_000, null, 'session-expired'),
      ];
      const spans = coverageSpans({ sessions: [], gaps }, span, null, reconnecting, 0);
      expect({
        blind: spans.blind.map((mark) => mark.gaps[0]?.id),
        reconnects: spans.reconnects.map((one) => one.gap.id),
      }).toEqual({ blind, reconnects });
    },
  );
  it('uses the measured lengths, whatever the wall clock says', () => {
    const measured = { ...gap(1, 10_000, 20_000), lengthMs: 600_000 };
    const lasting = { ...session(1, 10_000, null, 40_000), lengthMs: 90_000 };
    expect({
      gap: gapLengthMs(measured, 100_000),
      open: gapLengthMs(gap(2, 60_000, null), 100_000),
      watching: sessionLengthMs(lasting, 100_000),
      unheard: sessionLengthMs(lasting, null),
      ended: sessionLengthMs({ ...lasting, to: 40_000 }, 100_000),
    }).toEqual({ gap: 600_000, open: 40_000, watching: 150_000, unheard: 90_000, ended: 90_000 });
  });
});

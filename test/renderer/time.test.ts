import { describe, expect, it, test } from 'vitest';
import type { Gap, Session } from '../../src-shared/domain/coverage.ts';
import { coverageSpans } from '../../src-renderer/time/coverage-spans.ts';
import { elapsedMs } from '../../src-renderer/time/page-clock.ts';
import { ageText, fullTimeText, lengthText, shortTimeText, stopwatchText } from '../../src-renderer/time/time-text.ts';

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
  ])('of %i ms is "%s"', (ms, text) => expect(lengthText(ms)).toBe(text));

  test.each([
    [-5, '00:00'],
    [761_999, '12:41'],
    [3_723_000, '1:02:03'],
  ])('of %i ms on a stopwatch is "%s"', (ms, text) => expect(stopwatchText(ms)).toBe(text));

  it('as an age is never less than 0 s', () => {
    expect([ageText(-3_000), ageText(300), ageText(8_100)]).toEqual(['0 s', '0 s', '8 s']);
  });
});

describe('a moment', () => {
  it('carries its zone in full', () => {
    expect(fullTimeText(AT, 'utc')).toBe('2026-11-21 14:02:11.482 UTC');
  });
  it('names its day only where that is not today', () => {
    expect([shortTimeText(AT, AT + HOUR, 'utc'), shortTimeText(AT - 24 * HOUR, AT, 'utc')]).toEqual([
      '14:02:11',
      '20 Nov 14:02:11',
    ]);
  });
  it('of the same day in another year names its day', () => {
    expect(shortTimeText(AT - 365 * 24 * HOUR, AT, 'utc')).toBe('21 Nov 14:02:11');
  });
});

describe('time passed since a reading', () => {
  test.each([
    ['both clocks agree', { wall: 5_000, monotonic: 5_000 }, 5_000],
    ['the computer slept and the monotonic clock stood still', { wall: 90_000, monotonic: 1_000 }, 90_000],
    ['the wall clock was set back', { wall: -60_000, monotonic: 8_000 }, 8_000],
    ['both went backward', { wall: -1, monotonic: -1 }, 0],
  ])('where %s', (_case, now, ms) => {
    expect(elapsedMs({ wall: 0, monotonic: 0 }, now)).toBe(ms);
  });
});

describe('coverage of a span', () => {
  const session = (id: number, from: number, to: number | null, lastEventAt = to ?? from): Session => ({
    id,
    from,
    to,
    lastEventAt,
    reason: null,
    detail: null,
    events: 1,
  });
  const gap = (id: number, from: number, to: number | null): Gap => ({
    id,
    from,
    to,
    reason: 'unreachable',
    detail: null,
  });
  const span = { from: 0, to: 1_000 };

  it('clips what lies outside and counts overlaps once', () => {
    const coverage = { sessions: [session(1, -500, 100), session(2, 50, 200), session(3, 900, 5_000)], gaps: [] };
    expect(coverageSpans(coverage, span, null, 0)).toEqual({
      watched: [
        { from: 0, to: 200 },
        { from: 900, to: 1_000 },
      ],
      blind: [],
      watchedMs: 300,
      blindMs: 0,
    });
  });
  it('lets the present session reach to now while watching, else to its last event', () => {
    const coverage = { sessions: [session(1, 100, null, 400)], gaps: [] };
    expect([1_000, null].map((live) => coverageSpans(coverage, span, live, 0).watchedMs)).toEqual([900, 300]);
  });
  it('lets an open gap reach to now', () => {
    expect(coverageSpans({ sessions: [], gaps: [gap(1, 600, null)] }, span, null, 0).blindMs).toBe(400);
  });
  it('counts what is neither watched nor blind as neither', () => {
    const { watchedMs, blindMs } = coverageSpans(
      { sessions: [session(1, 800, 900)], gaps: [gap(1, 900, 1_000)] },
      span,
      null,
      0,
    );
    expect({ watchedMs, blindMs }).toEqual({ watchedMs: 100, blindMs: 100 });
  });
  it('gives gaps that lie close together one mark, and keeps their true length', () => {
    const gaps = [gap(1, 100, 110), gap(2, 115, 120), gap(3, 500, 500)];
    const { blind, blindMs } = coverageSpans({ sessions: [], gaps }, span, null, 10);
    expect({ marks: blind.map((mark) => [mark.from, mark.to, mark.gaps.length]), blindMs }).toEqual({
      marks: [
        [100, 120, 2],
        [500, 500, 1],
      ],
      blindMs: 15,
    });
  });
});

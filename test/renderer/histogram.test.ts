import { describe, expect, it } from 'vitest';
import { axisLabels, placedLabels } from '../../src-renderer/components/bars/axis-labels.ts';
import {
  barAt,
  movedSelection,
  clampedSelection,
  spanOfBars,
} from '../../src-renderer/components/bars/bar-selection.ts';
import { placedNumbers } from '../../src-renderer/components/bars/bar-labels.ts';
import { barShapes, ORDINARY_DAY, TALLEST } from '../../src-renderer/components/bars/bar-shapes.ts';
import { figuresOf, figuresText, barSpanText } from '../../src-renderer/components/bars/bar-words.ts';
import {
  isOutsideFilter,
  isOnlyOutcome,
  outcomeToggled,
  zoomedIn,
  zoomedOut,
} from '../../src-renderer/screens/timeline/histogram/zoom.ts';
import type { OutcomeBars } from '../../src-renderer/stores/timeline/tally-sums.ts';
import { barEdges, MAX_BARS, type ZoneOffset } from '../../src-renderer/time/bar-edges.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { filterOf } from '../doubles/filters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UTC: ZoneOffset = () => 0;
const at = (iso: string) => Date.parse(iso);

/** Central Europe: clocks go forward on 29 March 2026 and back on 25 October 2026, at 01:00 UTC. */
const CENTRAL: ZoneOffset = (moment) =>
  moment >= at('2026-03-29T01:00Z') && moment < at('2026-10-25T01:00Z') ? 2 * HOUR : HOUR;
const iso = (edges: readonly number[]) => edges.map((edge) => new Date(edge).toISOString().slice(5, 16));

describe('[PAGE-100] bars start and end on whole units of the displayed time zone', () => {
  it.each([
    ['a day', DAY, 118, 15 * MINUTE],
    ['a day next to an open event', DAY, 78, 20 * MINUTE],
    ['a day in a small window', DAY, 40, HOUR],
    ['an hour', HOUR, 118, MINUTE],
    ['five minutes', 5 * MINUTE, 118, 5_000],
    ['a week', 7 * DAY, 118, 2 * HOUR],
    ['half a year', 182 * DAY, 118, 7 * DAY],
  ])('have the smallest unit that fits %s', (_, length, room, ms) => {
    const from = at('2026-11-20T14:32:01Z');
    const { unit, edges } = barEdges({ from, to: from + length }, room, UTC);
    expect(unit).toEqual({ kind: 'time', ms });
    expect(edges[0]).toBeLessThanOrEqual(from);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(from + length);
    expect(edges.length - 1).toBeLessThanOrEqual(room + 1);
  });

  it('show a day of 23 or 25 hours as one bar', () => {
    const spring = barEdges({ from: at('2026-03-27T23:00Z'), to: at('2026-03-30T22:00Z') }, 4, CENTRAL);
    expect(iso(spring.edges)).toEqual(['03-27T23:00', '03-28T23:00', '03-29T22:00', '03-30T22:00']);
    const autumn = barEdges({ from: at('2026-10-23T22:00Z'), to: at('2026-10-26T23:00Z') }, 4, CENTRAL);
    expect(iso(autumn.edges)).toEqual(['10-23T22:00', '10-24T22:00', '10-25T23:00', '10-26T23:00']);
  });

  it('show a repeated hour as two bars and a skipped hour as none', () => {
    const autumn = barEdges({ from: at('2026-10-24T23:00Z'), to: at('2026-10-25T03:00Z') }, 4, CENTRAL);
    expect(iso(autumn.edges)).toEqual(['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00', '10-25T03:00']);
    const spring = barEdges({ from: at('2026-03-28T23:00Z'), to: at('2026-03-29T08:00Z') }, 4, CENTRAL);
    // 00, 03, 06 and 09 in local time.
    expect(iso(spring.edges)).toEqual(['03-28T23:00', '03-29T01:00', '03-29T04:00', '03-29T07:00', '03-29T10:00']);
  });

  it('are ascending and limited in number for every span', () => {
    for (const length of [0, 1, 999, HOUR, DAY * 3, DAY * 400, DAY * 40_000])
      for (const offset of [UTC, CENTRAL]) {
        const { edges } = barEdges(
          { from: at('2026-03-28T20:17:03Z'), to: at('2026-03-28T20:17:03Z') + length },
          900,
          offset,
        );
        expect(edges.length).toBeGreaterThan(1);
        expect(edges.length - 1).toBeLessThanOrEqual(MAX_BARS + 1);
        expect(edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? edge))).toBe(true);
      }
  });
});

describe('[PAGE-100] bars have comparable heights', () => {
  const bars = (counts: Record<string, number[]>): OutcomeBars =>
    new Map(Object.entries(counts) as [never, number[]][]);

  it('have failures at the base, and every outcome that occurs is at least 2 px high', () => {
    const [shape] = barShapes(bars({ succeeded: [10_000], failed: [1], partial: [3] }), 1, 92, TALLEST).shapes;
    expect(shape?.parts.map(({ outcome, bottom, height }) => [outcome, bottom, Math.round(height)])).toEqual([
      ['failed', 0, 2],
      ['partial', 2, 2],
      ['succeeded', 4, 88],
    ]);
  });
  it('are as high as their count, relative to the highest bar', () => {
    const { shapes } = barShapes(bars({ succeeded: [100, 50, 0], failed: [0, 0, 0] }), 3, 100, TALLEST);
    expect(shapes.map(({ parts }) => parts.map(({ height }) => height))).toEqual([[100], [50], []]);
  });
  it('include events without an outcome, such as the start of a session', () => {
    const pulses: OutcomeBars = new Map([[null, [5]]]);
    expect(barShapes(pulses, 1, 10, TALLEST).shapes[0]?.parts).toHaveLength(1);
  });
  const ordinary = Array.from({ length: 96 }, (_, bar) => 20 + (bar % 15));
  it.each([
    ['an ordinary day', ordinary, 40],
    ['a day with a storm', ordinary.with(95, 10_000), 40],
    ['an empty day', [], 10],
    ['a day with one event', [1], 10],
    ['a day with a bar a fifth higher, which is not worth a cut', [...ordinary, 48], 50],
    ['a day with such a bar and a storm', [...ordinary, 48, 214], 50],
    ['a day with a storm that rises from bar to bar', [...ordinary, 48, 70, 100, 150], 50],
  ])('have on %s the scale of an ordinary day', (_what, totals, scale) =>
    expect(ORDINARY_DAY.scaleOf(totals)).toBe(scale),
  );
  it('show the failures of a day above a low lane of successes, each with its own scale', () => {
    const failed = ordinary.map((_, bar) => (bar === 3 ? 5 : 0));
    const { scale, shapes, floorPx } = barShapes(bars({ succeeded: ordinary, failed }), 96, 100, ORDINARY_DAY);
    expect([scale, Math.round(floorPx)]).toEqual([10, 17]);
    expect(
      shapes[3]?.parts.map(({ outcome, bottom, height }) => [outcome, Math.round(bottom), Math.round(height)]),
    ).toEqual([
      ['succeeded', 0, Math.round((23 / 34) * 14)],
      ['failed', 17, Math.round(83 / 2)],
    ]);
    expect(shapes[4]?.parts.map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });
  it('show any failure of a day at least 4 px high', () => {
    const failed = ordinary.map((_, bar) => (bar === 3 ? 1 : 200));
    const { shapes } = barShapes(bars({ succeeded: ordinary, failed }), 96, 100, ORDINARY_DAY);
    expect(shapes[3]?.parts.at(-1)).toMatchObject({ outcome: 'failed', count: 1, height: 4 });
  });
  it('cut off a higher bar of a day, and show its number', () => {
    const failed = ordinary.map((_, bar) => (bar === 95 ? 214 : 1));
    const { shapes } = barShapes(bars({ succeeded: ordinary, failed }), 96, 100, ORDINARY_DAY);
    const top = shapes[95]?.parts.at(-1);
    expect([shapes[95]?.beyond, shapes[94]?.beyond, (top?.bottom ?? 0) + (top?.height ?? 0)]).toEqual([
      { count: 214, outcome: 'failed' },
      null,
      100,
    ]);
  });
});

describe('[PAGE-100] a range of bars is the span to zoom to', () => {
  const edges = [0, 10, 20, 30, 40];
  it('reaches from the start of the first bar to the end of the last, in either order', () => {
    expect(spanOfBars(edges, { anchor: 1, head: 2 })).toEqual({ from: 10, to: 30 });
    expect(spanOfBars(edges, { anchor: 2, head: 1 })).toEqual({ from: 10, to: 30 });
  });
  it.each([
    [0, 0],
    [0.26, 1],
    [0.9, 3],
    [1.4, 3],
    [-1, 0],
  ])('at %d of the width starts with bar %d', (share, bar) => expect(barAt(edges, share)).toBe(bar));
  it('is selected by keys: the newest bar first, then the next, wider with Shift, never beyond the ends', () => {
    const newest = movedSelection(null, -1, false, 4);
    expect(newest).toEqual({ anchor: 3, head: 3 });
    expect(movedSelection(newest, 1, false, 4)).toEqual({ anchor: 3, head: 3 });
    expect(movedSelection(newest, -1, false, 4)).toEqual({ anchor: 2, head: 2 });
    expect(movedSelection(newest, -1, true, 4)).toEqual({ anchor: 3, head: 2 });
    expect(movedSelection(null, 1, false, 0)).toBeNull();
    expect(clampedSelection({ anchor: 9, head: 2 }, 4)).toEqual({ anchor: 3, head: 2 });
  });
  it('ends before the first millisecond of the next bar, and keeps the other terms of the filter', () => {
    const span = { from: at('2026-11-21T14:00Z'), to: at('2026-11-21T14:20Z') };
    expect(printFilter(zoomedIn(filterOf('outcome:failed since:-24h'), span))).toBe(
      'outcome:failed since:2026-11-21T14:00:00Z until:2026-11-21T14:19:59.999Z',
    );
  });
  it('zooms out to three times its length, and is open at an end beyond the stored data', () => {
    const now = at('2026-11-21T15:00Z');
    const out = (from: string, to: string) =>
      printFilter(zoomedOut(filterOf('country:SE'), { from: at(from), to: at(to) }, now, at('2026-11-20T00:00Z')));
    expect(out('2026-11-21T10:00Z', '2026-11-21T11:00Z')).toBe(
      'country:SE since:2026-11-21T09:00:00Z until:2026-11-21T12:00:00Z',
    );
    expect(out('2026-11-21T14:00Z', '2026-11-21T14:30Z')).toBe('country:SE since:2026-11-21T13:30:00Z');
    expect(out('2026-11-20T10:00Z', '2026-11-21T14:30Z')).toBe('country:SE');
  });
});

describe('[PAGE-90] a figure filters its rows, and a second press removes the filter', () => {
  it('shows only events with its outcome, replacing other outcome terms', () => {
    const failed = outcomeToggled(filterOf('country:SE -outcome:failed outcome:partial'), 'failed');
    expect(printFilter(failed)).toBe('country:SE outcome:failed');
    expect(isOnlyOutcome(failed, 'failed')).toBe(true);
    expect(printFilter(outcomeToggled(failed, 'failed'))).toBe('country:SE');
  });
  it.each([
    ['country:SE', false, false],
    ['outcome:failed', false, true],
    ['-outcome:failed', true, false],
    ['outcome:failed,partial', false, false],
    ['outcome:unknown', true, true],
  ])('is marked as excluded if the filter leaves out its outcome: %s', (text, failed, partial) =>
    expect([isOutsideFilter(filterOf(text), 'failed'), isOutsideFilter(filterOf(text), 'partial')]).toEqual([
      failed,
      partial,
    ]),
  );
});

describe('the words next to the bars', () => {
  const now = at('2026-11-21T15:00Z');
  it('name the figures of the given bars', () => {
    const bars: OutcomeBars = new Map([
      ['failed', [1, 225, 0]],
      ['succeeded', [4, 0, 9]],
    ]);
    expect(figuresText(figuresOf(bars, 0, 1), 92_000)).toBe('226 failed · 4 succeeded · blind 1 m 32 s');
    expect(figuresText(figuresOf(bars, 5, 6), 0)).toBe('no events');
  });
  it.each([
    ['2026-11-21T14:00Z', '2026-11-21T14:20Z', '14:00 – 14:20'],
    ['2026-11-21T14:00:05Z', '2026-11-21T14:00:10Z', '14:00:05 – 14:00:10'],
    ['2026-11-20T14:00Z', '2026-11-20T14:20Z', '20 Nov 14:00 – 14:20'],
    ['2026-11-19T00:00Z', '2026-11-20T00:00Z', '19 Nov 00:00 – 20 Nov 00:00'],
  ])('name the time from %s to %s', (from, to, words) =>
    expect(barSpanText({ from: at(from), to: at(to) }, now, 'utc')).toBe(words),
  );
  it.each([
    ['both if there is room', ['22 Nov 10:30:36', 0], ['10:30:37', 160], ['22 Nov 10:30:36', '10:30:37']],
    ['only the first if the second would overlap it', ['22 Nov 10:30:36', 0], ['10:30:37', 110], ['22 Nov 10:30:36']],
    ['the one that names a day', ['23:59:59', 200], ['22 Nov 00:00:00', 260], ['22 Nov 00:00:00']],
    ['none over the time zone', ['10:30:36', 300], ['10:30:37', 560], ['10:30:36']],
    ['the first even if half of it is cut off', ['10:30:36', 20], ['10:30:37', 120], ['10:30:36', '10:30:37']],
  ] as const)('show of two labels %s', (_what, first, second, shown) => {
    const labels = [first, second].map(([text, x]) => {
      const clock = text.slice(-8);
      return { at: x, share: x / 600, day: text.slice(0, -clock.length).trim(), clock };
    });
    expect(placedLabels(labels, 600, 1).map(({ text }) => text)).toEqual(shown);
  });
  it('keep labels apart at a larger scale', () => {
    const labels = [0, 0.25].map((share) => ({ at: share, share, day: '', clock: '10:30:36' }));
    expect([1, 1.25, 2].map((scale) => placedLabels(labels, 500, scale).length)).toEqual([2, 2, 1]);
  });
  it('label the axis with times, and with the day when it changes', () => {
    const span = { from: at('2026-11-20T14:30Z'), to: at('2026-11-21T14:45Z') };
    expect(axisLabels(span, 8, now, 'utc').map(({ day, clock }) => `${day} ${clock}`.trim())).toEqual([
      '20 Nov 15:00',
      '18:00',
      '21:00',
      '21 Nov 00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
    ]);
  });
});

describe('[PAGE-441] the number of a cut bar', () => {
  const numbersOf = (counts: Readonly<Record<number, number>>) =>
    placedNumbers(
      Object.entries(counts).map(([left, count]) => ({ count, left: Number(left), right: Number(left) + 9 })),
      { widthPx: 1_000, charPx: 8 },
    ).map(({ text, at: x, anchor }) => `${text} ${anchor} ${x}`);
  it.each<[where: string, counts: Readonly<Record<number, number>>, shown: readonly string[]]>([
    ['is left of the bar', { 300: 170 }, ['170 end 296']],
    ['is right of the bar at the left edge', { 0: 170 }, ['170 start 13']],
    ['is at least a character from the next', { 0: 435, 66: 173 }, ['435 start 13', '173 start 79']],
    ['is right of the bar if another cut bar is left of it', { 900: 12, 910: 435 }, ['435 start 923', '12 end 896']],
    ['is above the largest of several', { 900: 120, 910: 435, 920: 173 }, ['435 middle 914.5']],
    ['is above the last bar within the chart', { 981: 120, 991: 435 }, ['435 middle 988']],
    ['is left out where it covers a larger bar', { 900: 435, 910: 120, 920: 173 }, ['435 end 896', '173 start 933']],
  ])('%s', (_, counts, shown) => expect(numbersOf(counts)).toEqual(shown));
});

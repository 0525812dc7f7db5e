import { describe, expect, it } from 'vitest';
import { axisLabels, placedLabels } from '../../src-renderer/screens/timeline/histogram/axis-labels.ts';
import {
  barAt,
  movedSelection,
  clampedSelection,
  spanOfBars,
} from '../../src-renderer/screens/timeline/histogram/bar-selection.ts';
import { barShapes } from '../../src-renderer/screens/timeline/histogram/bar-shapes.ts';
import { figuresOf, figuresText, barSpanText } from '../../src-renderer/screens/timeline/histogram/bar-words.ts';
import {
  isOutsideFilter,
  isOnlyOutcome,
  outcomeToggled,
  zoomedIn,
  zoomedOut,
} from '../../src-renderer/screens/timeline/histogram/zoom.ts';
import type { OutcomeBars } from '../../src-renderer/stores/tally-sums.ts';
import { barEdges, MAX_BARS, type ZoneOffset } from '../../src-renderer/time/bar-edges.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter-text.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UTC: ZoneOffset = () => 0;
const at = (iso: string) => Date.parse(iso);

/** Central Europe: clocks go forward on 29 March 2026 and back on 25 October 2026, at 01:00 UTC. */
const CENTRAL: ZoneOffset = (moment) =>
  moment >= at('2026-03-29T01:00Z') && moment < at('2026-10-25T01:00Z') ? 2 * HOUR : HOUR;
const filter = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (parsed.kind !== 'filter') throw new Error(`${text} is no filter.`);
  return parsed.filter;
};
const iso = (edges: readonly number[]) => edges.map((edge) => new Date(edge).toISOString().slice(5, 16));

describe('[PAGE-100] bars begin and end on whole units of the zone that is shown', () => {
  it.each([
    ['a day', DAY, 118, 15 * MINUTE],
    ['a day beside an open event', DAY, 78, 20 * MINUTE],
    ['a day in a small window', DAY, 40, HOUR],
    ['an hour', HOUR, 118, MINUTE],
    ['five minutes', 5 * MINUTE, 118, 5_000],
    ['a week', 7 * DAY, 118, 2 * HOUR],
    ['half a year', 182 * DAY, 118, 7 * DAY],
  ])('of %s, as small as there is room for', (_, length, room, ms) => {
    const from = at('2026-11-20T14:32:01Z');
    const { unit, edges } = barEdges({ from, to: from + length }, room, UTC);
    expect(unit).toEqual({ kind: 'time', ms });
    expect(edges[0]).toBeLessThanOrEqual(from);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(from + length);
    expect(edges.length - 1).toBeLessThanOrEqual(room + 1);
  });

  it('with a day of 23 hours as one bar, and one of 25', () => {
    const spring = barEdges({ from: at('2026-03-27T23:00Z'), to: at('2026-03-30T22:00Z') }, 4, CENTRAL);
    expect(iso(spring.edges)).toEqual(['03-27T23:00', '03-28T23:00', '03-29T22:00', '03-30T22:00']);
    const autumn = barEdges({ from: at('2026-10-23T22:00Z'), to: at('2026-10-26T23:00Z') }, 4, CENTRAL);
    expect(iso(autumn.edges)).toEqual(['10-23T22:00', '10-24T22:00', '10-25T23:00', '10-26T23:00']);
  });

  it('with the hour that a clock repeats as two bars, and none for the one that it leaves out', () => {
    const autumn = barEdges({ from: at('2026-10-24T23:00Z'), to: at('2026-10-25T03:00Z') }, 4, CENTRAL);
    expect(iso(autumn.edges)).toEqual(['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00', '10-25T03:00']);
    const spring = barEdges({ from: at('2026-03-28T23:00Z'), to: at('2026-03-29T08:00Z') }, 4, CENTRAL);
    // 00, 03, 06, 09 by the clock on the wall.
    expect(iso(spring.edges)).toEqual(['03-28T23:00', '03-29T01:00', '03-29T04:00', '03-29T07:00', '03-29T10:00']);
  });

  it('never more than two hundred, always ascending, whatever the span', () => {
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

describe('[PAGE-101] bars can be compared from one to the next', () => {
  const bars = (counts: Record<string, number[]>): OutcomeBars =>
    new Map(Object.entries(counts) as [never, number[]][]);

  it('with failed at the base, and an outcome that occurs at least 2 px high', () => {
    const [shape] = barShapes(bars({ succeeded: [10_000], failed: [1], partial: [3] }), 1, 92);
    expect(shape?.parts.map(({ outcome, bottom, height }) => [outcome, bottom, Math.round(height)])).toEqual([
      ['failed', 0, 2],
      ['partial', 2, 2],
      ['succeeded', 4, 88],
    ]);
  });
  it('as high as its count, of the highest of all', () => {
    const shapes = barShapes(bars({ succeeded: [100, 50, 0], failed: [0, 0, 0] }), 3, 100);
    expect(shapes.map(({ total, parts }) => [total, parts.map(({ height }) => height)])).toEqual([
      [100, [100]],
      [50, [50]],
      [0, []],
    ]);
  });
  it('with what has no outcome: a session that began is an event', () => {
    const pulses: OutcomeBars = new Map([[null, [5]]]);
    expect(barShapes(pulses, 1, 10)[0]?.parts).toHaveLength(1);
  });
});

describe('[PAGE-106] a span of bars is what is zoomed to', () => {
  const edges = [0, 10, 20, 30, 40];
  it('from the beginning of the first to the end of the last, whichever was pressed first', () => {
    expect(spanOfBars(edges, { anchor: 1, head: 2 })).toEqual({ from: 10, to: 30 });
    expect(spanOfBars(edges, { anchor: 2, head: 1 })).toEqual({ from: 10, to: 30 });
  });
  it.each([
    [0, 0],
    [0.26, 1],
    [0.9, 3],
    [1.4, 3],
    [-1, 0],
  ])('the bar under %d of the width is %d', (share, bar) => expect(barAt(edges, share)).toBe(bar));
  it('by keys: the newest first, then on, wider with Shift, never beyond the ends', () => {
    const newest = movedSelection(null, -1, false, 4);
    expect(newest).toEqual({ anchor: 3, head: 3 });
    expect(movedSelection(newest, 1, false, 4)).toEqual({ anchor: 3, head: 3 });
    expect(movedSelection(newest, -1, false, 4)).toEqual({ anchor: 2, head: 2 });
    expect(movedSelection(newest, -1, true, 4)).toEqual({ anchor: 3, head: 2 });
    expect(movedSelection(null, 1, false, 0)).toBeNull();
    expect(clampedSelection({ anchor: 9, head: 2 }, 4)).toEqual({ anchor: 3, head: 2 });
  });
  it('without the first moment of the next bar, and whatever else is asked for stays', () => {
    const span = { from: at('2026-11-21T14:00Z'), to: at('2026-11-21T14:20Z') };
    expect(printFilter(zoomedIn(filter('outcome:failed since:-24h'), span))).toBe(
      'outcome:failed since:2026-11-21T14:00:00Z until:2026-11-21T14:19:59.999Z',
    );
  });
  it('out: three times as long; open at an end that would be beyond what there is', () => {
    const now = at('2026-11-21T15:00Z');
    const out = (from: string, to: string) =>
      printFilter(zoomedOut(filter('country:SE'), { from: at(from), to: at(to) }, now, at('2026-11-20T00:00Z')));
    expect(out('2026-11-21T10:00Z', '2026-11-21T11:00Z')).toBe(
      'country:SE since:2026-11-21T09:00:00Z until:2026-11-21T12:00:00Z',
    );
    expect(out('2026-11-21T14:00Z', '2026-11-21T14:30Z')).toBe('country:SE since:2026-11-21T13:30:00Z');
    expect(out('2026-11-20T10:00Z', '2026-11-21T14:30Z')).toBe('country:SE');
  });
});

describe('[PAGE-85] a figure is the way to its rows, and back', () => {
  it('only events with the outcome, whatever was asked of outcomes before, and any again', () => {
    const failed = outcomeToggled(filter('country:SE -outcome:failed outcome:partial'), 'failed');
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
  ])('and is told apart where what matches has none of them: %s', (text, failed, partial) =>
    expect([isOutsideFilter(filter(text), 'failed'), isOutsideFilter(filter(text), 'partial')]).toEqual([
      failed,
      partial,
    ]),
  );
});

describe('what stands beside the bars', () => {
  const now = at('2026-11-21T15:00Z');
  it('says the figures of those that are meant', () => {
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
  ])('names the time from %s to %s', (from, to, words) =>
    expect(barSpanText({ from: at(from), to: at(to) }, now, 'utc')).toBe(words),
  );
  it.each([
    ['both, where there is room', ['22 Nov 10:30:36', 0], ['10:30:37', 160], ['22 Nov 10:30:36', '10:30:37']],
    [
      'the first alone, where the next would lie over it',
      ['22 Nov 10:30:36', 0],
      ['10:30:37', 110],
      ['22 Nov 10:30:36'],
    ],
    ['the one that names a day', ['23:59:59', 200], ['22 Nov 00:00:00', 260], ['22 Nov 00:00:00']],
    ['none over the zone', ['10:30:36', 300], ['10:30:37', 560], ['10:30:36']],
    ['the first, where half of it is cut off', ['10:30:36', 20], ['10:30:37', 120], ['10:30:36', '10:30:37']],
  ] as const)('has of two labels %s', (_what, first, second, shown) => {
    const labels = [first, second].map(([text, x]) => {
      const clock = text.slice(-8);
      return { at: x, share: x / 600, day: text.slice(0, -clock.length).trim(), clock };
    });
    expect(placedLabels(labels, 600, 1).map(({ text }) => text)).toEqual(shown);
  });
  it('has labels that stand apart at a larger scale, too', () => {
    const labels = [0, 0.25].map((share) => ({ at: share, share, day: '', clock: '10:30:36' }));
    expect([1, 1.25, 2].map((scale) => placedLabels(labels, 500, scale).length)).toEqual([2, 2, 1]);
  });
  it('has times below them, and the day where it is another', () => {
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

import { expect, test } from 'vitest';
import type { SubscriptionRow } from '../../src-shared/api/searches.ts';
import {
  windowEnd,
  withTotal,
  EMPTY_ROWS,
  rangeAround,
  adjacentRange,
  windowRanges,
  type RowsWindow,
  WINDOW_ROWS,
  withRowsPage,
} from '../../src-renderer/stores/subscriptions/rows-window.ts';

const rowsFrom = (from: number, count: number): SubscriptionRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ordinal: from + index + 1,
    id: null,
    values: [],
    isEarlier: false,
  }));
const windowOf = (from: number, count: number, total: number): RowsWindow => ({
  from,
  rows: rowsFrom(from, count),
  total,
});

test('[PAGE-162] the window never exceeds its maximum, in either direction through a million rows', () => {
  const total = 1_000_000;
  let held = withRowsPage(EMPTY_ROWS, 0, { rows: rowsFrom(0, 200), total });
  const seen: number[] = [];
  const readOn = (side: 'start' | 'end') => {
    const piece = adjacentRange(held, side);
    if (piece === null) return;
    held = withRowsPage(held, piece.from, { rows: rowsFrom(piece.from, piece.limit), total });
    seen.push(held.rows.length);
    // Each row is at its rank: none is missing and none is duplicated.
    expect(held.rows.map(({ ordinal }) => ordinal)).toEqual(
      rowsFrom(held.from, held.rows.length).map(({ ordinal }) => ordinal),
    );
  };
  for (let page = 0; page < 30; page += 1) readOn('end');
  expect({ from: held.from, end: windowEnd(held), most: Math.max(...seen) }).toEqual({
    from: 31 * 200 - WINDOW_ROWS,
    end: 31 * 200,
    most: WINDOW_ROWS,
  });
  for (let page = 0; page < 30; page += 1) readOn('start');
  expect({ from: held.from, end: windowEnd(held), most: Math.max(...seen) }).toEqual({
    from: 0,
    end: WINDOW_ROWS,
    most: WINDOW_ROWS,
  });
});

test('the next page on a side ends where the view ends', () => {
  expect([
    adjacentRange(windowOf(0, 200, 300), 'start'),
    adjacentRange(windowOf(0, 200, 300), 'end'),
    adjacentRange(windowOf(100, 200, 300), 'start'),
    adjacentRange(windowOf(100, 200, 300), 'end'),
    adjacentRange(EMPTY_ROWS, 'end'),
  ]).toEqual([null, { from: 200, limit: 100 }, { from: 0, limit: 100 }, null, null]);
});

test('a page around a rank is centred, except at either end', () => {
  expect([rangeAround(0, 1_000), rangeAround(500, 1_000), rangeAround(1_000, 1_000), rangeAround(3, 5)]).toEqual([
    { from: 0, limit: 200 },
    { from: 400, limit: 200 },
    { from: 800, limit: 200 },
    { from: 0, limit: 200 },
  ]);
});

test('the rows of the window are read again in pages of at most 500', () => {
  expect([windowRanges(windowOf(400, 1_200, 9_000)), windowRanges(EMPTY_ROWS)]).toEqual([
    [
      { from: 400, limit: 500 },
      { from: 900, limit: 500 },
      { from: 1_400, limit: 200 },
    ],
    [{ from: 0, limit: 200 }],
  ]);
});

test('an empty page where rows were expected ends the view and is not requested again', () => {
  const held = withRowsPage(windowOf(0, 200, 300), 200, { rows: [], total: 300 });
  expect({ total: held.total, next: adjacentRange(held, 'end') }).toEqual({ total: 200, next: null });
});

test('growing only increases the total', () => {
  const held = windowOf(0, 200, 200);
  expect([withTotal(held, 300).total, withTotal(held, 300).rows, withTotal(held, 100)]).toEqual([300, held.rows, held]);
});

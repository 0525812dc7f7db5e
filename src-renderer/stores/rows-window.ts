/**
 * The rows of a search that the page holds: consecutive ranks of one view, at most `WINDOW_ROWS`, however many rows are
 * loaded. Adding at one end lets go at the other. Pure; a rank is a place in the view, an ordinal is the row's own.
 */
import type { RowsPage, SubscriptionRow } from '../../src-shared/api/searches.ts';

/** Some eighty screens: enough to scroll back without waiting, little enough for any machine. */
export const WINDOW_ROWS = 2_000;
/** Seven screens: read before the reader is there. */
const PAGE_ROWS = 200;
/** Most that one answer holds. */
const MAX_PAGE_ROWS = 500;

export interface RowsWindow {
  /** Rank of the first, from 0. */
  readonly from: number;
  readonly rows: readonly SubscriptionRow[];
  /** Rows of the view. */
  readonly total: number;
}
/** Ranks to ask for. */
export interface RowsRange {
  readonly from: number;
  readonly limit: number;
}

export const EMPTY_ROWS: RowsWindow = { from: 0, rows: [], total: 0 };

export function windowEnd({ from, rows }: RowsWindow): number {
  return from + rows.length;
}

/** What is next on that side; `null` where the view ends. */
export function adjacentRange(window: RowsWindow, side: 'start' | 'end'): RowsRange | null {
  if (side === 'start') {
    const from = Math.max(0, window.from - PAGE_ROWS);
    return window.from === 0 ? null : { from, limit: window.from - from };
  }
  const from = windowEnd(window);
  return from >= window.total ? null : { from, limit: Math.min(PAGE_ROWS, window.total - from) };
}

/** A page around a rank: as much before it as behind. */
export function rangeAround(rank: number, total: number): RowsRange {
  const last = Math.max(0, total - PAGE_ROWS);
  return { from: Math.min(last, Math.max(0, rank - PAGE_ROWS / 2)), limit: PAGE_ROWS };
}

/** Whether the next page fits in behind the last row without letting go of the first ones, where the reader may be. */
export function hasRoom({ rows }: RowsWindow): boolean {
  return rows.length + PAGE_ROWS <= WINDOW_ROWS;
}

/** The pieces that bring what the window has once more. */
export function windowRanges(window: RowsWindow): readonly RowsRange[] {
  const length = Math.max(window.rows.length, PAGE_ROWS);
  return Array.from({ length: Math.ceil(length / MAX_PAGE_ROWS) }, (_, index) => {
    const from = index * MAX_PAGE_ROWS;
    return { from: window.from + from, limit: Math.min(MAX_PAGE_ROWS, length - from) };
  });
}

/** @param from rank of the page's first row; beside the window it is added, elsewhere it takes the window's place. */
export function withRowsPage(window: RowsWindow, from: number, { rows, total }: RowsPage): RowsWindow {
  if (window.rows.length > 0 && from === windowEnd(window)) {
    // Fewer came than there should be: the view ends here, or what is next would be asked for again and again.
    if (rows.length === 0) return { ...window, total: from };
    const all = [...window.rows, ...rows];
    const over = Math.max(0, all.length - WINDOW_ROWS);
    return { from: window.from + over, rows: all.slice(over), total };
  }
  if (rows.length > 0 && from + rows.length === window.from)
    return { from, rows: [...rows, ...window.rows].slice(0, WINDOW_ROWS), total };
  return { from, rows, total };
}

/** More were loaded, where the view is all of them in the order in which they came. */
export function withTotal(window: RowsWindow, total: number): RowsWindow {
  return total > window.total ? { ...window, total } : window;
}

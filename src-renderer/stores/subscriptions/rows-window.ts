/**
 * The rows of a search that the page holds: consecutive ranks of one view, at most `WINDOW_ROWS`. Adding rows at one
 * end drops rows at the other. Pure. A rank is a position in the view; an ordinal belongs to the row.
 */
import type { RowsPage, SubscriptionRow } from '../../../src-shared/api/searches.ts';

/** About 80 screens: enough to scroll back without waiting, small enough for any machine. */
export const WINDOW_ROWS = 2_000;
/** About 7 screens, so that rows load before the user reaches them. */
const PAGE_ROWS = 200;
/** The backend's limit per answer. */
const MAX_PAGE_ROWS = 500;

export interface RowsWindow {
  /** Rank of the first row, from 0. */
  readonly from: number;
  readonly rows: readonly SubscriptionRow[];
  readonly total: number;
}
export interface RowsRange {
  readonly from: number;
  readonly limit: number;
}

export const EMPTY_ROWS: RowsWindow = { from: 0, rows: [], total: 0 };

export function windowEnd({ from, rows }: RowsWindow): number {
  return from + rows.length;
}

export function adjacentRange(window: RowsWindow, side: 'start' | 'end'): RowsRange | null {
  if (side === 'start') {
    const from = Math.max(0, window.from - PAGE_ROWS);
    return window.from === 0 ? null : { from, limit: window.from - from };
  }
  const from = windowEnd(window);
  return from >= window.total ? null : { from, limit: Math.min(PAGE_ROWS, window.total - from) };
}

/** A page around a rank, with as many rows before it as after it. */
export function rangeAround(rank: number, total: number): RowsRange {
  const last = Math.max(0, total - PAGE_ROWS);
  return { from: Math.min(last, Math.max(0, rank - PAGE_ROWS / 2)), limit: PAGE_ROWS };
}

/** True if the next page fits without dropping the first rows, where the user may be. */
export function hasRoom({ rows }: RowsWindow): boolean {
  return rows.length + PAGE_ROWS <= WINDOW_ROWS;
}

export function windowRanges(window: RowsWindow): readonly RowsRange[] {
  const length = Math.max(window.rows.length, PAGE_ROWS);
  return Array.from({ length: Math.ceil(length / MAX_PAGE_ROWS) }, (_, index) => {
    const from = index * MAX_PAGE_ROWS;
    return { from: window.from + from, limit: Math.min(MAX_PAGE_ROWS, length - from) };
  });
}

/** @param from rank of the page's first row. A page adjacent to the window is added; any other replaces it. */
export function withRowsPage(window: RowsWindow, from: number, { rows, total }: RowsPage): RowsWindow {
  if (window.rows.length > 0 && from === windowEnd(window)) {
    // No rows came although some were expected: ends the view here to avoid endless requests.
    if (rows.length === 0) return { ...window, total: from };
    const all = [...window.rows, ...rows];
    const over = Math.max(0, all.length - WINDOW_ROWS);
    return { from: window.from + over, rows: all.slice(over), total };
  }
  if (rows.length > 0 && from + rows.length === window.from)
    return { from, rows: [...rows, ...window.rows].slice(0, WINDOW_ROWS), total };
  return { from, rows, total };
}

/** For an unfiltered, unsorted view after more rows were loaded. */
export function withTotal(window: RowsWindow, total: number): RowsWindow {
  return total > window.total ? { ...window, total } : window;
}

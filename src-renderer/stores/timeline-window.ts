/**
 * The rows that the page holds: newest first, unbroken, at most `WINDOW_ROWS`. Adding at one end lets go at the other.
 * Pure; it never fetches and never holds a row twice.
 */
import type { EventSummary } from '../../src-shared/domain/event.ts';

/** Some fifty screens: enough to scroll back without waiting, little enough for any machine. */
export const WINDOW_ROWS = 2_000;

export interface TimelineWindow {
  readonly rows: readonly EventSummary[];
  /** Nothing older is stored. */
  readonly reachesOldest: boolean;
  /** Nothing newer was let go; rows newer than these are news. */
  readonly reachesNewest: boolean;
}

export const EMPTY_WINDOW: TimelineWindow = { rows: [], reachesOldest: true, reachesNewest: true };

/** @param newer rows that follow on the window's newest, newest first; those it has already are passed over. */
export function withNewer(window: TimelineWindow, newer: readonly EventSummary[]): TimelineWindow {
  const top = window.rows[0]?.seq ?? 0;
  const added = newer.filter((row) => row.seq > top);
  if (added.length === 0) return window;
  const rows = [...added, ...window.rows];
  return {
    rows: rows.slice(0, WINDOW_ROWS),
    reachesOldest: window.reachesOldest && rows.length <= WINDOW_ROWS,
    reachesNewest: window.reachesNewest,
  };
}

/** @param older rows that precede the window's oldest, newest first; those it has already are passed over. */
export function withOlder(
  window: TimelineWindow,
  older: readonly EventSummary[],
  reachesOldest: boolean,
): TimelineWindow {
  const bottom = window.rows.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const added = older.filter((row) => row.seq < bottom);
  const rows = [...window.rows, ...added];
  return {
    rows: rows.slice(-WINDOW_ROWS),
    reachesOldest,
    reachesNewest: window.reachesNewest && rows.length <= WINDOW_ROWS,
  };
}

/** By how many places the rows that both hold have moved down (negative: up). */
export function movedBy(before: readonly EventSummary[], after: readonly EventSummary[]): number {
  const [first, now] = [before[0], after[0]];
  if (first === undefined || now === undefined || first.seq === now.seq) return 0;
  if (now.seq > first.seq)
    return Math.max(
      0,
      after.findIndex((row) => row.seq === first.seq),
    );
  return -Math.max(
    0,
    before.findIndex((row) => row.seq === now.seq),
  );
}

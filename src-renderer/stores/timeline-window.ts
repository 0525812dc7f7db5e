/**
 * The rows that the page holds: newest first, none missing between two of them, at most `WINDOW_ROWS`. Adding at one
 * end lets go at the other. Pure; it never fetches, never holds a row twice, and never reckons with `seq`, which has
 * holes: where the next page begins is said by a cursor.
 */
import type { EventSummary } from '../../src-shared/domain/event.ts';

/** Some fifty screens: enough to scroll back without waiting, little enough for any machine. */
export const WINDOW_ROWS = 2_000;

export interface TimelineWindow {
  readonly rows: readonly EventSummary[];
  /** Something older is stored. */
  readonly hasOlder: boolean;
  /** Something newer was let go, or passed over on the way to the oldest. What came since then waits and is not meant. */
  readonly hasNewer: boolean;
  readonly olderCursor: number;
  readonly newerCursor: number;
}

export const EMPTY_WINDOW: TimelineWindow = {
  rows: [],
  hasOlder: false,
  hasNewer: false,
  olderCursor: 0,
  newerCursor: 0,
};

/** @param newer rows that follow on the window's newest, newest first; those it has already are passed over. */
export function withNewer(
  window: TimelineWindow,
  newer: readonly EventSummary[],
  end: Pick<TimelineWindow, 'hasNewer' | 'newerCursor'>,
): TimelineWindow {
  const top = window.rows[0]?.seq ?? 0;
  const all = [...newer.filter((row) => row.seq > top), ...window.rows];
  const rows = all.slice(0, WINDOW_ROWS);
  const letGo = all.length > rows.length;
  return {
    rows,
    hasOlder: window.hasOlder || letGo,
    olderCursor: letGo ? (rows.at(-1)?.seq ?? 0) : window.olderCursor,
    hasNewer: end.hasNewer,
    newerCursor: end.newerCursor,
  };
}

/** @param older rows that precede the window's oldest, newest first; those it has already are passed over. */
export function withOlder(
  window: TimelineWindow,
  older: readonly EventSummary[],
  end: Pick<TimelineWindow, 'hasOlder' | 'olderCursor'>,
): TimelineWindow {
  const bottom = window.rows.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const all = [...window.rows, ...older.filter((row) => row.seq < bottom)];
  const rows = all.slice(-WINDOW_ROWS);
  const letGo = all.length > rows.length;
  return {
    rows,
    hasNewer: window.hasNewer || letGo,
    newerCursor: letGo ? (rows[0]?.seq ?? 0) : window.newerCursor,
    hasOlder: end.hasOlder,
    olderCursor: end.olderCursor,
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

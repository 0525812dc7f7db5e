/** Moves from line to line with keys, even from an event that is not listed. Pure. */
import { movedCursor } from '../../grid/selected-lines.ts';
import type { TimelineItem } from './timeline-items.tsx';

type Items = readonly TimelineItem[];

/** `rowsOnly` skips lines that are not events. `first`: where to start if the cursor is on none. */
export function adjacentLine(
  items: Items,
  cursor: string | null,
  by: number,
  rowsOnly: boolean,
  first: string | null,
): TimelineItem | null {
  const among = rowsOnly ? items.filter(({ kind }) => kind === 'row') : items;
  const isListed = cursor === null || among.some(({ key }) => key === cursor);
  const at = isListed ? -1 : items.findIndex(({ key }) => key === cursor);
  const key = isListed
    ? movedCursor(among, cursor, by, first)
    : at === -1
      ? adjacentRow(among, Number(cursor), by)
      : adjacentRowOf(items, at, by);
  return key === cursor ? null : (among.find((item) => item.key === key) ?? null);
}

/** From a line that is not an event. */
function adjacentRowOf(items: Items, at: number, by: number): string | null {
  const isRow = ({ kind }: TimelineItem) => kind === 'row';
  return (by > 0 ? items.slice(at).find(isRow) : items.slice(0, at).findLast(isRow))?.key ?? null;
}

/** Keys of events are their seq numbers, listed in descending order. */
function adjacentRow(items: Items, seq: number, by: number): string | null {
  if (Number.isNaN(seq)) return items[0]?.key ?? null;
  const rows = items.filter(({ kind }) => kind === 'row');
  const found = by > 0 ? rows.find(({ key }) => Number(key) < seq) : rows.findLast(({ key }) => Number(key) > seq);
  return found?.key ?? null;
}

/** From line to line by keys, also from an event that is not listed. Pure. */
import { movedCursor } from '../../components/grid/selected-lines.ts';
import type { TimelineItem } from './timeline-items.tsx';

type Items = readonly TimelineItem[];

/**
 * @param by lines down, negative: up.
 * @param rowsOnly an event is open: the next one is meant, whatever lies between.
 * @param first where to begin where the cursor is on no line.
 * @returns `null` where there is none.
 */
export function adjacentLine(
  items: Items,
  cursor: string | null,
  by: number,
  rowsOnly: boolean,
  first: string | null,
): TimelineItem | null {
  const among = rowsOnly ? items.filter(({ kind }) => kind === 'row') : items;
  const isListed = cursor === null || among.some(({ key }) => key === cursor);
  const key = isListed ? movedCursor(among, cursor, by, first) : adjacentRow(among, Number(cursor), by);
  return key === cursor ? null : (among.find((item) => item.key === key) ?? null);
}

/** Events are named by their place in the store, and listed from the newest to the oldest. */
function adjacentRow(items: Items, seq: number, by: number): string | null {
  if (Number.isNaN(seq)) return items[0]?.key ?? null;
  const rows = items.filter(({ kind }) => kind === 'row');
  const found = by > 0 ? rows.find(({ key }) => Number(key) < seq) : rows.findLast(({ key }) => Number(key) > seq);
  return found?.key ?? null;
}

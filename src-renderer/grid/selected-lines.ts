/** Cursor moves and multiple selection. Only rows can be selected. Pointer and keys extend each other's ranges. */
import type { GridItem } from './grid-model.ts';

type Items = readonly GridItem<unknown>[];

/** `first`: where to start if the cursor is not in the list. */
export function movedCursor(items: Items, cursor: string | null, by: number, first: string | null): string | null {
  const at = indexOf(items, cursor);
  const next = at === -1 ? Math.max(0, indexOf(items, first)) : Math.min(items.length - 1, Math.max(0, at + by));
  return items[next]?.key ?? null;
}

/** Selects from the far end of the selected range at the cursor, or from the cursor itself, to `to`. */
export function extendedSelection(
  items: Items,
  keys: ReadonlySet<string>,
  cursor: string | null,
  to: string,
): ReadonlySet<string> {
  const end = items.findIndex(({ key }) => key === to);
  const at = items.findIndex(({ key }) => key === cursor);
  const start = at === -1 ? end : rangeStart(items, keys, at);
  return rowKeys(items.slice(Math.min(start, end), Math.max(start, end) + 1));
}

export function withToggledKey(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

export function rowKeys(items: Items): ReadonlySet<string> {
  return new Set(items.filter(({ kind }) => kind === 'row').map(({ key }) => key));
}

function indexOf(items: Items, lineKey: string | null): number {
  return items.findIndex(({ key }) => key === lineKey);
}

function rangeStart(items: Items, keys: ReadonlySet<string>, at: number): number {
  const first = lastSelected(items, keys, at, -1);
  return first === at ? lastSelected(items, keys, at, 1) : first;
}

/** Lines that cannot be selected do not interrupt a range. */
function lastSelected(items: Items, keys: ReadonlySet<string>, at: number, step: 1 | -1): number {
  let last = at;
  for (let index = at + step; ; index += step) {
    const item = items[index];
    if (item === undefined || (item.kind === 'row' && !keys.has(item.key))) return last;
    if (item.kind === 'row') last = index;
  }
}

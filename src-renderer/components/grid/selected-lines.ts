/** Which lines are chosen together: a range from where it began, or one more or one less. Only rows can be chosen. */
import type { GridItem } from './grid-model.ts';

/** @param from where the range began; not among the items (any more): the range is `to` alone. */
export function selectedRange(
  items: readonly GridItem<unknown>[],
  from: string | null,
  to: string,
): ReadonlySet<string> {
  const end = items.findIndex(({ key }) => key === to);
  const found = items.findIndex(({ key }) => key === from);
  const start = found === -1 ? end : found;
  return rowKeys(items.slice(Math.min(start, end), Math.max(start, end) + 1));
}

export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

export function rowKeys(items: readonly GridItem<unknown>[]): ReadonlySet<string> {
  return new Set(items.filter(({ kind }) => kind === 'row').map(({ key }) => key));
}

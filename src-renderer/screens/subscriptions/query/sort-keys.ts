/** What becomes of the order by which the service is asked to sort. Pure. */
import type { SortKey } from '../../../../src-shared/service/search-body.ts';

/** The key at `from` stands at `to`; the same list where there is no such place. */
export function withMovedKey(keys: readonly SortKey[], from: number, to: number): readonly SortKey[] {
  const key = keys[from];
  return key === undefined || to < 0 || to >= keys.length || from === to
    ? keys
    : keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** `asc` is what the document shows; everything else becomes it. */
export function withToggledDirection(keys: readonly SortKey[], at: number): readonly SortKey[] {
  return keys.map((key, index) =>
    index === at ? { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' } : key,
  );
}

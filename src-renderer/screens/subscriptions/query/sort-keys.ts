import type { SortKey } from '../../../../src-shared/service/search-body.ts';

/** Moves the key at `from` to `to`; returns the same list if either is out of range. */
export function withMovedKey(keys: readonly SortKey[], from: number, to: number): readonly SortKey[] {
  const key = keys[from];
  return key === undefined || to < 0 || to >= keys.length || from === to
    ? keys
    : keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** Reverses `asc`; any other direction becomes `asc`, the documented one. */
export function withToggledDirection(keys: readonly SortKey[], at: number): readonly SortKey[] {
  return keys.map((key, index) =>
    index === at ? { ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' } : key,
  );
}

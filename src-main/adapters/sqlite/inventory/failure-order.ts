import type { FailingRows } from '../../../core/ports/inventory-store.ts';

export function failingAbove(failing: FailingRows, failures: number): ReadonlySet<number> {
  return new Set(failing.flatMap(([ordinal, count]) => (count > failures ? [ordinal] : [])));
}

/** Rows with the same number are in the order of arrival. `matched`: ordinals to order; null for all rows. */
export function orderByFailures(
  matched: Uint32Array | null,
  rows: number,
  failing: FailingRows,
  direction: 'asc' | 'desc',
): Uint32Array {
  const all = matched ?? Uint32Array.from({ length: rows }, (_, index) => index + 1);
  const counts = new Map(failing);
  const sign = direction === 'asc' ? 1 : -1;
  const some = [...all]
    .filter((ordinal) => counts.has(ordinal))
    .toSorted((a, b) => sign * ((counts.get(a) ?? 0) - (counts.get(b) ?? 0)) || a - b);
  const none = [...all].filter((ordinal) => !counts.has(ordinal));
  return Uint32Array.from(direction === 'asc' ? [...none, ...some] : [...some, ...none]);
}

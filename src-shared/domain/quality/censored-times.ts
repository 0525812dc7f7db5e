/**
 * Median and 90 % point of durations of which some are not over. Leaving the open ones out would make them too short, so
 * they count as "at least this long" (Kaplan and Meier, 1958).
 */
export interface Duration {
  readonly ms: number;
  /** True if it was not over when it was measured. */
  readonly isOpen: boolean;
}

/** Products of fractions miss a half or a tenth by rounding. */
const TOLERANCE = 1e-9;

/**
 * Returns the shortest time within which at least `part` (0.5: half of them) were over. Null: not reached, because too
 * many are open, or there are none. At the same length, an open one counts as longer than one that is over.
 */
export function censoredTime(durations: readonly Duration[], part: number): number | null {
  const sorted = durations.toSorted((one, other) => one.ms - other.ms || Number(one.isOpen) - Number(other.isOpen));
  let lasting = 1;
  for (const [index, { ms, isOpen }] of sorted.entries()) {
    if (isOpen) continue;
    lasting *= 1 - 1 / (sorted.length - index);
    if (lasting <= 1 - part + TOLERANCE) return ms;
  }
  return null;
}

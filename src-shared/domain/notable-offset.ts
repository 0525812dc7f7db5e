/** Which difference between the provider's clock and ours (`clock-offset.ts`) is more than clocks ordinarily have. */

/** Clocks of two computers, and the way of a message, differ by less; a time zone, or a clock never set, by more. */
const NOTABLE_OFFSET_MS = 60_000;

/** Worth telling a person. */
export function isNotableOffset(offsetMs: number | null): offsetMs is number {
  return offsetMs !== null && Math.abs(offsetMs) >= NOTABLE_OFFSET_MS;
}

/** Correct clocks and the way of a message differ by less; a wrong time zone, or a clock never set, by more. */
const NOTABLE_OFFSET_MS = 60_000;

export function isNotableOffset(offsetMs: number | null): offsetMs is number {
  return offsetMs !== null && Math.abs(offsetMs) >= NOTABLE_OFFSET_MS;
}

/** A response shows the receiver's time only to about a second, so the user does not hear of smaller differences. */
const TOLERANCE_MS = 5_000;

/**
 * @param offsetMs the receiver's clock minus this computer's; null if it is not known
 * @returns null if the clocks hardly differ
 */
export function clockDifference(offsetMs: number | null): number | null {
  return offsetMs === null || Math.abs(offsetMs) < TOLERANCE_MS ? null : offsetMs;
}

/** A response shows the receiver's time only to about a second, so the user does not hear of smaller differences. */
const TOLERANCE_MS = 5_000;

/** `offsetMs`: the receiver's clock minus this computer's. Null if they hardly differ, or if it is not known. */
export function clockDifference(offsetMs: number | null): number | null {
  return offsetMs === null || Math.abs(offsetMs) < TOLERANCE_MS ? null : offsetMs;
}

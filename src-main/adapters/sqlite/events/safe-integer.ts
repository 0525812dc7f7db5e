/** Returns an integer. STRICT columns refuse a fraction, and a refused time would refuse the event. */
export function toSafeInteger(milliseconds: number): number {
  if (Number.isNaN(milliseconds)) return 0;
  return Math.min(Math.max(Math.trunc(milliseconds), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

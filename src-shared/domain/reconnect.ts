/** What is no gap to people though nobody listened for a moment: the planned end of a session, and the next one. */
import type { Gap } from './coverage.ts';

/** A planned end is over sooner than this, or it was a gap (`product.md`, Words: reconnect). */
export const MAX_RECONNECT_MS = 10_000;

/** A planned end of a session after which we were back within ten seconds. Stored like a gap, counted apart. */
export function isReconnect(gap: Pick<Gap, 'from' | 'lengthMs' | 'reason'>, now: number): boolean {
  return gap.reason === 'session-expired' && (gap.lengthMs ?? Math.max(0, now - gap.from)) <= MAX_RECONNECT_MS;
}

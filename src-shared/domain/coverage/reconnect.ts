import type { Gap } from './coverage.ts';

/** A planned end that lasts longer is a gap (COVER-2). */
export const MAX_RECONNECT_MS = 10_000;

/** True if a planned end was over within ten seconds. Stored like a gap, counted separately. */
export function isReconnect(gap: Pick<Gap, 'from' | 'lengthMs' | 'reason'>, now: number): boolean {
  return gap.reason === 'session-expired' && (gap.lengthMs ?? Math.max(0, now - gap.from)) <= MAX_RECONNECT_MS;
}

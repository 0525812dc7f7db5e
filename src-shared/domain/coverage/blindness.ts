import type { StreamStatus } from './stream-status.ts';

/**
 * Returns the status as `blind` if no complete event arrived for `blindAfterMs`. Backend and page share this decision,
 * because a page that is cut off from its backend must turn blind by itself.
 * @param at by the clock of the status
 */
export function withBlindness(status: StreamStatus, at: number, blindAfterMs: number): StreamStatus {
  if (status.kind !== 'watching' && status.kind !== 'reconnecting') return status;
  const since = status.kind === 'watching' ? status.lastEventAt : status.since;
  if (at - since < blindAfterMs) return status;
  if (status.kind === 'reconnecting') return { ...status, kind: 'blind' };
  return { kind: 'blind', since, cause: null, attempt: 1, nextAttemptAt: null };
}

import { MAX_RECONNECT_MS } from '../../domain/coverage/reconnect.ts';
import type { InterruptionCause, StreamStatus } from './stream-status.ts';

/** Backend and page share this: a page that is cut off from its backend must turn blind by itself. */
export function withBlindness(status: StreamStatus, at: number, blindAfterMs: number): StreamStatus {
  if (status.kind !== 'watching' && status.kind !== 'reconnecting') return status;
  const since = status.kind === 'watching' ? status.lastEventAt : status.since;
  const isSilent = at - since >= blindAfterMs;
  if (status.kind === 'reconnecting') {
    const { lostAt, ...interruption } = status;
    return isSilent || at - lostAt >= MAX_RECONNECT_MS ? { ...interruption, kind: 'blind' } : status;
  }
  if (!isSilent) return status;
  const cause = status.team?.kind === 'following' ? silenceOf(status.team.holder) : null;
  return { kind: 'blind', since, cause, attempt: 1, nextAttemptAt: null };
}

/** A follower has no connection to the service, so its silence is that of the holder. */
const silenceOf = (holder: string): InterruptionCause => ({
  kind: 'holder-silent',
  reason: 'silent',
  code: 'NO_EVENTS',
  host: null,
  error: null,
  answer: null,
  holder,
});

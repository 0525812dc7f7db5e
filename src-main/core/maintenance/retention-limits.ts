/**
 * Before when events are not kept any more. The computer's clock alone is not believed: one that is set ten years ahead
 * must not cost a year of events. What the newest events say of their own time has to confirm it.
 */
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { RetentionLimits } from '../ports/event-store.ts';

const DAY_MS = 86_400_000;
/** What a service's clock may be behind ours, and a quiet service without an event, before that is worth a word. */
const CLOCK_AHEAD_MS = 10 * DAY_MS;

export interface TrustedTime {
  /** UTC epoch ms; `null` where nothing confirms any. */
  readonly at: number | null;
  /** The clock is so far ahead of what events say that it is probably wrong, or nothing was received for long. */
  readonly isAhead: boolean;
}

/**
 * The service's clock is another one than ours, and says when an event was made; where it says nothing, our own time of
 * receiving has to do. It never is later than now: a service cannot have events removed.
 * @param newest some of the newest events
 */
export function trustedTime(
  now: number,
  newest: readonly Pick<EventSummary, 'receivedAt' | 'createdAt'>[],
): TrustedTime {
  const created = newest.flatMap(({ createdAt }) => createdAt ?? []);
  const times = created.length > 0 ? created : newest.map(({ receivedAt }) => receivedAt);
  if (times.length === 0) return { at: null, isAhead: false };
  const latest = Math.max(...times);
  return { at: Math.min(now, latest), isAhead: now - latest > CLOCK_AHEAD_MS };
}

export function retentionLimits(at: number, { failures, successes, heartbeats }: KeepDays): RetentionLimits {
  const before = (days: number) => at - days * DAY_MS;
  return { failures: before(failures), successes: before(successes), heartbeats: before(heartbeats) };
}

export type KeepDays = ConnectionProfile['keepDays'];

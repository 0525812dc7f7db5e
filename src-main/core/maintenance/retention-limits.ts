/** The computer's clock alone is not trusted: if it is set ten years ahead, a year of events must not be lost. */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { RetentionLimits } from '../ports/event-store.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

/** Smaller differences are normal: the service's clock may be slow, or the service may have sent no events. */
const CLOCK_AHEAD_MS = 10 * DAY_MS;

export interface TrustedTime {
  /** UTC epoch ms; null if no event confirms a time. */
  readonly at: number | null;
  /** True if the clock is far ahead of the events: it is probably wrong, or nothing was received for long. */
  readonly isAhead: boolean;
}

/**
 * Uses the provider's times, which are independent of this computer's clock, or else receive times. The median, so that
 * one wrong time confirms nothing. Never later than now, so that no service can cause events to be removed.
 */
export function trustedTime(
  now: number,
  newest: readonly Pick<EventSummary, 'receivedAt' | 'createdAt'>[],
): TrustedTime {
  const created = newest.flatMap(({ createdAt }) => createdAt ?? []);
  const times = created.length > 0 ? created : newest.map(({ receivedAt }) => receivedAt);
  if (times.length === 0) return { at: null, isAhead: false };
  const [median = now] = times.toSorted((one, other) => one - other).slice((times.length - 1) / 2);
  return { at: Math.min(now, median), isAhead: now - median > CLOCK_AHEAD_MS };
}

export function retentionLimits(at: number, { failures, successes, heartbeats }: KeepDays): RetentionLimits {
  const before = (days: number) => at - days * DAY_MS;
  return { failures: before(failures), successes: before(successes), heartbeats: before(heartbeats) };
}

export type KeepDays = ConnectionProfile['keepDays'];

/** Shared by the process that is killed and the test that kills it. */
import type { RetentionLimits, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';

export const KILLED_STORE: StoreIdentity = {
  id: 'killed-store' as ProfileId,
  name: 'Kill',
  practice: false,
  source: 'https://events.example.com',
};

/** Removes heartbeats as soon as their chunk is sealed, and nothing else. */
export const TIDIED: RetentionLimits = { heartbeats: Number.MAX_SAFE_INTEGER, successes: 0, failures: 0 };

/** True for two of three events; the others are heartbeats. */
export const isRetained = (number: number): boolean => number % 3 !== 0;

export function numberedEvent(number: number): ReceivedEvent {
  return {
    receivedAt: number,
    kind: isRetained(number) ? 'LOCALIZATION' : 'HEARTBEAT',
    id: `e-${number}`,
    data: JSON.stringify({ number, operation: '-' }),
  };
}

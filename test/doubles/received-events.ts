/** Makes events as a stream delivers them, batches for a store, and moments. */
import type { Moment } from '../../src-main/core/ports/clock.ts';
import type { ReceivedBatch } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';

export function receivedEvent(index: number, fields: Partial<ReceivedEvent> = {}): ReceivedEvent {
  const data = JSON.stringify({ operation: '-', state: 'IN_PROGRESS', principal: 'acme/emea', detailedMessage: index });
  return { receivedAt: 1_000 * index, kind: 'HEARTBEAT', id: `e-${index}`, data, ...fields };
}

export const receivedEvents = (from: number, to: number): ReceivedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => receivedEvent(from + index));

/**
 * Makes a batch of events that were not stored before. Elapsed times default to the receive times of the first and last
 * event.
 */
export function batchOf(
  session: number | 'opens',
  events: readonly ReceivedEvent[],
  elapsed: { first?: number; last?: number } = {},
): ReceivedBatch {
  const first = events[0]?.receivedAt ?? 0;
  const last = events.at(-1)?.receivedAt ?? 0;
  return {
    session,
    events,
    first: { at: first, elapsed: elapsed.first ?? first },
    last: { at: last, elapsed: elapsed.last ?? last },
    after: Number.MAX_SAFE_INTEGER,
  };
}

/** Makes a moment whose elapsed time equals its clock time by default. */
export const moment = (at: number, elapsed = at): Moment => ({ at, elapsed });

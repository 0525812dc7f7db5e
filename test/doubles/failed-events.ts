import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { type SentLocalization, sentLocalization } from './sent-failures.ts';

export const eidOf = (number: number) => `89049032000001000000000000${String(100_000 + number)}`;

/** Milliseconds added to the current time, so that each event is later than the previous one. */
let sent = 0;
export function failedEvent(number: number, more: Partial<SentLocalization> = {}): ReceivedEvent {
  const errorCode = 'START_PROFILE_ALLOCATION_FAILED';
  return sentLocalization({
    eid: eidOf(number),
    operation: 'ALLOCATED',
    at: Date.now() + (sent += 1),
    errorCode,
    ...more,
  });
}
export function completedEvent(number: number, operation: string): ReceivedEvent {
  return sentLocalization({ eid: eidOf(number), operation, at: Date.now() + (sent += 1) });
}

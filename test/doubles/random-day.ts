/** Fills a store with a random day: sessions and gaps, localizations that fail and recover, requests and odd events. */
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { randomEvents } from './random-events.ts';
import { oneOf } from './random-filters.ts';
import { batchOf } from './received-events.ts';
import { sentLocalization, sentRequest } from './sent-failures.ts';

type Random = (limit: number) => number;

const HOUR = 3_600_000;
const EVENTS = 120;

/** @param now end of the day, UTC epoch ms */
export async function randomDay(store: EventStore, random: Random, now: number): Promise<void> {
  const odd = randomEvents(EVENTS, random);
  const times = Array.from({ length: EVENTS }, () => now - 60_000 - random(random(3) === 0 ? HOUR : 30 * HOUR));
  const events = times
    .toSorted((one, other) => one - other)
    .map((at, index) => ({ ...randomEvent(random, at, odd[index]), receivedAt: at }));
  for (let first = 0; first < EVENTS;) {
    const length = 10 + random(30);
    const { sessionId } = await store.writer.append(batchOf('opens', events.slice(first, first + length)));
    await store.writer.endSession(sessionId, { reason: oneOf(REASONS, random), detail: null });
    first += length;
  }
}

const REASONS = ['silent', 'unreachable', 'stopped', 'session-expired'] as const;
const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ENABLED', 'FALLBACK_SET', 'LOCALIZED'];

function randomEvent(random: Random, at: number, odd: ReceivedEvent | undefined): ReceivedEvent {
  if (odd !== undefined && random(8) === 0) return odd;
  if (random(3) === 0)
    return sentRequest(`REQ-${random(15)}`, at, {
      completed: random(3),
      failing: random(2) === 0 ? [] : [{ code: oneOf(['70', '73', '9"x'], random), count: 1 + random(3) }],
      message: { companyName: oneOf(['Nordwind', 'Süd "Netz"'], random), createdBy: oneOf(['ada', ' grace '], random) },
    });
  return sentLocalization({
    eid: `89049032000000000000000000000${100 + random(40)}`,
    at,
    operation: oneOf(STEPS, random),
    country: oneOf(['NO', 'SE', 'TR', ''], random),
    ...(random(2) === 0 && { errorCode: oneOf(['START_PROFILE_ALLOCATION_FAILED', 'X"Y'], random) }),
    errors: [{ errorCode: oneOf(['2107', '4102'], random), errorMessage: 'Refused', errorType: 'CMP_ERROR' }],
  });
}

/** Decides from a response whether a turn was refused, when to try again, and when to give up. Pure. */
import type { DeliveryFailure } from '../../../src-shared/domain/outlets/delivery.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import { type ReceiverResponse, responseText } from './receiver-response.ts';
import { DAY_MS, HOUR_MS } from '../../../src-shared/lib/durations.ts';

const BASE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
const MAX_ASKED_MS = HOUR_MS;
const GIVE_UP_AFTER_MS = DAY_MS;
/** Not about the message: time-out, too early, too many requests. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 425, 429]);

export function isRefusal(response: ReceiverResponse): boolean {
  if (response.kind !== 'answered') return response.kind === 'undelivered' && response.isRefused === true;
  const { status } = response;
  return status >= 400 && status < 500 && !PASSING_STATUSES.has(status);
}

export function isOver(since: number, now: number): boolean {
  return now - since > GIVE_UP_AFTER_MS;
}

/** A time further ahead than any pause comes from before the clock was set back, so it counts as due. */
export function isResting(failure: DeliveryFailure | null, now: number): boolean {
  const restMs = failure === null ? 0 : failure.nextAt - now;
  return restMs > 0 && restMs <= MAX_ASKED_MS;
}

export function nextFailure(
  before: DeliveryFailure | null,
  response: ReceiverResponse,
  now: number,
  random: number,
): DeliveryFailure {
  const attempts = (before?.attempts ?? 0) + 1;
  const asked = response.kind === 'failed' ? 0 : (response.retryAfterMs ?? 0);
  const pause = backoffMs({ failures: attempts, baseMs: BASE_MS, capMs: MAX_PAUSE_MS, random });
  return {
    // A clock that was set back must not lengthen the day.
    since: Math.min(before?.since ?? now, now),
    nextAt: now + Math.max(pause, Math.min(asked, MAX_ASKED_MS)),
    attempts,
    detail: responseText(response),
  };
}

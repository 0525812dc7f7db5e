/** Decides from an answer whether a turn was delivered, when to try again, and when to give up. Pure. */
import type { DeliveryFailure } from '../../../src-shared/domain/outlets/delivery.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import type { OutletResponse } from '../ports/outlets.ts';

const BASE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Longest pause that a receiver may ask for. */
const MAX_ASKED_MS = 60 * 60_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
/** Not about the message: time-out, too early, too many requests. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 425, 429]);

export function isDelivered(response: OutletResponse): boolean {
  return response.kind === 'answered' && response.status >= 200 && response.status < 300;
}

/** True if the receiver refuses this message, and may take others. */
export function isRefusal(response: OutletResponse): boolean {
  if (response.kind !== 'answered') return false;
  const { status } = response;
  return status >= 400 && status < 500 && !PASSING_STATUSES.has(status);
}

/** @param since when the first attempt was due, UTC epoch ms */
export function isOver(since: number, now: number): boolean {
  return now - since > GIVE_UP_AFTER_MS;
}

/** @param random from 0 (inclusive) to 1 (exclusive) */
export function nextFailure(
  before: DeliveryFailure | null,
  response: OutletResponse,
  now: number,
  random: number,
): DeliveryFailure {
  const attempts = (before?.attempts ?? 0) + 1;
  const asked = response.kind === 'answered' ? (response.retryAfterMs ?? 0) : 0;
  const pause = backoffMs({ failures: attempts, baseMs: BASE_MS, capMs: MAX_PAUSE_MS, random });
  return {
    // A clock that was set back must not lengthen the day.
    since: Math.min(before?.since ?? now, now),
    nextAt: now + Math.max(pause, Math.min(asked, MAX_ASKED_MS)),
    attempts,
    detail: responseText(response),
  };
}

export function responseText(response: OutletResponse): string {
  if (response.kind === 'failed') return response.detail;
  const { status, text } = response;
  const said = text === '' ? '' : `: ${text}`;
  if (status >= 300 && status < 400) return `HTTP ${status}: the address redirects. Enter the new address.`;
  return `HTTP ${status}${said}`;
}

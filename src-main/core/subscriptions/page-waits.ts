/** How long a search waits before it asks for a page again, or that it does not. Pure. */
import { backoffMs } from '../../../src-shared/lib/backoff.ts';

/** Faster nobody asks a service that asked for less. */
const MIN_WAIT_MS = 1_000;
/** A service that is closed for longer is asked again by a person. */
const MAX_WAIT_MS = 600_000;
/** Requests without an answer, one after the other. */
const MAX_TRIES = 5;
/** Requests that the service put off itself: it is there, and says how fast it wants to be asked. */
const MAX_DEFERRALS = 100;

export interface Tries {
  readonly failed: number;
  readonly deferred: number;
}
export const NO_TRIES: Tries = { failed: 0, deferred: 0 };

/**
 * @param afterMs what the service asked for (Retry-After)
 * @param isPatient nobody waits at a screen for this one page
 * @returns `null`: it came to nothing
 */
export function waitAfter(
  tries: Tries,
  afterMs: number | null,
  isPatient: boolean,
  random: number,
): { readonly ms: number; readonly tries: Tries } | null {
  if (afterMs !== null) {
    if (afterMs > MAX_WAIT_MS || tries.deferred >= MAX_DEFERRALS) return null;
    return { ms: Math.max(MIN_WAIT_MS, afterMs), tries: { ...tries, deferred: tries.deferred + 1 } };
  }
  const failed = tries.failed + 1;
  if (!isPatient || failed >= MAX_TRIES) return null;
  const ms = backoffMs({ failures: failed + 1, baseMs: MIN_WAIT_MS, capMs: 30_000, random });
  return { ms, tries: { ...tries, failed } };
}

/** Decides how long a search waits before it requests a page again, or that it gives up. Pure. */
import { backoffMs } from '../../../src-shared/lib/backoff.ts';

const MIN_WAIT_MS = 1_000;
/** Longer waits end the search; the user can retry. */
const MAX_WAIT_MS = 600_000;
const MAX_TRIES = 5;
/** Consecutive answers with Retry-After: the service is up and sets the pace. */
const MAX_DEFERRALS = 100;

export interface Tries {
  readonly failed: number;
  readonly deferred: number;
}
export const NO_TRIES: Tries = { failed: 0, deferred: 0 };

/**
 * @param afterMs wait that the service asked for (Retry-After)
 * @param isPatient true if the search may retry, false if a user waits for this page
 * @returns null if the search gives up
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

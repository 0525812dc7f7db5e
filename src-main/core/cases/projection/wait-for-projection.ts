/** Waits for the case projection for a limited time. After a start or in a burst it usually catches up within 2 s. */
import type { Clock } from '../../ports/clock.ts';
import type { Cases } from '../create-cases.ts';
import { eitherSignal } from '../../lib/either-signal.ts';

const MAX_WAIT_MS = 2_000;

/**
 * Resolves when everything stored is applied, or after 2 s.
 * @throws the signal's reason
 */
export async function waitForProjection(
  cases: Pick<Cases, 'waitUntilCaughtUp'>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController();
  const either = eitherSignal(signal, over.signal);
  try {
    await Promise.race([cases.waitUntilCaughtUp(either), clock.sleep(MAX_WAIT_MS, either)]);
  } catch {
    // The projector retries by itself. The caller reports what is missing.
  } finally {
    over.abort(new Error('no longer waiting for the case projection'));
  }
  signal?.throwIfAborted();
}

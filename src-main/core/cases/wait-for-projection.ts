/** After a start or in a burst what is stored is taken within a moment: whoever asks for a whole waits so long, and no longer. */
import type { Clock } from '../ports/clock.ts';
import type { Cases } from './cases.ts';

const MAX_WAIT_MS = 2_000;

/** Resolves when everything that is stored was taken, or after a moment. @throws the signal's reason */
export async function waitForProjection(
  cases: Pick<Cases, 'waitUntilCaughtUp'>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController();
  const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race([cases.waitUntilCaughtUp(either), clock.sleep(MAX_WAIT_MS, either)]);
  } catch {
    // A follower that failed goes on by itself; that something is left is said by whoever waited.
  } finally {
    over.abort(new Error('it is not waited for any more'));
  }
  signal?.throwIfAborted();
}

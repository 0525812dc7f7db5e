/**
 * The silence watchdog: waits until a stream has shown no life for so long. Life is whole events only; a drip of
 * comments or of single bytes would hold a dead connection open for ever.
 */
import type { Clock } from '../../core/ports/clock.ts';

/** Resolves when `stream` was silent for `silenceMs`; rejects when `signal` is aborted before. */
export async function silence(
  stream: { readonly lastEventAt: number },
  silenceMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const leftMs = stream.lastEventAt + silenceMs - clock.monotonic();
    if (leftMs <= 0) return;
    // oxlint-disable-next-line no-await-in-loop -- one sleep after the other, each to the earliest possible end
    await clock.sleep(leftMs, signal);
  }
}

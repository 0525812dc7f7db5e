/**
 * Brings rows that an older decoder wrote up to this version, in small pieces behind everything else. They stay
 * readable meanwhile; what is done is done also when the process ends in the middle.
 */
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

/** Some milliseconds of the writer's time: what arrives waits no longer than that. */
const PIECE_ROWS = 200;
/** So that the writer works for this a tenth of its time at most. */
const PAUSE_MS = 50;
const RETRY_MS = 60_000;

/** Resolves when all is done, or the signal is aborted. */
export async function redecodeOldRows(
  { store, clock, log }: { store: Pick<EventStore, 'redecode'>; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = PAUSE_MS;
  while (!signal.aborted) {
    try {
      if (!(await store.redecode(PIECE_ROWS))) return;
      pauseMs = PAUSE_MS;
    } catch (error) {
      log.warn('stored events could not be decoded again yet', { error });
      pauseMs = RETRY_MS;
    }
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

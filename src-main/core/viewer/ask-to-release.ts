import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { WriterProcesses } from '../ports/writer-processes.ts';

/** The other process stores its last batch and closes its databases, on a slow disk in some seconds. */
const MAX_WAIT_MS = 20_000;
const POLL_INTERVAL_MS = 25;

/** Resolves when the store is free. @throws AppError TAKE_OVER_FAILED, STORE_UNWRITABLE; the signal's reason */
export async function askToRelease(
  { writerProcesses, clock }: { readonly writerProcesses: WriterProcesses; readonly clock: Clock },
  store: StoreIdentity,
  signal: AbortSignal,
): Promise<void> {
  const answer = await writerProcesses.ask(store, { viewer: 'release' }, signal).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'WATCH_SILENT'
      ? appError('TAKE_OVER_FAILED', { problem: 'silent' }, { cause: error })
      : error;
  });
  // An older version refuses what it does not understand.
  if (answer?.kind === 'refused')
    throw answer.error.code === 'TAKE_OVER_FAILED'
      ? new AppError(answer.error)
      : appError('TAKE_OVER_FAILED', { problem: 'silent' });
  const startedAt = clock.monotonic();
  while (writerProcesses.isRunning(store)) {
    if (clock.monotonic() - startedAt > MAX_WAIT_MS) throw appError('TAKE_OVER_FAILED', { problem: 'busy' });
    await clock.sleep(POLL_INTERVAL_MS, signal);
  }
}

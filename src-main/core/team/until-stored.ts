import { AppError } from '../../../src-shared/api/errors.ts';
import type { StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { Clock } from '../ports/clock.ts';

/** Short enough for a lock, long enough for a full disk. */
const RETRY_MS = 1_000;

export interface UntilStoredOptions {
  readonly clock: Clock;
  /** Called after each failure, and once the write has succeeded after one. */
  readonly onStorage: (status: StorageStatus) => void;
}

/** Repeats a write until the store can be written, as `Intake` does. @throws other errors; the signal's reason */
export async function untilStored<Result>(
  { clock, onStorage }: UntilStoredOptions,
  write: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let failingSince: number | null = null;
  for (;;)
    try {
      const result = await write();
      if (failingSince !== null) onStorage({ kind: 'storing' });
      return result;
    } catch (error) {
      if (!(error instanceof AppError) || error.data.code !== 'STORE_UNWRITABLE') throw error;
      failingSince ??= clock.now();
      // Nothing waits in memory: the log has what could not be written.
      onStorage({ kind: 'failing', since: failingSince, error: error.data, waiting: 0 });
      await clock.sleep(RETRY_MS, signal);
    }
}

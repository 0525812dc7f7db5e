/**
 * What is stored from now on, as it comes, out of a store that another process writes. It looks again and again: no
 * system tells reliably of writes into a database. A store that is damaged or gone for a while is waited for, and one
 * that another took the place of is read from its beginning.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { EventReader } from '../../core/ports/event-store.ts';

/** A look costs some tenths of a millisecond; a person takes 250 for at once. */
const POLL_INTERVAL_MS = 100;
/** What came while nobody looked, as a rule. */
const BATCH_SIZE = 256;

export interface FollowOptions {
  /** With absolute times. */
  readonly filter: Filter;
  /** Begins behind this seq. */
  readonly after: number;
  /** Called once each time that the store cannot be read, before it is waited for. */
  readonly onUnreadable: (error: AppError) => void;
}

/** Ends when the signal is aborted. @throws AppError STORE_… that waiting does not mend */
export async function* followEvents(
  reader: Pick<EventReader, 'extent' | 'events'>,
  { filter, after, onUnreadable }: FollowOptions,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent, void, undefined> {
  let last = after;
  let isReadable = true;
  let limit = BATCH_SIZE;
  while (!signal.aborted) {
    try {
      const { newestSeq } = await reader.extent();
      // Seqs only grow, so these are of another store. An empty one may be the same, begun anew.
      if (newestSeq > 0 && newestSeq < last) last = 0;
      while (newestSeq > last) {
        const query = { filter, direction: 'newer', from: last, to: newestSeq, limit } as const;
        const { events, next } = await reader.events(query, signal);
        for (const event of events) {
          yield event;
          // Not to be given again, should what comes behind it not be readable.
          last = event.seq;
        }
        last = next ?? newestSeq;
      }
      isReadable = true;
      limit = BATCH_SIZE;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError) || !RECOVERABLE_CODES.has(error.code)) throw error;
      if (error.code === 'STORE_DAMAGED' && limit > 1) {
        // What lies before the damage can be read one by one.
        limit = 1;
        continue;
      }
      if (isReadable) onUnreadable(error);
      isReadable = false;
    }
    await clock.sleep(POLL_INTERVAL_MS, signal).catch(() => undefined);
  }
}

/** What another process mends: it sets a damaged store aside and goes on in a new one. */
const RECOVERABLE_CODES: ReadonlySet<string> = new Set(['STORE_DAMAGED', 'NO_STORE', 'STORE_GONE', 'STORE_UNWRITABLE']);

/**
 * Yields events as another process stores them. Polls the store, because no system reports writes into a database
 * reliably. Waits for a store that is damaged or gone for a while, and reads a replaced store from its beginning.
 */
import { AppError } from '../../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';

/** A poll takes some tenths of a millisecond. Users perceive 250 ms as immediate. */
const POLL_INTERVAL_MS = 100;
/** Normally enough for all events of one interval. */
const BATCH_SIZE = 256;

export interface FollowOptions {
  /** All times must be absolute. */
  readonly filter: Filter;
  /** Exclusive: the first event has a higher seq. */
  readonly after: number;
  /** Called once each time the store becomes unreadable, before waiting for it. */
  readonly onUnreadable: (error: AppError) => void;
  /** If the newest seq of the store is lower than the last one read, throws this instead of beginning again. */
  readonly onReplaced?: (last: number, newestSeq: number) => AppError;
  /** Ends at the newest event instead of waiting for more, and throws if the store cannot be read. */
  readonly endsAtNewest?: boolean;
}

/** All matching events up to `upTo` that were not in an earlier batch. May have none. */
export interface FollowedBatch {
  readonly events: readonly StoredEvent[];
  readonly upTo: number;
  readonly isNewest: boolean;
}

/** Ends when the signal is aborted. @throws AppError STORE_… for errors that waiting does not repair */
export async function* followEvents(
  reader: Pick<EventReader, 'extent' | 'events'>,
  { filter, after, onUnreadable, onReplaced, endsAtNewest = false }: FollowOptions,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): AsyncGenerator<FollowedBatch, void, undefined> {
  let last = after;
  let isReadable = true;
  let limit = BATCH_SIZE;
  while (!signal.aborted) {
    try {
      const { newestSeq } = await reader.extent();
      // Seqs only grow, so a lower one belongs to another store. An empty store may be the same one, rebuilt.
      if (newestSeq > 0 && newestSeq < last) {
        if (onReplaced !== undefined) throw onReplaced(last, newestSeq);
        last = 0;
      }
      while (newestSeq > last) {
        const query = { filter, direction: 'newer', from: last, to: newestSeq, limit } as const;
        const { events, next } = await reader.events(query, signal);
        const upTo = next ?? newestSeq;
        yield { events, upTo, isNewest: upTo === newestSeq };
        // Prevents a repetition if the next batch cannot be read.
        last = upTo;
      }
      if (endsAtNewest) return;
      isReadable = true;
      limit = BATCH_SIZE;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError) || !RECOVERABLE_CODES.has(error.code)) throw error;
      if (error.code === 'STORE_DAMAGED' && limit > 1) {
        // Events before the damage can be read one by one.
        limit = 1;
        continue;
      }
      if (endsAtNewest) throw error;
      if (isReadable) onUnreadable(error);
      isReadable = false;
    }
    await clock.sleep(POLL_INTERVAL_MS, signal).catch(() => undefined);
  }
}

/** Errors that another process repairs: it moves a damaged store away and continues in a new one. */
const RECOVERABLE_CODES: ReadonlySet<string> = new Set(['STORE_DAMAGED', 'NO_STORE', 'STORE_GONE', 'STORE_UNWRITABLE']);

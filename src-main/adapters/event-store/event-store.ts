/**
 * The event store over SQLite: one worker thread writes, another reads over its own connection, and the thread that
 * calls waits for neither. This file only passes calls on.
 */
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { Coverage } from '../../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { Moment } from '../../core/ports/clock.ts';
import type {
  Appended,
  EventStore,
  EventStoreOpener,
  FollowerCommit,
  FollowerPosition,
  Loss,
  ReceivedBatch,
  Resumed,
  Slice,
  SliceQuery,
  StorePlace,
} from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { createStoreDirectory, type StorePaths, storePaths } from './store-directory.ts';
import type { ReaderMethods, WriterMethods } from './store-methods.ts';
import type { StoreWorkerData } from './worker.ts';
import { type Calls, WorkerCalls } from './worker-calls.ts';

export interface SqliteEventStoreOptions {
  readonly dataDir: string;
  /** Where the worker's entry is; a bundle keeps it under another name. */
  readonly workerUrl?: URL | undefined;
  readonly log?: Log | undefined;
}

/** The two halves of a store, opened by the first call of `open` of each. */
export interface StoreHalves {
  writer(paths: StorePaths, place: StorePlace): Calls<WriterMethods>;
  reader(paths: StorePaths): Calls<ReaderMethods>;
}

export function createEventStoreOpener({ dataDir, workerUrl, log }: SqliteEventStoreOptions): EventStoreOpener {
  const url = workerUrl ?? new URL('./worker.ts', import.meta.url);
  const halves: StoreHalves = {
    writer: (paths, place) =>
      new WorkerCalls<WriterMethods>(url, { role: 'writer', paths, place } satisfies StoreWorkerData),
    reader: (paths) => new WorkerCalls<ReaderMethods>(url, { role: 'reader', paths } satisfies StoreWorkerData),
  };
  return {
    async open(place) {
      try {
        return await openEventStore(dataDir, place, halves);
      } catch (error) {
        const { events } = storePaths(dataDir, place);
        log?.error('The event store could not be opened.', { path: events, reason: String(error) });
        throw error;
      }
    },
  };
}

/** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE, STORE_LOST */
export async function openEventStore(dataDir: string, place: StorePlace, halves: StoreHalves): Promise<EventStore> {
  const paths = storePaths(dataDir, place);
  createStoreDirectory(paths);
  const writer = halves.writer(paths, place);
  try {
    await writer.call('open');
    const reader = halves.reader(paths);
    try {
      await reader.call('open');
      return new SqliteEventStore(writer, reader);
    } catch (error) {
      await reader.close();
      throw error;
    }
  } catch (error) {
    await writer.close();
    throw error;
  }
}

class SqliteEventStore implements EventStore {
  readonly #writer: Calls<WriterMethods>;
  readonly #reader: Calls<ReaderMethods>;
  #closing: Promise<void> | null = null;

  constructor(writer: Calls<WriterMethods>, reader: Calls<ReaderMethods>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  resume(): Promise<Resumed> {
    return this.#writer.call('resume');
  }

  append(batch: ReceivedBatch): Promise<Appended> {
    return this.#writer.call('append', batch);
  }

  moveCursor(lastEventId: string): Promise<void> {
    return this.#writer.call('moveCursor', lastEventId);
  }

  endSession(sessionId: number, loss: Loss): Promise<void> {
    return this.#writer.call('endSession', sessionId, loss);
  }

  openGap(from: Moment, at: Moment, loss: Loss): Promise<boolean> {
    return this.#writer.call('openGap', from, at, loss);
  }

  rememberProfile(json: string): Promise<void> {
    return this.#writer.call('rememberProfile', json);
  }

  redecode(limit: number): Promise<boolean> {
    return this.#writer.call('redecode', limit);
  }

  followerPosition(name: string, version: number): Promise<FollowerPosition> {
    return this.#writer.call('followerPosition', name, version);
  }

  commitFollower(commit: FollowerCommit): Promise<boolean> {
    return this.#writer.call('commitFollower', commit);
  }

  extent(): Promise<Extent> {
    return this.#reader.call('extent');
  }

  slice(query: SliceQuery): Promise<Slice> {
    return this.#reader.call('slice', query);
  }

  count(query: { filter: Filter; after: number; to: number }): Promise<{ count: number; next: number | null }> {
    return this.#reader.call('count', query);
  }

  event(seq: number): Promise<StoredEvent | null> {
    return this.#reader.call('event', seq);
  }

  coverage(span: { from: number; to: number }): Promise<Coverage> {
    return this.#reader.call('coverage', span);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** The reader first: the last connection that closes folds the write-ahead log into the database. */
  async #close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }
}

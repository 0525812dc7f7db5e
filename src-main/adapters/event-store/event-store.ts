/**
 * The event store over SQLite: one worker thread writes, another reads over its own connection, and the thread that
 * calls waits for neither. This file only passes calls on.
 */
import type { Coverage } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary, StoredEvent } from '../../../src-shared/domain/event.ts';
import type {
  Appended,
  EventStore,
  EventStoreOpener,
  Loss,
  ReceivedBatch,
  Resumed,
} from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { createStoreDirectory, type StorePaths, storePaths } from './store-directory.ts';
import type { ReaderMethods, StoreWorkerData, WriterMethods } from './worker.ts';
import { WorkerCalls } from './worker-calls.ts';

export interface SqliteEventStoreOptions {
  readonly dataDir: string;
  /** Where the worker's entry is; a bundle keeps it under another name. */
  readonly workerUrl?: URL | undefined;
  readonly log?: Log | undefined;
}

export function createEventStoreOpener({ dataDir, workerUrl, log }: SqliteEventStoreOptions): EventStoreOpener {
  const url = workerUrl ?? new URL('./worker.ts', import.meta.url);
  return {
    async open(store) {
      const paths = storePaths(dataDir, store);
      try {
        createStoreDirectory(paths);
        return await openStore(url, paths, store.profileName);
      } catch (error) {
        const reason = error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
        log?.error('The event store could not be opened.', { path: paths.events, reason });
        throw error;
      }
    },
  };
}

async function openStore(url: URL, paths: StorePaths, name: string): Promise<SqliteEventStore> {
  const forWriting: StoreWorkerData = { role: 'writer', paths, name };
  const writer = new WorkerCalls<WriterMethods>(url, forWriting);
  try {
    await writer.call('open');
    const forReading: StoreWorkerData = { role: 'reader', paths };
    const reader = new WorkerCalls<ReaderMethods>(url, forReading);
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
  readonly #writer: WorkerCalls<WriterMethods>;
  readonly #reader: WorkerCalls<ReaderMethods>;
  #closing: Promise<void> | null = null;

  constructor(writer: WorkerCalls<WriterMethods>, reader: WorkerCalls<ReaderMethods>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  resume(): Promise<Resumed> {
    return this.#writer.call('resume');
  }

  append(batch: ReceivedBatch): Promise<Appended> {
    return this.#writer.call('append', batch);
  }

  endSession(sessionId: number, loss: Loss): Promise<void> {
    return this.#writer.call('endSession', sessionId, loss);
  }

  openGap(from: number, at: number, loss: Loss): Promise<void> {
    return this.#writer.call('openGap', from, at, loss);
  }

  rememberProfile(json: string): Promise<void> {
    return this.#writer.call('rememberProfile', json);
  }

  page(query: { before?: number | undefined; limit: number }): Promise<{ rows: EventSummary[]; newestSeq: number }> {
    return this.#reader.call('page', query);
  }

  after(query: { after: number; limit: number }): Promise<EventSummary[]> {
    return this.#reader.call('after', query);
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

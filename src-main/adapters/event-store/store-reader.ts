/**
 * Reads one store over a connection that cannot write. Every call reads to its end before it returns: a statement left
 * open would pin the write-ahead log and let it grow without bound.
 */
import type { Database } from 'better-sqlite3';
import type { Coverage } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary, StoredEvent } from '../../../src-shared/domain/event.ts';
import { summaryOf } from './event-summary.ts';
import { openForReading } from './open-database.ts';
import { type ScanFilter, scanEvents } from './scan.ts';
import { type ReadStatements, readStatements } from './statements.ts';
import { storeError } from './store-error.ts';

/** @throws AppError NO_STORE, STORE_TOO_NEW, STORE_DAMAGED, STORE_UNWRITABLE */
export function openStoreReader(path: string): StoreReader {
  return new StoreReader(openForReading(path));
}

export class StoreReader {
  readonly #database: Database;
  readonly #read: ReadStatements;

  constructor(database: Database) {
    this.#database = database;
    this.#read = readStatements(database);
  }

  page({ before, limit }: { before?: number | undefined; limit: number }): { rows: EventSummary[]; newestSeq: number } {
    return this.#atOnce(() => ({
      rows: this.#read.pageBefore.all({ before: before ?? Number.MAX_SAFE_INTEGER, limit }).map(summaryOf),
      newestSeq: this.#read.newestSeq.get()?.seq ?? 0,
    }));
  }

  after({ after, limit }: { after: number; limit: number }): EventSummary[] {
    return this.#atOnce(() => this.#read.pageAfter.all({ after, limit }).map(summaryOf));
  }

  event(seq: number): StoredEvent | null {
    return this.#atOnce(() => {
      const row = this.#read.eventBySeq.get(seq);
      const payload = this.#read.rawBySeq.get(seq);
      return row === undefined || payload === undefined ? null : { ...summaryOf(row), raw: payload.raw };
    });
  }

  coverage({ from, to }: { from: number; to: number }): Coverage {
    return this.#atOnce(() => ({
      sessions: this.#read.sessionsTouching.all({ from, to }),
      gaps: [...this.#read.closedGapsTouching.all({ from, to }), ...this.#read.openGapTouching.all({ to })],
    }));
  }

  /** Events that match, oldest first, up to the newest that is stored when the scan begins. */
  *scan(filter: ScanFilter = {}): Generator<StoredEvent, void> {
    try {
      yield* scanEvents(this.#read, filter);
    } catch (cause) {
      throw storeError(cause, this.#database.name);
    }
  }

  /** What the writer remembered under this name. */
  remembered(key: 'name' | 'profile'): string | null {
    return this.#atOnce(() => this.#read.meta.get(key)?.value ?? null);
  }

  close(): void {
    this.#database.close();
  }

  /** One transaction: what is read together was true together. */
  #atOnce<Result>(work: () => Result): Result {
    try {
      return this.#database.transaction(work)();
    } catch (cause) {
      throw storeError(cause, this.#database.name);
    }
  }
}

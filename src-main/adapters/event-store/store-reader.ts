/**
 * Reads one store over a connection that cannot write. Every call reads to its end before it returns: a statement left
 * open would pin the write-ahead log and let it grow without bound.
 */
import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { Coverage } from '../../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { Slice, SliceQuery } from '../../core/ports/event-store.ts';
import { summaryOf } from './event-summary.ts';
import { openForReading } from './open-database.ts';
import { type ReadStatements, readStatements } from './statements.ts';
import { storeError } from './store-error.ts';
import { PIECE_MS, Walk } from './walk.ts';

/** @throws AppError NO_STORE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
export function openStoreReader(path: string): StoreReader {
  return new StoreReader(openForReading(path));
}

export class StoreReader {
  readonly #database: Database;
  readonly #read: ReadStatements;
  readonly #walk: Walk;

  /** `pieceMs`: how long one piece of a walk may take before the caller is given what there is. */
  constructor(database: Database, pieceMs = PIECE_MS) {
    this.#database = database;
    this.#read = readStatements(database);
    this.#walk = new Walk(database, pieceMs);
  }

  extent(): Extent {
    return this.#atOnce(() => this.#read.extent.get() ?? { oldestSeq: 0, newestSeq: 0, storedEvents: 0 });
  }

  slice(query: SliceQuery): Slice {
    return this.#atOnce(() => this.#walk.slice(query));
  }

  count(query: { filter: Filter; after: number; to: number }): { count: number; next: number | null } {
    return this.#atOnce(() => this.#walk.count(query));
  }

  event(seq: number): StoredEvent | null {
    return this.#atOnce(() => {
      const row = this.#read.eventBySeq.get(seq);
      const payload = this.#read.payloadBySeq.get(seq);
      if (row === undefined || payload === undefined) return null;
      const { raw, wholeKind: kind, wholeId: id } = payload;
      return { ...summaryOf(row), raw, whole: kind === null && id === null ? null : { kind, id } };
    });
  }

  coverage({ from, to }: { from: number; to: number }): Coverage {
    const byBeginning = (one: { from: number; id: number }, other: { from: number; id: number }) =>
      one.from - other.from || one.id - other.id;
    return this.#atOnce(() => ({
      sessions: this.#read.sessionsTouching.all({ from, to }).toSorted(byBeginning),
      gaps: [...this.#read.closedGapsTouching.all({ from, to }), ...this.#read.openGapTouching.all({ to })].toSorted(
        byBeginning,
      ),
    }));
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

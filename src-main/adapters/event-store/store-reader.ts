/**
 * Reads one store over a connection that cannot write. Every call reads to its end before it returns: a statement left
 * open would pin the write-ahead log and let it grow without bound. Where the database was replaced by another one, it
 * goes on with that one.
 */
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import type { Coverage, Gap } from '../../../src-shared/domain/coverage.ts';
import { RECONNECT_WITHIN_MS } from '../../../src-shared/domain/reconnect.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { FacetField } from '../../../src-shared/domain/filter.ts';
import type {
  Checked,
  Counted,
  CountQuery,
  EventSlice,
  FacetCounts,
  FactSubjects,
  FollowerRecord,
  GapsQuery,
  Groups,
  GroupsQuery,
  Histogram,
  HistogramQuery,
  SearchReach,
  Slice,
  SliceQuery,
  StoreFigures,
} from '../../core/ports/event-store.ts';
import { chunkOf, lastOf } from './chunk.ts';
import { ChunkIndex } from './chunk-index.ts';
import { summaryOf } from './event-summary.ts';
import { FacetIndex } from './facet-index.ts';
import { bytesBeside } from './files-beside.ts';
import { type FactReads, factReads, factsAfter } from './fact-rows.ts';
import { count, facets, groups, histogram } from './event-counts.ts';
import { Matches } from './matches.ts';
import { openForReading } from './open-database.ts';
import { type EventRow, type ReadStatements, readStatements } from './statements.ts';
import { SearchCheck } from './search-check.ts';
import { searchPathOf } from './search-database.ts';
import { SearchIndex, SearchIndexFailed } from './search-index.ts';
import { SeenRanges } from './seen-ranges.ts';
import { basisStatements } from './store-basis.ts';
import { StoreCheck } from './store-check.ts';
import { storeError } from './store-error.ts';
import { storedEvent } from './stored-event.ts';
import { StoredTexts } from './stored-texts.ts';
import { Tallies } from './tallies.ts';
import { PIECE_MS, slice } from './walk.ts';
import { bytesAt, fileAt } from '../files/found-files.ts';

/** Of texts in one piece, but for a longer one alone: what lies ready of them is held by both threads. */
const PIECE_BYTES = 2_097_152;

/** @throws AppError NO_STORE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
export function openStoreReader(path: string, pieceMs = PIECE_MS): StoreReader {
  const database = openForReading(path);
  try {
    return new StoreReader(database, pieceMs, path);
  } catch (cause) {
    // What is damaged may not show before the statements are made.
    database.close();
    throw storeError(cause, path);
  }
}

/** One database, while it is the one at the path. */
interface Open {
  readonly database: Database;
  /** Which file it is; `null` where it is none (`:memory:`). */
  readonly file: string | null;
  readonly read: ReadStatements;
  readonly facets: FacetIndex;
  readonly chunks: ChunkIndex;
  readonly seen: SeenRanges;
  readonly facts: FactReads;
  readonly basis: ReturnType<typeof basisStatements>['basis'];
  readonly texts: StoredTexts;
  readonly index: SearchIndex;
  readonly matches: Matches;
  readonly tallies: Tallies;
  readonly check: StoreCheck;
  readonly searchCheck: SearchCheck;
  /** One transaction: what is read together was true together, and what is held in memory is of that moment. */
  readonly transaction: (work: () => void) => void;
}

export class StoreReader {
  readonly #path: string;
  readonly #pieceMs: number;
  #open: Open;

  /** `pieceMs`: how long one piece may take before the caller is given what there is. */
  constructor(database: Database, pieceMs = PIECE_MS, path = database.name) {
    this.#path = path;
    this.#pieceMs = pieceMs;
    this.#open = this.#opened(database, fileAt(path));
  }

  extent(): Extent {
    return this.#atOnce(({ read, chunks }) => {
      const { oldestSeq, newestSeq } = read.ends.get() ?? { oldestSeq: 0, newestSeq: 0 };
      const { tail } = chunks;
      const behind = read.rowsBetween.get({ first: tail, last: Number.MAX_SAFE_INTEGER })?.count ?? 0;
      return { oldestSeq, newestSeq: Math.max(newestSeq, tail - 1), storedEvents: chunks.events + behind };
    });
  }

  slice(query: SliceQuery): Slice {
    return this.#atOnce(({ matches, facets: known, seen }) => {
      const take = (row: EventRow) => summaryOf(row, known.get(row.facet), seen.holds(row.seq));
      return slice(matches, query, this.#pieceMs, take);
    });
  }

  /** A text is read while its block is open, and only as long as there is room and time for it. */
  events(query: SliceQuery): EventSlice {
    return this.#atOnce(({ matches, facets: known, seen, texts }) => {
      const until = performance.now() + this.#pieceMs;
      let bytes = 0;
      let isFirst = true;
      const take = (row: EventRow) => {
        const entry = texts.entry(row.seq);
        bytes += entry?.data.length ?? 0;
        if (!isFirst && (bytes > PIECE_BYTES || performance.now() >= until)) return null;
        isFirst = false;
        return storedEvent(summaryOf(row, known.get(row.facet), seen.holds(row.seq)), entry);
      };
      const { rows, next } = slice(matches, query, this.#pieceMs, take);
      return { events: rows, next };
    });
  }

  count(query: CountQuery): Counted {
    return this.#atOnce(({ tallies, facets: known }) => count(tallies, known, query));
  }

  facets(query: CountQuery & { readonly fields: readonly FacetField[] }): FacetCounts {
    return this.#atOnce(({ tallies, facets: known }) => facets(tallies, known, query));
  }

  histogram(query: HistogramQuery): Histogram {
    return this.#atOnce(({ tallies, facets: known }) => histogram(tallies, known, query));
  }

  groups(query: GroupsQuery): Groups {
    return this.#atOnce(({ tallies, facets: known }) => groups(tallies, known, query));
  }

  searchReach(): SearchReach {
    return this.#atOnce(({ read, chunks, index }) => {
      const upTo = index.reach;
      const { tail } = chunks;
      const between = (first: number, last: number) => read.rowsBetween.get({ first, last })?.count ?? 0;
      // Of the chunk in which it ends, the rows say it.
      const ofChunk = upTo + 1 < tail ? between(upTo + 1, lastOf(chunkOf(upTo + 1))) : 0;
      const behind =
        chunks.eventsBehind(lastOf(chunkOf(upTo + 1))) + between(Math.max(tail, upTo + 1), Number.MAX_SAFE_INTEGER);
      return { upTo, behind: ofChunk + behind };
    });
  }

  event(seq: number): StoredEvent | null {
    return this.#atOnce(({ read, facets: known, texts, seen }) => {
      const row = read.eventBySeq.get(seq);
      if (row === undefined) return null;
      return storedEvent(summaryOf(row, known.get(row.facet), seen.holds(seq)), texts.entry(seq));
    });
  }

  coverage({ from, to }: { from: number; to: number }): Coverage {
    const byBeginning = (one: { from: number; id: number }, other: { from: number; id: number }) =>
      one.from - other.from || one.id - other.id;
    return this.#atOnce(({ read }) => ({
      sessions: read.sessionsTouching.all({ from, to }).toSorted(byBeginning),
      gaps: [...read.closedGapsTouching.all({ from, to }), ...read.openGapTouching.all({ to })].toSorted(byBeginning),
    }));
  }

  gaps({ direction, ...range }: GapsQuery): Gap[] {
    return this.#atOnce(({ read }) =>
      read[direction === 'older' ? 'gapsFromNewest' : 'gapsFromOldest'].all({
        ...range,
        reconnectMs: RECONNECT_WITHIN_MS,
      }),
    );
  }

  figures(): StoreFigures {
    return this.#atOnce(({ database, read }) => ({
      bytes: bytesAt(this.#path) + bytesAt(`${this.#path}-wal`),
      freeBytes:
        Number(database.pragma('freelist_count', { simple: true })) *
        Number(database.pragma('page_size', { simple: true })),
      beside: bytesBeside(this.#path),
      oldestAt: read.oldestAt.get()?.receivedAt ?? null,
    }));
  }

  facts(after: number, limit: number, about?: FactSubjects): StoredFact[] {
    return this.#atOnce(({ facts }) => factsAfter(facts, after, limit, about));
  }

  followerRecords(name: string): FollowerRecord[] {
    return this.#atOnce(({ read }) => read.followerRecords.all(name));
  }

  basis(): string {
    return this.#atOnce(({ basis }) => basis.get()?.basis ?? '');
  }

  /** Looks at what is stored after this seq; 0 from the beginning. */
  check(after: number): Checked {
    return this.#atOnce(({ check, searchCheck }) => {
      const checked = check.piece(after, this.#pieceMs);
      searchCheck.look(after, checked.next);
      return checked;
    });
  }

  /** What the writer remembered under this name. */
  remembered(key: 'name' | 'profile'): string | null {
    return this.#atOnce(({ read }) => read.meta.get(key)?.value ?? null);
  }

  close(): void {
    this.#open.index.close();
    this.#open.database.close();
  }

  #atOnce<Result>(work: (open: Open) => Result): Result {
    try {
      const open = this.#current();
      let result: { readonly of: Result } | undefined;
      try {
        open.transaction(() => {
          result = { of: withoutFailing(work, open) };
        });
      } catch (cause) {
        // A damaged page that was met, and is told of in the answer, lets the end of the transaction fail as well.
        if (result === undefined) throw cause;
      }
      if (result === undefined) throw new Error('A transaction ended before its work was done.');
      return result.of;
    } catch (cause) {
      throw storeError(cause, this.#path);
    }
  }

  /** @throws AppError NO_STORE where nothing is at the path: what was there is not what is kept. */
  #current(): Open {
    const last = this.#open;
    // Closed by whoever asked for it: that is said as such.
    if (last.file === null || !last.database.open) return last;
    const file = fileAt(this.#path);
    if (file === last.file) return last;
    if (file === null) throw appError('NO_STORE', { place: this.#path, problem: 'no-file' });
    const database = openForReading(this.#path);
    try {
      this.#open = this.#opened(database, file);
    } catch (cause) {
      database.close();
      throw cause;
    }
    last.index.close();
    last.database.close();
    return this.#open;
  }

  #opened(database: Database, file: string | null): Open {
    const facetIndex = new FacetIndex(database);
    const chunks = new ChunkIndex(database);
    const seen = new SeenRanges(database);
    const texts = new StoredTexts(database);
    const index = new SearchIndex(database, searchPathOf(this.#path));
    const matches = new Matches(database, facetIndex, chunks, texts, seen, index);
    return {
      database,
      file,
      read: readStatements(database),
      facets: facetIndex,
      chunks,
      seen,
      facts: factReads(database),
      basis: basisStatements(database).basis,
      texts,
      index,
      matches,
      tallies: new Tallies(matches, chunks, this.#pieceMs),
      check: new StoreCheck(database, facetIndex, chunks, texts),
      searchCheck: new SearchCheck(texts, index),
      // Made once: making one costs more than a small read.
      transaction: database.transaction((work: () => void) => {
        facetIndex.refresh();
        chunks.refresh();
        seen.refresh();
        texts.forget();
        work();
      }),
    };
  }
}

/** The index can be done without: what was asked is asked again. */
function withoutFailing<Result>(work: (open: Open) => Result, open: Open): Result {
  try {
    return work(open);
  } catch (cause) {
    if (!(cause instanceof SearchIndexFailed)) throw cause;
    open.index.release();
    return work(open);
  } finally {
    open.index.release();
  }
}

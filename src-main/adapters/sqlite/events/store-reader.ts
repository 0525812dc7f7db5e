/** Reads the events of one store, to the end in every call: an open statement would pin the write-ahead log. */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../../src-shared/api/watch.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { Coverage, Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { MAX_RECONNECT_MS } from '../../../../src-shared/domain/coverage/reconnect.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import type {
  CaseEventBatch,
  CaseEventQuery,
  CheckBatch,
  CombinationBatch,
  CombinationsQuery,
  CountBatch,
  CountQuery,
  EventBatch,
  FacetCounts,
  ActionSubjects,
  ProjectionRecord,
  GapsQuery,
  Groups,
  GroupsQuery,
  Histogram,
  HistogramQuery,
  SearchIndexProgress,
  SummaryBatch,
  BatchQuery,
  StoreFigures,
} from '../../../core/ports/event-store.ts';
import type { BaseHead } from '../../../core/ports/team-base.ts';
import { chunkOf, lastSeqOfChunk } from './texts/chunk.ts';
import { ChunkIndex } from './columns/chunk-index.ts';
import { createCaseEventRows } from './reading/case-event-rows.ts';
import { type EventRow, toEventSummary } from './rows/event-columns.ts';
import { FacetIndex } from './columns/facet-index.ts';
import { derivedFileSizes } from './files/derived-file-sizes.ts';
import { actionStatements, readActionsAbout, readActionsAfter } from './rows/action-rows.ts';
import { combinations, count, facets, groups, histogram } from './reading/event-counts.ts';
import { createEventMatcher } from './reading/event-matcher.ts';
import { openForReading } from './files/open-database.ts';
import { readStatements, withoutNullHolding } from './rows/statements.ts';
import { createSearchCheck } from './search/search-check.ts';
import { searchPathOf } from './search/search-database.ts';
import { createSearchIndex, SearchIndexFailed } from './search/search-index.ts';
import { createSeenRanges } from './rows/seen-ranges.ts';
import { CHANGES, DATABASE_ID, LINEAGE } from './rows/meta-rows.ts';
import { createStoreCheck } from './damage/store-check.ts';
import { storeError } from './store-error.ts';
import { storedEvent } from './rows/stored-event.ts';
import { createBaseRows } from './team/base-rows.ts';
import { orderedThrough, parseStoredLog, TEAM_LOG } from './rows/log-state.ts';
import { TextReader } from './texts/text-reader.ts';
import { createTallies } from './reading/tallies.ts';
import { BATCH_MS, readBatch } from './reading/read-batch.ts';
import { fileSizeBytes } from '../../files/file-stat.ts';
import { createDatabaseReader } from '../database-reader.ts';

/** Max bytes of texts in one batch, which both threads hold; a longer text is returned alone. */
const MAX_BATCH_BYTES = 2_097_152;

/** A call returns what it has after `batchMs`. @throws AppError NO_STORE, STORE_… */
export function openStoreReader(path: string, batchMs = BATCH_MS) {
  const reader = createDatabaseReader({
    path,
    open: openForReading,
    prepare: (database) => prepareRows(database, path, batchMs),
    release: ({ index }) => index.close(),
    errorOf: storeError,
    // The check describes the damage over the same connection.
    closesOnError: false,
  });
  reader.open();

  /** All reads of the work, and the data in memory, belong to one commit. */
  function answer<Result>(work: (rows: ReadRows) => Result): Result {
    return reader.read<Result>(neverEmpty, (rows) => {
      rows.facets.refresh();
      rows.chunks.refresh();
      rows.seen.refresh();
      rows.texts.forget();
      return retryWithoutIndex(work, rows);
    });
  }

  return {
    extent(): Extent {
      return answer(extentOf);
    },
    summaries(query: BatchQuery): SummaryBatch {
      return answer(({ matches, facets: known, seen }) => {
        const convert = (row: EventRow) => toEventSummary(row, known.get(row.facet).values, seen.holds(row.seq));
        return readBatch(matches, query, batchMs, convert);
      });
    },
    /** Reads each text while its block is open, as long as size and time permit. */
    events(query: BatchQuery): EventBatch {
      return answer(({ matches, facets: known, seen, texts }) => {
        const until = performance.now() + batchMs;
        let bytes = 0;
        let isFirst = true;
        const convert = (row: EventRow) => {
          const entry = texts.entry(row.seq);
          bytes += entry?.data.length ?? 0;
          if (!isFirst && (bytes > MAX_BATCH_BYTES || performance.now() >= until)) return null;
          isFirst = false;
          return storedEvent(toEventSummary(row, known.get(row.facet).values, seen.holds(row.seq)), entry);
        };
        const { rows, next } = readBatch(matches, query, batchMs, convert);
        return { events: rows, next };
      });
    },
    caseEvents(query: CaseEventQuery): CaseEventBatch {
      return answer(({ caseEvents }) => caseEvents.read(query));
    },
    count(query: CountQuery): CountBatch {
      return answer(({ tallies, facets: known }) => count(tallies, known, query));
    },
    facets(query: CountQuery & { readonly fields: readonly FacetField[] }): FacetCounts {
      return answer(({ tallies, facets: known }) => facets(tallies, known, query));
    },
    histogram(query: HistogramQuery): Histogram {
      return answer(({ tallies, facets: known }) => histogram(tallies, known, query));
    },
    groups(query: GroupsQuery): Groups {
      return answer(({ tallies, facets: known }) => groups(tallies, known, query));
    },
    combinations(query: CombinationsQuery): CombinationBatch {
      return answer(({ tallies, facets: known }) => combinations(tallies, known, query));
    },
    searchIndexProgress(): SearchIndexProgress {
      return answer(({ read, chunks, index }) => {
        const indexedThrough = index.indexedThrough;
        const { tail } = chunks;
        const between = (first: number, last: number) => read.rowsBetween.get({ first, last })?.count ?? 0;
        // The chunk in which the index ends is counted by its rows.
        const inLastChunk =
          indexedThrough + 1 < tail ? between(indexedThrough + 1, lastSeqOfChunk(chunkOf(indexedThrough + 1))) : 0;
        const afterChunk =
          chunks.eventsAfter(lastSeqOfChunk(chunkOf(indexedThrough + 1))) +
          between(Math.max(tail, indexedThrough + 1), Number.MAX_SAFE_INTEGER);
        return { indexedThrough, unindexedEvents: inLastChunk + afterChunk };
      });
    },
    event(seq: number): StoredEvent | null {
      return answer(({ read, facets: known, texts, seen }) => {
        const row = read.eventBySeq.get(seq);
        if (row === undefined) return null;
        return storedEvent(toEventSummary(row, known.get(row.facet).values, seen.holds(seq)), texts.entry(seq));
      });
    },
    coverage({ from, to }: { from: number; to: number }): Coverage {
      const byStart = (one: { from: number; id: number }, other: { from: number; id: number }) =>
        one.from - other.from || one.id - other.id;
      return answer(({ read }) => ({
        sessions: read.sessionsTouching.all({ from, to }).toSorted(byStart).map(withoutNullHolding),
        gaps: [...read.closedGapsTouching.all({ from, to }), ...read.openGapTouching.all({ to })]
          .toSorted(byStart)
          .map(withoutNullHolding),
      }));
    },
    gaps({ direction, ...range }: GapsQuery): Gap[] {
      return answer(({ read }) =>
        read[direction === 'older' ? 'gapsFromNewest' : 'gapsFromOldest']
          .all({ ...range, reconnectMs: MAX_RECONNECT_MS })
          .map(withoutNullHolding),
      );
    },
    figures(): StoreFigures {
      return answer(({ database, read }) => ({
        bytes: fileSizeBytes(path) + fileSizeBytes(`${path}-wal`),
        freeBytes:
          Number(database.pragma('freelist_count', { simple: true })) *
          Number(database.pragma('page_size', { simple: true })),
        beside: derivedFileSizes(path),
        oldestAt: read.oldestAt.get()?.receivedAt ?? null,
      }));
    },
    actions(after: number, limit: number, about?: ActionSubjects): StoredActionEntry[] {
      return answer((rows) =>
        about === undefined
          ? readActionsAfter(rows.actions, after, limit, about)
          : readActionsAbout(rows.actions, after, limit, about, extentOf(rows).newestSeq),
      );
    },
    orderedThrough(): number {
      return answer((rows) => orderedThrough(parseStoredLog(rows.read.meta.get(TEAM_LOG)), extentOf(rows).newestSeq));
    },
    projectionRecords(name: string): ProjectionRecord[] {
      return answer(({ read }) => read.projectionRecords.all(name));
    },
    basis(): string {
      return answer(({ read: { meta } }) => `${meta.get(DATABASE_ID) ?? ''}/${meta.get(CHANGES) ?? '0'}`);
    },
    lineage(): string {
      return answer(({ read: { meta } }) => meta.get(LINEAGE) ?? '');
    },
    check(after: number): CheckBatch {
      return answer(({ check, searchCheck }) => {
        const checked = check.checkBatch(after, batchMs);
        searchCheck.checkRange(after, checked.next);
        return checked;
      });
    },
    baseHead(): BaseHead | null {
      return answer(({ base }) => base.head());
    },
    received(after: number, to: number) {
      return answer(({ base }) => base.received(after, to, batchMs));
    },
    close: () => reader.close(),
  };
}
export type StoreReader = ReturnType<typeof openStoreReader>;

type ReadRows = ReturnType<typeof prepareRows>;

function extentOf({ read, chunks }: ReadRows): Extent {
  const { oldestSeq, newestSeq } = read.bounds.get() ?? { oldestSeq: 0, newestSeq: 0 };
  const { tail } = chunks;
  const eventsAfterChunks = read.rowsBetween.get({ first: tail, last: Number.MAX_SAFE_INTEGER })?.count ?? 0;
  return { oldestSeq, newestSeq: Math.max(newestSeq, tail - 1), storedEvents: chunks.events + eventsAfterChunks };
}

function prepareRows(database: Database, path: string, batchMs: number) {
  const facetIndex = new FacetIndex(database);
  const chunks = new ChunkIndex(database);
  const seen = createSeenRanges(database);
  const texts = new TextReader(database);
  const index = createSearchIndex(database, searchPathOf(path));
  const matches = createEventMatcher(database, facetIndex, chunks, texts, seen, index);
  return {
    database,
    read: readStatements(database),
    facets: facetIndex,
    chunks,
    seen,
    actions: actionStatements(database),
    texts,
    base: createBaseRows(database, texts, MAX_BATCH_BYTES),
    index,
    matches,
    caseEvents: createCaseEventRows(database, facetIndex, texts, MAX_BATCH_BYTES),
    tallies: createTallies(matches, chunks, batchMs),
    check: createStoreCheck(database, facetIndex, chunks, texts),
    searchCheck: createSearchCheck(texts, index),
  };
}

function neverEmpty(): never {
  throw new Error('There is no database.');
}

function retryWithoutIndex<Result>(work: (open: ReadRows) => Result, open: ReadRows): Result {
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

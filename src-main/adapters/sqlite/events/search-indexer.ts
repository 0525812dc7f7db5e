/**
 * Builds the search index in a thread and over connections of its own; nothing waits for it. An index that is damaged,
 * or of another database or version, is built again.
 */
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { lastSeqOfChunk } from './texts/chunk.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import { hasFreeDisk, MIN_FREE_BYTES } from '../database-writer.ts';
import { createDatabaseReader } from '../database-reader.ts';
import { readRepairJob } from './damage/store-repair.ts';
import { openForReading } from './files/open-database.ts';
import { blockOf, firstSeqOfBlock, lastSeqOfBlock } from './texts/received-block.ts';
import { databaseIdentity, isMarkedDamaged, markDamaged, searchPathOf } from './search/search-database.ts';
import { BLOCKS_PER_CHUNK, IndexedChunk, indexedBlock, UNKNOWN_BLOCK } from './search/indexed-chunk.ts';
import { BlockSignature } from './search/search-grams.ts';
import { SearchWriter } from './search/search-writer.ts';
import { preparing } from '../prepared-statement.ts';
import { isUnreadable, storeError } from './store-error.ts';
import { TextReader } from './texts/text-reader.ts';

/** Larger transactions save no time per block, and the cases of the same thread wait for the running one. */
const MAX_BLOCKS_PER_BATCH = 16;
/** An addition writes its chunk again, half a megabyte, so fewer events wait for others. Searches read their texts. */
const MIN_EVENTS = 1_024;
const MAX_WAIT_MS = 60_000;

type SearchSource = ReturnType<typeof prepareSource>;

/** @param eventsPath of the database; the index is next to it */
export function createSearchIndexer(
  eventsPath: string,
  minFreeBytes = MIN_FREE_BYTES,
  maxBlocksPerBatch = MAX_BLOCKS_PER_BATCH,
  now: () => number = () => performance.now(),
) {
  const signature = new BlockSignature();
  let current: { readonly writer: SearchWriter; readonly file: string | null } | null = null;
  /** True from a rebuild until everything is indexed. Damage in between is reported: the disk may be faulty. */
  let hasRebuilt = false;
  /** Time until which fewer than `MIN_EVENTS` wait. */
  let waitsUntil = Number.NEGATIVE_INFINITY;
  const searchPath = searchPathOf(eventsPath);
  const reader = createDatabaseReader({
    path: eventsPath,
    open: openForReading,
    prepare: prepareSource,
    errorOf: storeError,
    closesOnError: true,
  });

  /** Returns true if there is more. @throws AppError STORE_… */
  function index(): boolean {
    try {
      return reader.read(
        () => false,
        (source) => indexOrRebuild(source),
      );
    } catch (cause) {
      close();
      throw cause;
    }
  }

  function close(): void {
    try {
      closeSearch();
    } finally {
      reader.close();
    }
  }

  function indexOrRebuild(source: SearchSource): boolean {
    const { database, texts } = source;
    // A repair restores old texts in batches. Indexing now would rewind the index after each of them.
    if (readRepairJob(database)?.incident.mending.kind === 'running') return false;
    texts.forget();
    try {
      const hasMore = indexNext(source, currentSearch(source));
      if (!hasMore) hasRebuilt = false;
      return hasMore;
    } catch (cause) {
      // An AppError reports the events database, which its writer repairs.
      if (cause instanceof AppError) throw cause;
      if (!isUnreadable(cause) || hasRebuilt) throw storeError(cause, searchPath);
      hasRebuilt = true;
      markDamaged(searchPath);
      closeSearch();
      return true;
    }
  }

  function indexNext(source: SearchSource, search: SearchWriter): boolean {
    const { textChange } = search.state;
    const { first, newest } = readEvents(() => changesAfter(source, textChange));
    if (first !== null && newest !== null) {
      search.rewindTo(first, newest);
      return true;
    }
    const written = readEvents(() => source.statements.chunkWrittenAfter.get(search.state.chunkRevision));
    if (written !== undefined) {
      const { revision, chunk } = written;
      // A chunk that is not complete in the index is added as it is now.
      const isIndexed = lastSeqOfChunk(chunk) <= search.state.upTo && search.hasChunk(chunk);
      search.refresh(revision, isIndexed ? readEvents(() => indexedChunk(source, chunk)) : null);
      return true;
    }
    const isEmpty = (from: number, to: number) =>
      readEvents(() => firstStoredBlock(source, blockOf(from)) > blockOf(to));
    if (search.compact(isEmpty)) return true;
    const { upTo } = search.state;
    const fullTo = readEvents(() => lastCompleteSeq(source));
    if (fullTo <= upTo || (fullTo - upTo < MIN_EVENTS && now() < waitsUntil)) return false;
    if (!hasFreeDisk(searchPath, minFreeBytes)) return false;
    let through = upTo;
    for (let count = 0; through < fullTo && count < maxBlocksPerBatch; count += 1) {
      const next = readEvents(() => nextBlock(source, blockOf(through + 1), blockOf(fullTo)));
      if (next !== null) search.addBlock(next.id, next);
      through = next === null ? fullTo : lastSeqOfBlock(next.id);
    }
    const hasMore = through < fullTo;
    search.endBatch(through, hasMore);
    waitsUntil = hasMore ? Number.NEGATIVE_INFINITY : now() + MAX_WAIT_MS;
    return hasMore;
  }

  /** Skips blocks that retention has emptied. */
  function nextBlock(source: SearchSource, from: number, last: number) {
    const { texts } = source;
    const id = firstStoredBlock(source, from);
    if (id > last) return null;
    const block = texts.block(id);
    // The row of a lost text can still match a search, but nothing else of it is known.
    if (texts.seqsWithoutText(block).length > 0) return { id, ...UNKNOWN_BLOCK };
    const indexed = indexedBlock(block, signature);
    texts.release();
    return { id, ...indexed };
  }

  function indexedChunk(source: SearchSource, id: number): IndexedChunk {
    const chunk = new IndexedChunk(id);
    const end = (id + 1) * BLOCKS_PER_CHUNK;
    for (let from = id * BLOCKS_PER_CHUNK; from < end;) {
      const next = nextBlock(source, from, end - 1);
      if (next !== null) chunk.add(next.id % BLOCKS_PER_CHUNK, next);
      from = next === null ? end : next.id + 1;
    }
    return chunk;
  }

  function readEvents<Answer>(read: () => Answer): Answer {
    try {
      return read();
    } catch (cause) {
      throw storeError(cause, eventsPath);
    }
  }

  function currentSearch(source: SearchSource): SearchWriter {
    const last = current;
    if (last !== null && last.file === fileIdAt(searchPath) && !isMarkedDamaged(searchPath)) return last.writer;
    closeSearch();
    const { identity, fullTo, newest } = readEvents(() => ({
      identity: databaseIdentity(source.database),
      fullTo: lastCompleteSeq(source),
      newest: {
        textChange: changesAfter(source, 0).newest ?? 0,
        chunkRevision: source.statements.newestRevision.get()?.revision ?? 0,
      },
    }));
    const writer = SearchWriter.open(searchPath, identity, fullTo, newest);
    current = { writer, file: fileIdAt(searchPath) };
    return writer;
  }

  function closeSearch(): void {
    const search = current;
    current = null;
    search?.writer.close();
  }

  return { index, close };
}

/**
 * Last seq of the newest block whose seqs are all assigned, or 0. `text_change` logs later changes. Never decreases:
 * retention keeps the rows of empty chunks and removes nothing after the newest chunk.
 */
function lastCompleteSeq({ statements: read }: SearchSource): number {
  const { chunk, block, single } = read.newest.get() ?? { chunk: null, ...NOTHING_STORED };
  const newest = Math.max(
    chunk === null ? 0 : lastSeqOfChunk(chunk),
    block === null ? 0 : lastSeqOfBlock(block),
    single ?? 0,
  );
  return Math.max(0, firstSeqOfBlock(blockOf(newest + 1)) - 1);
}

/** Returns the first seq whose text changed after that change, and the newest change; both null if there is none. */
function changesAfter(
  { statements: read }: SearchSource,
  textChange: number,
): { first: number | null; newest: number | null } {
  return read.textChangesAfter.get(textChange) ?? { first: null, newest: null };
}

function firstStoredBlock({ statements: read }: SearchSource, from: number): number {
  const { block, single, row } = read.firstFrom.get({ block: from, seq: firstSeqOfBlock(from) }) ?? {
    ...NOTHING_STORED,
    row: null,
  };
  return Math.min(...[block, blockOrNull(single), blockOrNull(row)].map((one) => one ?? Number.POSITIVE_INFINITY));
}

const blockOrNull = (seq: number | null): number | null => (seq === null ? null : blockOf(seq));

interface StoredAt {
  readonly block: number | null;
  readonly single: number | null;
}

const NOTHING_STORED: StoredAt = { block: null, single: null };

function prepareSource(database: Database) {
  return { database, texts: new TextReader(database), statements: sourceStatements(database) };
}

function sourceStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    newest: prepare<[], StoredAt & { readonly chunk: number | null }>(
      `SELECT (SELECT max(id) FROM chunk) AS chunk, (SELECT max(id) FROM block) AS block,
         (SELECT max(seq) FROM received) AS single`,
    ),
    firstFrom: prepare<[{ block: number; seq: number }], StoredAt & { readonly row: number | null }>(
      `SELECT (SELECT min(id) FROM block WHERE id >= :block) AS block,
         (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(seq) FROM event WHERE seq >= :seq) AS row`,
    ),
    chunkWrittenAfter: prepare<[revision: number], { revision: number; chunk: number }>(
      'SELECT revision, chunk FROM chunk_write WHERE revision > ? ORDER BY revision LIMIT 1',
    ),
    newestRevision: prepare<[], { revision: number | null }>('SELECT max(revision) AS revision FROM chunk_write'),
    textChangesAfter: prepare<[textChange: number], { first: number | null; newest: number | null }>(
      'SELECT min(first) AS first, max(id) AS newest FROM text_change WHERE id > ?',
    ),
  };
}

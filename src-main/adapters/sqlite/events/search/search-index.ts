/**
 * Reads the search index: which blocks of received texts may match a query. The texts themselves decide which events
 * match. If the index is missing, damaged, outdated or of another database, all blocks that it does not cover are read,
 * so it never fails a query and never hides an event.
 */
import type { Database } from 'better-sqlite3';
import { fileIdAt } from '../../../files/file-stat.ts';
import {
  type BlocksQuery,
  blocksOfSegment,
  databaseIdentity,
  firstBlockOf,
  isMarkedDamaged,
  lastBlockOf,
  markDamaged,
  openSearchForReading,
  type SearchState,
  segmentOfBlock,
  stateStatement,
} from './search-database.ts';
import { ALWAYS_CANDIDATE } from './search-grams.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { isUnreadable } from '../damage/store-error.ts';

/** Blocks of the first batch: the newest hundred events are often in the first few of them. */
const FIRST_BATCH = 32;
const MAX_BATCH_BLOCKS = 1_024;
/** After a failed read the index is not used for this long. */
const BACKOFF_MS = 10_000;

type Direction = 'older' | 'newer';

/** Thrown if the query must be repeated without the index. */
export class SearchIndexFailed extends Error {
  override readonly name = 'SearchIndexFailed';
}

type ReadConnection = ReturnType<typeof connect>;

function connect(path: string, fileId: string) {
  const database = openSearchForReading(path);
  return {
    database,
    fileId,
    state: stateStatement(database),
    segments: preparing(database).prepare<[], { id: number }>('SELECT id FROM segment'),
    statements: new Map<string, PreparedStatement<[BlocksQuery], { block: number }>>(),
  };
}

interface IndexSnapshot {
  readonly reach: number;
  /** Changes if anything was added or indexed again. */
  readonly version: string;
  readonly segments: ReadonlySet<number>;
}

/** A query runs in batches of some milliseconds, each of which continues after the last one. */
interface LastBatch extends Batch {
  readonly match: string;
  readonly direction: Direction;
  readonly version: string;
  readonly at: number;
  readonly limit: number;
}

const NO_INDEX: IndexSnapshot = { reach: 0, version: '', segments: new Set() };

export function createSearchIndex(events: Database, path: string) {
  let connection: ReadConnection | null = null;
  let snapshot: IndexSnapshot | null = null;
  let lastBatch: LastBatch | null = null;
  let source: string | null = null;
  let backsOffUntil = 0;
  const firstChangedAfter = preparing(events).prepare<[textChange: number], { first: number | null }>(
    'SELECT min(first) AS first FROM text_change WHERE id > ?',
  );

  /** @param range of blocks, both inclusive, that the index covers */
  function walk(match: string, direction: Direction, range: BlockRange): BlockWalk {
    return createBlockWalk((at, limit) => nextBatch(match, direction, range, at, limit), direction, range);
  }

  /** Returns true if a covered block has all of these grams, or if its grams are unknown. */
  function holds(block: number, grams: readonly string[]): boolean {
    const match = `(${grams.map((gram) => `"${gram}"`).join(' AND ')}) OR "${ALWAYS_CANDIDATE}"`;
    return readBlocks(match, 'newer', { first: block, last: block }, block, 1).blocks.length > 0;
  }

  function reportMismatch(): void {
    markDamaged(path);
    backOff();
  }

  function release(): void {
    snapshot = null;
    // Runs also after a failed query: an open transaction would pin the log.
    if (connection?.database.inTransaction !== true) return;
    try {
      connection.database.exec('COMMIT');
    } catch (cause) {
      fail(cause);
    }
  }

  function close(): void {
    snapshot = null;
    lastBatch = null;
    connection?.database.close();
    connection = null;
  }

  function takeSnapshot(): IndexSnapshot {
    const found = startReading();
    if (found === null) return NO_INDEX;
    const { state, segments } = found;
    // Errors of the events database are not errors of the index, so the caller gets them.
    source ??= databaseIdentity(events);
    const changed = firstChangedAfter.get(state.textChange)?.first ?? Number.POSITIVE_INFINITY;
    const version = `${state.upTo} ${state.textChange}`;
    if (state.source === source) return { reach: Math.max(0, Math.min(state.upTo, changed - 1)), version, segments };
    backOff();
    return NO_INDEX;
  }

  function startReading(): { readonly state: SearchState; readonly segments: ReadonlySet<number> } | null {
    try {
      const open = current();
      if (open === null) return null;
      open.database.exec('BEGIN');
      const state = open.state.get();
      return state === undefined ? null : { state, segments: new Set(open.segments.all().map(({ id }) => id)) };
    } catch (cause) {
      fail(cause);
      return null;
    }
  }

  /** Returns the nearest candidates from this block on, and the block up to which they are complete. */
  function nextBatch(match: string, direction: Direction, range: BlockRange, at: number, limit: number): Batch {
    const version = snapshot?.version ?? '';
    const last = lastBatch;
    const isSame = last?.match === match && last.direction === direction && last.version === version;
    const isBefore = (one: number, other: number) => (direction === 'older' ? one > other : one < other);
    if (isSame && !isBefore(at, last.at) && !isBefore(last.through, at)) {
      const end = direction === 'older' ? range.first : range.last;
      const blocks = last.blocks.filter((block) => !isBefore(block, at) && !isBefore(end, block));
      return { blocks, through: isBefore(end, last.through) ? end : last.through };
    }
    const batchLimit = isSame ? Math.max(limit, Math.min(MAX_BATCH_BLOCKS, 2 * last.limit)) : limit;
    const batch = readBlocks(match, direction, range, at, batchLimit);
    lastBatch = { ...batch, match, direction, version, at, limit: batchLimit };
    return batch;
  }

  function readBlocks(match: string, direction: Direction, range: BlockRange, at: number, limit: number): Batch {
    const segment = segmentOfBlock(at);
    const first = Math.max(range.first, direction === 'newer' ? at : firstBlockOf(segment));
    const last = Math.min(range.last, direction === 'older' ? at : lastBlockOf(segment));
    const end = direction === 'older' ? first : last;
    if (snapshot?.segments.has(segment) !== true) return { blocks: [], through: end };
    try {
      const found = statementFor(direction, segment).all({ match, first, last, limit });
      const blocks = found.map(({ block }) => block);
      return { blocks, through: blocks.length < limit ? end : (blocks.at(-1) ?? end) };
    } catch (cause) {
      fail(cause);
      throw new SearchIndexFailed('The search index cannot be read.', { cause });
    }
  }

  function statementFor(direction: Direction, segment: number): PreparedStatement<[BlocksQuery], { block: number }> {
    if (connection === null) throw new Error('The search index was closed while it was asked.');
    const { database, statements } = connection;
    const sql = blocksOfSegment(direction, segment);
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = preparing(database).prepare(sql)));
    return statement;
  }

  function current(): ReadConnection | null {
    if (performance.now() < backsOffUntil) return null;
    if (isMarkedDamaged(path)) {
      // The writer deletes the file soon, so it must not be open here.
      close();
      return null;
    }
    const fileId = fileIdAt(path);
    if (fileId !== null && connection?.fileId === fileId) return connection;
    close();
    if (fileId === null) return null;
    connection = connect(path, fileId);
    return connection;
  }

  function fail(cause: unknown): void {
    // A file that is being created or deleted is not damaged.
    if (isUnreadable(cause)) markDamaged(path);
    backOff();
  }

  /** Closes the file, so that the writer can replace it. */
  function backOff(): void {
    backsOffUntil = performance.now() + BACKOFF_MS;
    try {
      close();
    } catch {
      connection = null;
    }
  }

  return {
    /** The index is complete up to this seq; 0 if it cannot be used. Read it within a transaction over the events. */
    get indexedThrough(): number {
      snapshot ??= takeSnapshot();
      return snapshot.reach;
    },
    walk,
    holds,
    reportMismatch,
    release,
    close,
  };
}
export type SearchIndex = ReturnType<typeof createSearchIndex>;

interface BlockRange {
  readonly first: number;
  readonly last: number;
}

interface Batch {
  readonly blocks: readonly number[];
  readonly through: number;
}

function createBlockWalk(
  readBatch: (at: number, limit: number) => Batch,
  direction: Direction,
  { first, last }: BlockRange,
) {
  let batch: readonly number[] = [];
  let position = 0;
  /** The batch is complete up to this block; null before the first batch. */
  let completeThrough: number | null = null;
  let limit = FIRST_BATCH;
  const sign: 1 | -1 = direction === 'older' ? -1 : 1;
  const end: number = direction === 'older' ? first : last;

  /**
   * Returns the nearest candidate from this block on, or null if there is none. `from` never decreases in the walk's
   * direction.
   */
  function next(from: number): number | null {
    for (let at = from; ;) {
      while (position < batch.length && isBefore(batch[position] ?? 0, at)) position += 1;
      const found = batch[position];
      if (found !== undefined) return found;
      if (completeThrough !== null && !isBefore(completeThrough, at)) at = completeThrough + sign;
      if (isBefore(end, at)) return null;
      const { blocks, through } = readBatch(at, limit);
      batch = blocks;
      position = 0;
      completeThrough = through;
      limit = Math.min(MAX_BATCH_BLOCKS, 2 * limit);
    }
  }

  function isBefore(one: number, other: number): boolean {
    return (one - other) * sign < 0;
  }

  return { next };
}
export type BlockWalk = ReturnType<typeof createBlockWalk>;

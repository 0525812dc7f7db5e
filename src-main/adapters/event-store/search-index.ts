/**
 * The search index for those who read: which blocks of received texts can hold what is looked for. It only says where to
 * look; whether an event matches, its text says. Where there is none, where it is of another database, damaged, or behind,
 * all the blocks that it does not speak of are looked into: it never fails a question, and never hides an event.
 */
import type { Database } from 'better-sqlite3';
import { fileIdAt } from '../files/file-stat.ts';
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
import { type PreparedStatement, prepareStatement } from './statements.ts';
import { isUnreadable } from './store-error.ts';

/** A list of blocks is read so far: the newest hundred events are often in the first few of them. */
const FIRST_BATCH = 32;
const MAX_BATCH_BLOCKS = 1_024;
/** One that could not be read is not tried with every question. */
const BACKOFF_MS = 10_000;

type Direction = 'older' | 'newer';

/** The question has to be asked again, without the index. */
export class SearchIndexFailed extends Error {
  override readonly name = 'SearchIndexFailed';
}

interface ReadConnection {
  readonly database: Database;
  readonly fileId: string | null;
  readonly state: PreparedStatement<[], SearchState>;
  readonly segments: PreparedStatement<[], { id: number }>;
  readonly statements: Map<string, PreparedStatement<[BlocksQuery], { block: number }>>;
}

/** While one question is answered. */
interface IndexSnapshot {
  readonly reach: number;
  /** Of the index as it is: another one where anything was added, or taken in again. */
  readonly version: string;
  readonly segments: ReadonlySet<number>;
}

/** A question is asked in pieces of some milliseconds, and each goes on where the one before ended. */
interface LastBatch extends Batch {
  readonly match: string;
  readonly direction: Direction;
  readonly version: string;
  readonly at: number;
  readonly limit: number;
}

const NO_INDEX: IndexSnapshot = { reach: 0, version: '', segments: new Set() };

export class SearchIndex {
  readonly #path: string;
  readonly #events: Database;
  readonly #changedBehind: PreparedStatement<[textChange: number], { first: number | null }>;
  #open: ReadConnection | null = null;
  #snapshot: IndexSnapshot | null = null;
  #last: LastBatch | null = null;
  #source: string | null = null;
  #backsOffUntil = 0;

  /** @param path where it is, or will be, or will never be */
  constructor(events: Database, path: string) {
    this.#path = path;
    this.#events = events;
    this.#changedBehind = prepareStatement(events, 'SELECT min(first) AS first FROM text_change WHERE id > ?');
  }

  /** Within a transaction over the events: up to which seq it holds everything of that moment; 0 where it is of no use. */
  get indexedThrough(): number {
    this.#snapshot ??= this.#takeSnapshot();
    return this.#snapshot.reach;
  }

  /** @param range of blocks, both inclusive, that the index reaches */
  walk(match: string, direction: Direction, range: { readonly first: number; readonly last: number }): BlockWalk {
    return new BlockWalk((at, limit) => this.#batch(match, direction, range, at, limit), direction, range);
  }

  /** Whether a block that it reaches has all of these, or may have anything. */
  holds(block: number, grams: readonly string[]): boolean {
    const match = `(${grams.map((gram) => `"${gram}"`).join(' AND ')}) OR "${ALWAYS_CANDIDATE}"`;
    return this.#read(match, 'newer', { first: block, last: block }, block, 1).blocks.length > 0;
  }

  /** It does not say what it should: it is not asked any more, and made again. */
  reportMismatch(): void {
    markDamaged(this.#path);
    this.#backOff();
  }

  /** The question was answered. */
  release(): void {
    this.#snapshot = null;
    // Also where the question failed before it was known what there is: a transaction left open would pin the log.
    if (this.#open?.database.inTransaction !== true) return;
    try {
      this.#open.database.exec('COMMIT');
    } catch (cause) {
      this.#fail(cause);
    }
  }

  close(): void {
    this.#snapshot = null;
    this.#last = null;
    this.#open?.database.close();
    this.#open = null;
  }

  #takeSnapshot(): IndexSnapshot {
    const found = this.#begin();
    if (found === null) return NO_INDEX;
    const { state, segments } = found;
    // What is wrong with the events is not the index's fault: it is told to whoever asked.
    this.#source ??= databaseIdentity(this.#events);
    const changed = this.#changedBehind.get(state.textChange)?.first ?? Number.POSITIVE_INFINITY;
    const version = `${state.upTo} ${state.textChange}`;
    if (state.source === this.#source)
      return { reach: Math.max(0, Math.min(state.upTo, changed - 1)), version, segments };
    this.#backOff();
    return NO_INDEX;
  }

  #begin(): { readonly state: SearchState; readonly segments: ReadonlySet<number> } | null {
    try {
      const open = this.#current();
      if (open === null) return null;
      open.database.exec('BEGIN');
      const state = open.state.get();
      return state === undefined ? null : { state, segments: new Set(open.segments.all().map(({ id }) => id)) };
    } catch (cause) {
      this.#fail(cause);
      return null;
    }
  }

  /** The nearest candidates from this block on; and up to which block these are all. */
  #batch(match: string, direction: Direction, range: BlockRange, at: number, limit: number): Batch {
    const version = this.#snapshot?.version ?? '';
    const last = this.#last;
    const isSame = last?.match === match && last.direction === direction && last.version === version;
    const isBefore = (one: number, other: number) => (direction === 'older' ? one > other : one < other);
    if (isSame && !isBefore(at, last.at) && !isBefore(last.through, at)) {
      const end = direction === 'older' ? range.first : range.last;
      const blocks = last.blocks.filter((block) => !isBefore(block, at) && !isBefore(end, block));
      return { blocks, through: isBefore(end, last.through) ? end : last.through };
    }
    const most = isSame ? Math.max(limit, Math.min(MAX_BATCH_BLOCKS, 2 * last.limit)) : limit;
    const batch = this.#read(match, direction, range, at, most);
    this.#last = { ...batch, match, direction, version, at, limit: most };
    return batch;
  }

  /** Of one segment. */
  #read(match: string, direction: Direction, range: BlockRange, at: number, limit: number): Batch {
    const segment = segmentOfBlock(at);
    const first = Math.max(range.first, direction === 'newer' ? at : firstBlockOf(segment));
    const last = Math.min(range.last, direction === 'older' ? at : lastBlockOf(segment));
    const end = direction === 'older' ? first : last;
    if (this.#snapshot?.segments.has(segment) !== true) return { blocks: [], through: end };
    try {
      const found = this.#statement(direction, segment).all({ match, first, last, limit });
      const blocks = found.map(({ block }) => block);
      return { blocks, through: blocks.length < limit ? end : (blocks.at(-1) ?? end) };
    } catch (cause) {
      this.#fail(cause);
      throw new SearchIndexFailed('The search index cannot be read.', { cause });
    }
  }

  #statement(direction: Direction, segment: number): PreparedStatement<[BlocksQuery], { block: number }> {
    if (this.#open === null) throw new Error('The search index was closed while it was asked.');
    const { database, statements } = this.#open;
    const sql = blocksOfSegment(direction, segment);
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = prepareStatement(database, sql)));
    return statement;
  }

  #current(): ReadConnection | null {
    if (performance.now() < this.#backsOffUntil) return null;
    if (isMarkedDamaged(this.#path)) {
      // By whomever: the file is deleted soon, where nothing has it open.
      this.close();
      return null;
    }
    const fileId = fileIdAt(this.#path);
    if (fileId !== null && this.#open?.fileId === fileId) return this.#open;
    this.close();
    if (fileId === null) return null;
    const database = openSearchForReading(this.#path);
    this.#open = {
      database,
      fileId,
      state: stateStatement(database),
      segments: prepareStatement(database, 'SELECT id FROM segment'),
      statements: new Map(),
    };
    return this.#open;
  }

  #fail(cause: unknown): void {
    // A file that is being made or deleted is no damage.
    if (isUnreadable(cause)) markDamaged(this.#path);
    this.#backOff();
  }

  /** Whoever replaces the file can do so: nothing has it open. */
  #backOff(): void {
    this.#backsOffUntil = performance.now() + BACKOFF_MS;
    try {
      this.close();
    } catch {
      this.#open = null;
    }
  }
}

interface BlockRange {
  readonly first: number;
  readonly last: number;
}

interface Batch {
  /** In the direction. */
  readonly blocks: readonly number[];
  readonly through: number;
}

/** One way over the candidates, in batches that grow. */
export class BlockWalk {
  readonly #ask: (at: number, limit: number) => Batch;
  readonly #sign: 1 | -1;
  readonly #end: number;
  #batch: readonly number[] = [];
  #place = 0;
  /** Everything up to here is in the batch, or lies before it; `null` before the first. */
  #through: number | null = null;
  #limit = FIRST_BATCH;

  constructor(ask: (at: number, limit: number) => Batch, direction: Direction, { first, last }: BlockRange) {
    this.#ask = ask;
    this.#sign = direction === 'older' ? -1 : 1;
    this.#end = direction === 'older' ? first : last;
  }

  /** The nearest candidate from this block on; `null` where there is none. Never asked for one that lies before the last. */
  next(from: number): number | null {
    for (let at = from; ;) {
      while (this.#place < this.#batch.length && this.#isBefore(this.#batch[this.#place] ?? 0, at)) this.#place += 1;
      const found = this.#batch[this.#place];
      if (found !== undefined) return found;
      if (this.#through !== null && !this.#isBefore(this.#through, at)) at = this.#through + this.#sign;
      if (this.#isBefore(this.#end, at)) return null;
      const { blocks, through } = this.#ask(at, this.#limit);
      this.#batch = blocks;
      this.#place = 0;
      this.#through = through;
      this.#limit = Math.min(MAX_BATCH_BLOCKS, 2 * this.#limit);
    }
  }

  #isBefore(one: number, other: number): boolean {
    return (one - other) * this.#sign < 0;
  }
}

/**
 * What the chunks say of themselves, held in memory: how many events each has, from when to when, and how many of which
 * facet: some 2 kB for 4096 events. What a filter asks is decided by that for most of them; the columns of a chunk are
 * read for those alone of which some events are meant and some are not.
 */
import type { Database } from 'better-sqlite3';
import { firstSeqOfChunk, lastSeqOfChunk, decodeUint16Column, decodeUint32Column } from './chunk.ts';
import { type PreparedStatement, prepareStatement } from './statements.ts';
import { isUnreadable } from './store-error.ts';

export interface Chunk {
  readonly id: number;
  readonly events: number;
  /** Receive times; of an empty chunk a span that nothing touches. */
  readonly earliest: number;
  readonly latest: number;
  /** Pairs: facet, events of it. */
  readonly facets: Uint32Array;
  /** Each event's time is in the columns, too. */
  readonly isTimed: boolean;
  /** Its row cannot be read: its events are looked at one by one. */
  readonly isDamaged: boolean;
}

/** By place in the chunk. */
export interface Columns {
  /** Which pair of `Chunk.facets`; NO_EVENT where there is none. */
  readonly places: Uint16Array;
  /** Since `Chunk.earliest`; `null` where they were not asked for. */
  readonly times: Uint32Array | null;
  /** No time is before the one ahead of it. */
  readonly isOrdered: boolean;
}

interface ChunkRow {
  readonly events: number;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly facets: Buffer;
  readonly isTimed: 0 | 1;
}

interface ColumnsRow {
  readonly places: Buffer | null;
  readonly times?: Buffer | null;
}

/**
 * As many as lie in two bars of a chart over everything, by day at the most: the page asks for it again every second. They
 * take some 9 MB.
 */
const MAX_CACHED_COLUMNS = 384;

export class ChunkIndex {
  readonly #statements: ReturnType<typeof chunkStatements>;
  /** Ascending by id. */
  #chunks: Chunk[] = [];
  #revision = 0;
  #events = 0;
  /** Those that were read last, oldest first. */
  readonly #columns = new Map<Chunk, Columns>();

  constructor(database: Database) {
    this.#statements = chunkStatements(database);
  }

  /** At the beginning of a transaction: takes in what was written since the last one. */
  refresh(): void {
    const newest = this.#statements.newest.get()?.revision ?? 0;
    if (newest === this.#revision) return;
    const known = new Map(this.#chunks.map((chunk) => [chunk.id, chunk]));
    for (const { chunk: id } of this.#statements.written.all(this.#revision)) {
      const chunk = this.#read(id);
      if (chunk === null) known.delete(id);
      else known.set(id, chunk);
    }
    this.#chunks = [...known.values()].toSorted((one, other) => one.id - other.id);
    this.#events = this.#chunks.reduce((sum, { events }) => sum + events, 0);
    this.#revision = newest;
    for (const chunk of this.#columns.keys()) if (known.get(chunk.id) !== chunk) this.#columns.delete(chunk);
  }

  #read(id: number): Chunk | null {
    try {
      const row = this.#statements.chunk.get(id);
      return row === undefined ? null : chunkOfRow(id, row);
    } catch (cause) {
      if (!isUnreadable(cause)) throw cause;
      return this.#broken(id);
    }
  }

  /** What it is made of says the same, only more slowly: one page that is damaged makes no store unreadable. */
  #broken(id: number): Chunk {
    const { events } = this.#statements.rows.get(firstSeqOfChunk(id), lastSeqOfChunk(id)) ?? { events: 0 };
    const span = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };
    return { id, events, ...span, facets: new Uint32Array(0), isTimed: false, isDamaged: true };
  }

  /** Events in chunks. */
  get events(): number {
    return this.#events;
  }

  /** Events of the chunks that begin behind this seq. */
  eventsAfter(seq: number): number {
    return this.#chunks.reduce((sum, { id, events }) => (firstSeqOfChunk(id) > seq ? sum + events : sum), 0);
  }

  /** Where the tail begins: the events that are in no chunk yet. */
  get tail(): number {
    const newest = this.#chunks.at(-1);
    return newest === undefined ? 0 : lastSeqOfChunk(newest.id) + 1;
  }

  /** The nearest chunk that has this seq or lies beyond it in this direction. */
  nearest(seq: number, direction: 'older' | 'newer'): Chunk | null {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = this.#chunks[middle];
      if (chunk !== undefined && lastSeqOfChunk(chunk.id) < seq) low = middle + 1;
      else high = middle;
    }
    const chunk = this.#chunks[low];
    if (direction === 'newer' || (chunk !== undefined && firstSeqOfChunk(chunk.id) <= seq)) return chunk ?? null;
    return this.#chunks[low - 1] ?? null;
  }

  /** The nearest that has this seq or lies behind it, and has events. */
  nextWithEvents(seq: number): Chunk | null {
    return this.#chunks.find(({ id, events }) => events > 0 && lastSeqOfChunk(id) >= seq) ?? null;
  }

  /** @param withTimes only of a chunk that is timed */
  columns(chunk: Chunk, withTimes: boolean): Columns {
    const kept = this.#columns.get(chunk);
    if (kept !== undefined && (kept.times !== null || !withTimes)) return kept;
    const columns = this.readColumns(chunk, withTimes);
    this.#columns.delete(chunk);
    for (const oldest of this.#columns.keys()) {
      if (this.#columns.size < MAX_CACHED_COLUMNS) break;
      this.#columns.delete(oldest);
    }
    this.#columns.set(chunk, columns);
    return columns;
  }

  /** As they are stored now. */
  readColumns(chunk: Chunk, withTimes: boolean): Columns {
    const { places, times } = (withTimes ? this.#statements.columns : this.#statements.places).get(chunk.id) ?? {};
    // An empty chunk is passed over before.
    if (!(places instanceof Buffer)) throw new Error(`Chunk ${chunk.id} has no columns.`);
    const numbers = times instanceof Buffer ? decodeUint32Column(times) : null;
    return {
      places: decodeUint16Column(places),
      times: numbers,
      isOrdered: numbers !== null && isAscending(numbers),
    };
  }
}

function isAscending(numbers: Uint32Array): boolean {
  let before = 0;
  for (const number of numbers) {
    if (number < before) return false;
    before = number;
  }
  return true;
}

function chunkOfRow(id: number, { events, earliest, latest, facets, isTimed }: ChunkRow): Chunk {
  return {
    id,
    events,
    earliest: earliest ?? Number.POSITIVE_INFINITY,
    latest: latest ?? Number.NEGATIVE_INFINITY,
    facets: decodeUint32Column(facets),
    isTimed: isTimed === 1,
    isDamaged: false,
  };
}

export function chunkStatements(database: Database) {
  const columns: PreparedStatement<[id: number], ColumnsRow> = prepareStatement(
    database,
    'SELECT places, times FROM chunk WHERE id = ?',
  );
  return {
    newest: prepareStatement<[], { revision: number | null }>(
      database,
      'SELECT max(revision) AS revision FROM chunk_write',
    ),
    written: prepareStatement<[revision: number], { chunk: number }>(
      database,
      'SELECT chunk FROM chunk_write WHERE revision > ? ORDER BY revision',
    ),
    chunk: prepareStatement<[id: number], ChunkRow>(
      database,
      'SELECT events, earliest, latest, facets, times IS NOT NULL AS isTimed FROM chunk WHERE id = ?',
    ),
    rows: prepareStatement<[first: number, last: number], { events: number }>(
      database,
      'SELECT count(*) AS events FROM event WHERE seq BETWEEN ? AND ?',
    ),
    columns,
    places: prepareStatement<[id: number], ColumnsRow>(database, 'SELECT places FROM chunk WHERE id = ?'),
  };
}

/**
 * Holds a summary of each chunk in memory, some 2 kB for 4096 events, which decides a filter for most chunks. Columns
 * are read only for chunks in which some events match and some do not.
 */
import type { Database } from 'better-sqlite3';
import { firstSeqOfChunk, lastSeqOfChunk, decodeUint16Column, decodeUint32Column } from '../texts/chunk.ts';
import { preparing } from '../../prepared-statement.ts';
import { isUnreadable } from '../store-error.ts';

export interface Chunk {
  readonly id: number;
  readonly events: number;
  /** Receive times. An empty chunk has a span that overlaps nothing. */
  readonly earliest: number;
  readonly latest: number;
  readonly facets: Uint32Array;
  readonly isTimed: boolean;
  /** True if the row cannot be read; the events are then read one by one. */
  readonly isDamaged: boolean;
}

export interface Columns {
  /** Index of the pair in `Chunk.facets`; NO_EVENT if there is no event. */
  readonly places: Uint16Array;
  /** Milliseconds since `Chunk.earliest`; null if not requested. */
  readonly times: Uint32Array | null;
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

/** Two bars of a chart over all events, by day at most, which the page requests every second. Takes some 9 MB. */
const MAX_CACHED_COLUMNS = 384;

export class ChunkIndex {
  readonly #statements: ReturnType<typeof chunkStatements>;
  #chunks: Chunk[] = [];
  #revision = 0;
  #events = 0;
  readonly #columns = new Map<Chunk, Columns>();

  constructor(database: Database) {
    this.#statements = chunkStatements(database);
  }

  /** Loads chunks that were written since the last call. Call it at the beginning of a transaction. */
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

  /** Falls back to the events' rows, which are slower to read. One damaged page must not make the store unreadable. */
  #broken(id: number): Chunk {
    const { events } = this.#statements.rows.get(firstSeqOfChunk(id), lastSeqOfChunk(id)) ?? { events: 0 };
    const span = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };
    return { id, events, ...span, facets: new Uint32Array(0), isTimed: false, isDamaged: true };
  }

  get events(): number {
    return this.#events;
  }

  eventsAfter(seq: number): number {
    return this.#chunks.reduce((sum, { id, events }) => (firstSeqOfChunk(id) > seq ? sum + events : sum), 0);
  }

  /** First seq of the tail, whose events are in no chunk yet. */
  get tail(): number {
    const newest = this.#chunks.at(-1);
    return newest === undefined ? 0 : lastSeqOfChunk(newest.id) + 1;
  }

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

  nextWithEvents(seq: number): Chunk | null {
    return this.#chunks.find(({ id, events }) => events > 0 && lastSeqOfChunk(id) >= seq) ?? null;
  }

  /** @param withTimes only allowed if the chunk is timed */
  columns(chunk: Chunk, withTimes: boolean): Columns {
    const cached = this.#columns.get(chunk);
    if (cached !== undefined && (cached.times !== null || !withTimes)) return cached;
    const columns = this.readColumns(chunk, withTimes);
    this.#columns.delete(chunk);
    for (const oldest of this.#columns.keys()) {
      if (this.#columns.size < MAX_CACHED_COLUMNS) break;
      this.#columns.delete(oldest);
    }
    this.#columns.set(chunk, columns);
    return columns;
  }

  readColumns(chunk: Chunk, withTimes: boolean): Columns {
    const { places, times } = (withTimes ? this.#statements.columns : this.#statements.places).get(chunk.id) ?? {};
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
  const { prepare } = preparing(database);
  return {
    newest: prepare<[], { revision: number | null }>('SELECT max(revision) AS revision FROM chunk_write'),
    written: prepare<[revision: number], { chunk: number }>(
      'SELECT chunk FROM chunk_write WHERE revision > ? ORDER BY revision',
    ),
    chunk: prepare<[id: number], ChunkRow>(
      'SELECT events, earliest, latest, facets, times IS NOT NULL AS isTimed FROM chunk WHERE id = ?',
    ),
    rows: prepare<[first: number, last: number], { events: number }>(
      'SELECT count(*) AS events FROM event WHERE seq BETWEEN ? AND ?',
    ),
    columns: prepare<[id: number], ColumnsRow>('SELECT places, times FROM chunk WHERE id = ?'),
    places: prepare<[id: number], ColumnsRow>('SELECT places FROM chunk WHERE id = ?'),
  };
}

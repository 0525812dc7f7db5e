/** Finds blocks that may match. Blocks that the index does not cover are read, so it never hides an event. */
import type { Database } from 'better-sqlite3';
import { fileIdAt } from '../../../files/file-stat.ts';
import { BLOCK_SIZE, firstSeqOfBlock } from '../texts/received-block.ts';
import {
  addEventsWithTexts,
  type Blocks,
  BLOCKS_PER_CHUNK,
  blocksOfEvents,
  countOf,
  hasBlock,
  type IndexedChunk,
  NO_BLOCKS,
} from './indexed-chunk.ts';
import {
  databaseIdentity,
  isMarkedDamaged,
  markDamaged,
  openSearchForReading,
  type SearchState,
  stateStatement,
} from './search-database.ts';
import { createSearchTables, type IndexedUnit, type SearchTables } from './search-tables.ts';
import type { SearchQuery, TermQuery } from './search-query.ts';
import { preparing } from '../../prepared-statement.ts';
import { isUnreadable } from '../store-error.ts';

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
    tables: createSearchTables(database),
  };
}

interface IndexSnapshot {
  readonly reach: number;
  /** Changes if anything was added or indexed again. */
  readonly version: string;
}

/** Slots of a word that are read per chunk: hardly any block has as many by chance. */
const MAX_SLOTS = 24;

/** Matches in each chunk for one query, which runs in batches, and for a page, its count and its histogram. */
interface Found {
  readonly key: string;
  readonly version: string;
  readonly query: SearchQuery;
  /** By first chunk of a unit: blocks that have the words. */
  readonly units: Map<number, Int32Array>;
  readonly chunks: Map<number, Matches>;
}

interface Matches {
  readonly blocks: Blocks;
  /** Places in the chunk, ascending; null if any event of the blocks may match. */
  readonly events: Uint16Array | null;
  readonly isExact: boolean;
}

const NO_INDEX: IndexSnapshot = { reach: 0, version: '' };

export function createSearchIndex(events: Database, path: string) {
  let connection: ReadConnection | null = null;
  let snapshot: IndexSnapshot | null = null;
  let found: Found | null = null;
  let source: string | null = null;
  let backsOffUntil = 0;
  const firstChangedAfter = preparing(events).prepare<[textChange: number], { first: number | null }>(
    'SELECT min(first) AS first FROM text_change WHERE id > ?',
  );

  /** The caller asks for blocks only that the index covers. */
  function walk(query: SearchQuery, direction: Direction): BlockWalk {
    return createBlockWalk((id) => matchesIn(id, query), direction);
  }

  /** Returns null if the chunk is not indexed. */
  function chunk(id: number): IndexedChunk | null {
    return reading(({ tables }) => tables.chunk(id));
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
    found = null;
    connection?.database.close();
    connection = null;
  }

  function takeSnapshot(): IndexSnapshot {
    const state = startReading();
    if (state === null) return NO_INDEX;
    // Errors of the events database are not errors of the index, so the caller gets them.
    source ??= databaseIdentity(events);
    const changed = firstChangedAfter.get(state.textChange)?.first ?? Number.POSITIVE_INFINITY;
    const version = `${state.upTo} ${state.textChange}`;
    if (state.source === source) return { reach: Math.max(0, Math.min(state.upTo, changed - 1)), version };
    backOff();
    return NO_INDEX;
  }

  function startReading(): SearchState | null {
    try {
      const open = current();
      if (open === null) return null;
      open.database.exec('BEGIN');
      return open.state.get() ?? null;
    } catch (cause) {
      fail(cause);
      return null;
    }
  }

  function matchesIn(id: number, query: SearchQuery): Matches {
    if (snapshot?.reach === 0) return NO_MATCHES;
    const known = found?.key === query.key && found.version === snapshot?.version ? found : null;
    const matches = known?.chunks.get(id);
    if (matches !== undefined) return matches;
    return reading(({ tables }) => {
      const unit = tables.unitOf(id);
      if (unit === null) return NO_MATCHES;
      const version = snapshot?.version ?? '';
      const latest = (found = known ?? {
        key: query.key,
        version,
        query: { ...query, terms: rarestSlots(tables, unit, query) },
        units: new Map(),
        chunks: new Map(),
      });
      let words = latest.units.get(unit.firstChunk);
      if (words === undefined) latest.units.set(unit.firstChunk, (words = blocksWithWords(tables, unit, latest.query)));
      const at = 2 * (id - unit.firstChunk);
      const blocks = { low: words[at] ?? 0, high: words[at + 1] ?? 0 };
      const read = readMatches(tables, id, latest.query, blocks);
      latest.chunks.set(id, read);
      return read;
    });
  }

  function reading<Answer>(read: (open: ReadConnection) => Answer): Answer {
    if (connection === null) throw new SearchIndexFailed('The search index was closed while it was asked.');
    try {
      return read(connection);
    } catch (cause) {
      fail(cause);
      throw new SearchIndexFailed('The search index cannot be read.', { cause });
    }
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
    chunk,
    reportMismatch,
    release,
    close,
  };
}
export type SearchIndex = ReturnType<typeof createSearchIndex>;

const NO_MATCHES: Matches = { blocks: NO_BLOCKS, events: null, isExact: false };

/** Returns the terms with the slots that few blocks of the unit have, fewest first: these rule out most. */
function rarestSlots(tables: SearchTables, unit: IndexedUnit, { terms }: SearchQuery): readonly TermQuery[] {
  const rarest = (slots: readonly number[]) =>
    slots
      .map((slot) => ({ slot, count: countOf(tables.blocksWithSlot(unit, slot) ?? []) }))
      .toSorted((one, other) => one.count - other.count)
      .slice(0, MAX_SLOTS)
      .map(({ slot }) => slot);
  return terms.map(({ words, identifiers }) => ({ words: words?.map(rarest) ?? null, identifiers }));
}

/** Returns two numbers per chunk of the unit: the blocks that have a word of each term. */
function blocksWithWords(tables: SearchTables, unit: IndexedUnit, { terms }: SearchQuery): Int32Array {
  let blocks = new Int32Array(unit.layout.rowBytes / 4).fill(-1);
  for (const { words } of terms) {
    if (words === null) continue;
    const found = new Int32Array(blocks.length);
    for (const slots of words) {
      const ofWord = blocks.slice();
      for (const slot of slots) {
        if (ofWord.every((half) => half === 0)) break;
        const row = tables.blocksWithSlot(unit, slot);
        for (const [index, half] of ofWord.entries()) ofWord[index] = half & (row?.[index] ?? 0);
      }
      for (const [index, half] of ofWord.entries()) found[index] = (found[index] ?? 0) | half;
    }
    blocks = found;
  }
  return blocks;
}

/** @param words the blocks of the chunk that have the words */
function readMatches(tables: SearchTables, chunk: number, { terms, isExact }: SearchQuery, words: Blocks): Matches {
  let blocks = words;
  let found: ReadonlySet<number> | null = null;
  let isKnown = isExact;
  for (const { identifiers } of terms) {
    if (identifiers === null) continue;
    // The texts of fewer blocks are read as fast as the identifiers of the chunk.
    if (2 * countOf([blocks.low, blocks.high]) <= identifiers.kinds.length) {
      isKnown = false;
      continue;
    }
    const events = new Set<number>();
    if (!addEventsWithIdentifiers(tables, chunk, identifiers, blocks, events)) isKnown = false;
    const both: ReadonlySet<number> =
      found === null ? events : new Set([...events].filter((place) => found?.has(place)));
    blocks = blocksOfEvents(both);
    found = both;
  }
  if (found === null) return { blocks, events: null, isExact: false };
  return { blocks, events: Uint16Array.from(found).toSorted(), isExact: isKnown };
}

/** Returns false if some events were added because their identifiers are unknown. */
function addEventsWithIdentifiers(
  tables: SearchTables,
  chunk: number,
  { kinds, texts }: NonNullable<TermQuery['identifiers']>,
  blocks: Blocks,
  found: Set<number>,
): boolean {
  let isKnown = true;
  for (const kind of kinds) {
    const body = tables.identifiers(chunk, kind);
    if (body !== null && !addEventsWithTexts(body, texts, blocks, found)) isKnown = false;
  }
  return isKnown;
}

function createBlockWalk(matchesIn: (chunk: number) => Matches, direction: Direction) {
  const sign: 1 | -1 = direction === 'older' ? -1 : 1;

  /** Returns the nearest candidate, or null if there is none. `to` is the last block in the walk's direction. */
  function next(from: number, to: number): number | null {
    for (let block = from; (to - block) * sign >= 0; block += sign) {
      const { blocks } = matchesIn(Math.floor(block / BLOCKS_PER_CHUNK));
      const place = block % BLOCKS_PER_CHUNK;
      if (hasBlock(blocks, place)) return block;
      // Most chunks have no candidates at all.
      if ((blocks.low | blocks.high) === 0) block += sign > 0 ? BLOCKS_PER_CHUNK - 1 - place : -place;
    }
    return null;
  }

  /** Returns the seqs of a block that may match, ascending, or null if any may match; and whether all of them match. */
  function eventsIn(block: number): { readonly events: readonly number[] | null; readonly isExact: boolean } {
    const { events, isExact } = matchesIn(Math.floor(block / BLOCKS_PER_CHUNK));
    if (events === null) return { events, isExact };
    const first = (block % BLOCKS_PER_CHUNK) * BLOCK_SIZE;
    const seqs: number[] = [];
    for (let index = firstFrom(events, first); (events[index] ?? first + BLOCK_SIZE) < first + BLOCK_SIZE; index += 1)
      seqs.push(firstSeqOfBlock(block) + (events[index] ?? 0) - first);
    return { events: seqs, isExact };
  }

  return { next, eventsIn };
}
export type BlockWalk = ReturnType<typeof createBlockWalk>;

function firstFrom(ascending: Uint16Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes the index: each chunk in one transaction with the progress, so it never claims more than it has. */
import type { Database } from 'better-sqlite3';
import { chunkOf, lastSeqOfChunk } from '../texts/chunk.ts';
import { BLOCKS_PER_CHUNK, type IndexedBlock, IndexedChunk } from './indexed-chunk.ts';
import {
  openSearchForWriting,
  removeSearchIndex,
  SEGMENT_SIZE,
  segmentOf,
  type SearchState,
  stateStatement,
} from './search-database.ts';
import { createSearchTables, type SearchTables } from './search-tables.ts';
import { returnSurplusPages } from '../../surplus-pages.ts';
import { preparing } from '../../prepared-statement.ts';

const RESERVE_PAGES = 4_096;
const MAX_VACUUM_PAGES = 512;

export type NewestChanges = Pick<SearchState, 'textChange' | 'chunkRevision'>;

export class SearchWriter {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof writeStatements>;
  readonly #tables: SearchTables;
  #stored: SearchState;
  /** The chunk that is being collected, and the seq up to which its blocks were added. */
  #chunk: IndexedChunk | null = null;
  #addedTo: number;
  #hasSearchedForEmpty = false;

  /**
   * Creates the index again if it belongs to another database than `source` or is ahead of it. `completeSeq`: the last
   * seq that can be indexed. `newest` changes of its texts and chunks.
   */
  static open(path: string, source: string, completeSeq: number, newest: NewestChanges): SearchWriter {
    const writer = new SearchWriter(openSearchForWriting(path), source, newest);
    const { state } = writer;
    if (
      state.source === source &&
      state.upTo <= completeSeq &&
      state.textChange <= newest.textChange &&
      state.chunkRevision <= newest.chunkRevision
    )
      return writer;
    writer.close();
    removeSearchIndex(path);
    return new SearchWriter(openSearchForWriting(path), source, newest);
  }

  private constructor(database: Database, source: string, newest: NewestChanges) {
    this.#database = database;
    this.#statements = writeStatements(database);
    this.#tables = createSearchTables(database);
    try {
      this.#statements.begin.run({ source, ...newest });
      const state = stateStatement(database).get();
      if (state === undefined) throw new Error('The search index does not say how far it is.');
      this.#stored = state;
      this.#addedTo = state.upTo;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** Includes blocks that are not written yet. */
  get state(): SearchState {
    return { ...this.#stored, upTo: this.#addedTo };
  }

  /** Removes the segment of this seq and all later ones, so that they are indexed again. */
  rewindTo(first: number, textChange: number): void {
    const segment = segmentOf(first);
    this.#chunk = null;
    this.#write({ textChange, upTo: Math.min(this.#stored.upTo, Math.max(0, segment * SEGMENT_SIZE - 1)) }, () => {
      for (const { id } of this.#tables.segmentsFrom(segment)) this.#tables.removeSegment(id);
    });
  }

  hasChunk(chunk: number): boolean {
    return this.#tables.unitOf(chunk) !== null;
  }

  /** Signatures may have too much, but identifiers of removed events must not stay. */
  refresh(chunkRevision: number, chunk: IndexedChunk | null): void {
    this.#write({ chunkRevision }, () => {
      if (chunk !== null) this.#tables.putIdentifiers(chunk);
    });
    this.#hasSearchedForEmpty = false;
  }

  /** Adds a block to its chunk. Blocks ascend. */
  addBlock(block: number, indexed: IndexedBlock): void {
    const id = Math.floor(block / BLOCKS_PER_CHUNK);
    if (this.#chunk !== null && this.#chunk.id !== id) this.#writeChunk(lastSeqOfChunk(this.#chunk.id));
    this.#chunk ??= this.#tables.chunk(id) ?? new IndexedChunk(id);
    this.#chunk.add(block % BLOCKS_PER_CHUNK, indexed);
  }

  /** @param upTo all blocks with texts up to this seq were added */
  endBatch(upTo: number, hasMore: boolean): void {
    this.#addedTo = upTo;
    if (!hasMore || lastSeqOfChunk(chunkOf(upTo)) === upTo) this.#writeChunk(upTo);
  }

  /** Removes one empty segment, joins one, or frees some space. Returns true if there is more. */
  compact(isEmpty: (first: number, last: number) => boolean): boolean {
    if (this.#removeEmpty(isEmpty) || this.#join()) return true;
    return returnSurplusPages(this.#database, RESERVE_PAGES, MAX_VACUUM_PAGES);
  }

  close(): void {
    this.#database.close();
  }

  #removeEmpty(isEmpty: (first: number, last: number) => boolean): boolean {
    if (this.#hasSearchedForEmpty) return false;
    const empty = this.#complete().find(({ id }) => isEmpty(id * SEGMENT_SIZE, (id + 1) * SEGMENT_SIZE - 1));
    if (empty === undefined) this.#hasSearchedForEmpty = true;
    else this.#write({}, () => this.#tables.removeSegment(empty.id));
    return empty !== undefined;
  }

  #join(): boolean {
    const segment = this.#complete().find(({ isJoined }) => isJoined === 0)?.id;
    if (segment === undefined) return false;
    this.#write({}, () => this.#tables.join(segment));
    return true;
  }

  #complete(): { readonly id: number; readonly isJoined: 0 | 1 }[] {
    return this.#tables.segmentsFrom(0).filter(({ id }) => (id + 1) * SEGMENT_SIZE - 1 <= this.#stored.upTo);
  }

  #writeChunk(upTo: number): void {
    const chunk = this.#chunk;
    this.#write({ upTo }, () => {
      if (chunk !== null) this.#tables.put(chunk);
    });
    // A chunk that is not complete yet continues with the next batch.
    if (chunk !== null && lastSeqOfChunk(chunk.id) <= upTo) this.#chunk = null;
  }

  #write(change: Partial<SearchState>, work: () => void): void {
    const state = { ...this.#stored, ...change };
    this.#database
      .transaction(() => {
        work();
        this.#statements.setState.run(state);
      })
      .immediate();
    this.#stored = state;
    if (change.upTo !== undefined) this.#addedTo = change.upTo;
  }
}

function writeStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    begin: prepare<[NewestChanges & { source: string }]>(
      `INSERT OR IGNORE INTO state (one, source, up_to, text_change, chunk_revision)
       VALUES (1, :source, 0, :textChange, :chunkRevision)`,
    ),
    setState: prepare<[SearchState]>(
      'UPDATE state SET up_to = :upTo, text_change = :textChange, chunk_revision = :chunkRevision',
    ),
  };
}

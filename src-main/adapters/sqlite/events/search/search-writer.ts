/**
 * Writes the search index of one database of events: adds blocks, rewinds to changed texts, and compacts. Each call is
 * one transaction that includes the progress, so the index never claims more than it has.
 */
import type { Database } from 'better-sqlite3';
import {
  openSearchForWriting,
  removeSearchIndex,
  SEGMENT_SIZE,
  segmentOf,
  segmentOfBlock,
  type SearchState,
  stateStatement,
} from './search-database.ts';
import { returnSurplusPages } from '../../surplus-pages.ts';
import { preparing } from '../../prepared-statement.ts';

export interface IndexedBlock {
  readonly id: number;
  readonly grams: string;
}

/**
 * Lists of this many transactions are merged together. A smaller number rewrites them too often, a larger one slows
 * reading.
 */
const MERGE_THRESHOLD = 8;
/** Bytes of grams that are collected before a write; more saves no time. */
const HASH_BYTES = 2_097_152;
/** FTS5 pages of 4 kB that one step of a merge writes. */
const MERGED_PAGES = 500;
const RESERVE_PAGES = 4_096;
const MAX_VACUUM_PAGES = 512;

export class SearchWriter {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof writeStatements>;
  #state: SearchState;
  #merging: number | null = null;
  #hasSearchedForEmpty = false;

  /**
   * Opens the index. Creates it again if it belongs to another database or is ahead of this one.
   * @param source id of the database of events
   * @param completeSeq the last seq that can be indexed
   * @param newestChange the newest change of its texts
   */
  static open(path: string, source: string, completeSeq: number, newestChange: number): SearchWriter {
    const writer = new SearchWriter(openSearchForWriting(path), source, newestChange);
    const { state } = writer;
    if (state.source === source && state.upTo <= completeSeq && state.textChange <= newestChange) return writer;
    writer.close();
    removeSearchIndex(path);
    return new SearchWriter(openSearchForWriting(path), source, newestChange);
  }

  private constructor(database: Database, source: string, newestChange: number) {
    this.#database = database;
    this.#statements = writeStatements(database);
    try {
      this.#statements.begin.run({ source, newestChange });
      const state = stateStatement(database).get();
      if (state === undefined) throw new Error('The search index does not say how far it is.');
      this.#state = state;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  get state(): SearchState {
    return this.#state;
  }

  /** Removes the segment of this seq and all later ones, so that they are indexed again. */
  rewindTo(first: number, textChange: number): void {
    const segment = segmentOf(first);
    this.#write({ textChange, upTo: Math.min(this.#state.upTo, Math.max(0, segment * SEGMENT_SIZE - 1)) }, () => {
      for (const { id } of this.#statements.segmentsFrom.all(segment)) this.#drop(id);
    });
  }

  /** @param blocks all blocks with texts after the last one, up to `upTo` */
  addBlocks(blocks: readonly IndexedBlock[], upTo: number): void {
    this.#write({ upTo }, () => {
      for (const [segment, ofSegment] of Map.groupBy(blocks, ({ id }) => segmentOfBlock(id))) {
        const insert = this.#insertInto(segment);
        for (const { id, grams } of ofSegment) insert.run(id, grams);
      }
    });
  }

  /**
   * Drops one empty segment, does one step of a merge, or frees some space. Returns true if there is more.
   * @param isEmpty for a range of seqs, both inclusive
   */
  compact(isEmpty: (first: number, last: number) => boolean): boolean {
    if (this.#dropEmpty(isEmpty) || this.#mergeStep()) return true;
    return returnSurplusPages(this.#database, RESERVE_PAGES, MAX_VACUUM_PAGES);
  }

  close(): void {
    this.#database.close();
  }

  #dropEmpty(isEmpty: (first: number, last: number) => boolean): boolean {
    if (this.#hasSearchedForEmpty) return false;
    const empty = this.#complete().find(({ id }) => isEmpty(id * SEGMENT_SIZE, (id + 1) * SEGMENT_SIZE - 1));
    if (empty === undefined) this.#hasSearchedForEmpty = true;
    else this.#write({}, () => this.#drop(empty.id));
    return empty !== undefined;
  }

  #mergeStep(): boolean {
    const segment = this.#complete().find(({ isMerged }) => isMerged === 0)?.id;
    if (segment === undefined) return false;
    const merge = preparing(this.#database).prepare<[name: string, pages: number]>(command(tableOf(segment)));
    // A negative number starts a merge of all lists into one.
    const before = this.#changes();
    merge.run('merge', this.#merging === segment ? MERGED_PAGES : -MERGED_PAGES);
    const isDone = this.#merging === segment && this.#changes() - before < 2;
    if (isDone) this.#statements.setMerged.run(segment);
    this.#merging = isDone ? null : segment;
    return true;
  }

  #complete(): { readonly id: number; readonly isMerged: 0 | 1 }[] {
    return this.#statements.segmentsFrom.all(0).filter(({ id }) => (id + 1) * SEGMENT_SIZE - 1 <= this.#state.upTo);
  }

  #insertInto(segment: number) {
    const table = tableOf(segment);
    if (this.#statements.addSegment.run(segment).changes > 0) this.#make(table);
    return preparing(this.#database).prepare<[block: number, grams: string]>(
      `INSERT INTO ${table} (rowid, grams) VALUES (?, ?)`,
    );
  }

  #make(table: string): void {
    preparing(this.#database).prepare(ofTable(table)).run();
    const configure = preparing(this.#database).prepare<[name: string, value: number]>(command(table));
    configure.run('hashsize', HASH_BYTES);
    configure.run('automerge', MERGE_THRESHOLD);
  }

  #drop(segment: number): void {
    preparing(this.#database)
      .prepare(`DROP TABLE ${tableOf(segment)}`)
      .run();
    this.#statements.removeSegment.run(segment);
  }

  #write(change: Partial<SearchState>, work: () => void): void {
    const state = { ...this.#state, ...change };
    this.#database
      .transaction(() => {
        work();
        this.#statements.setState.run(state);
      })
      .immediate();
    this.#state = state;
  }

  #changes(): number {
    return this.#statements.changes.get()?.changes ?? 0;
  }
}

const tableOf = (segment: number): string => `grams_${segment}`;

/** Stores only which rows have a word, without positions and without the row. */
const ofTable = (table: string): string =>
  `CREATE VIRTUAL TABLE ${table} USING fts5(grams, content='', columnsize=0, detail=none, tokenize='ascii')`;

/** FTS5 takes a command as an insertion into the column with the table's name. Its value must be an integer. */
const command = (table: string): string => `INSERT INTO ${table} (${table}, rank) VALUES (?, CAST(? AS INTEGER))`;

function writeStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    begin: prepare<[{ source: string; newestChange: number }]>(
      'INSERT OR IGNORE INTO state (one, source, up_to, text_change) VALUES (1, :source, 0, :newestChange)',
    ),
    setState: prepare<[SearchState]>('UPDATE state SET up_to = :upTo, text_change = :textChange'),
    segmentsFrom: prepare<[id: number], { id: number; isMerged: 0 | 1 }>(
      'SELECT id, is_merged AS isMerged FROM segment WHERE id >= ? ORDER BY id',
    ),
    addSegment: prepare<[id: number]>('INSERT OR IGNORE INTO segment (id, is_merged) VALUES (?, 0)'),
    removeSegment: prepare<[id: number]>('DELETE FROM segment WHERE id = ?'),
    setMerged: prepare<[id: number]>('UPDATE segment SET is_merged = 1 WHERE id = ?'),
    changes: prepare<[], { changes: number }>('SELECT total_changes() AS changes'),
  };
}

/**
 * Writes the search index of one database of events: takes in blocks, goes back where texts have changed, and tidies. Each
 * call is one transaction, with how far the index is in it, so that it never says that it holds what it does not.
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
import { prepareStatement } from './statements.ts';

export interface IndexedBlock {
  readonly id: number;
  /** With spaces between them. */
  readonly grams: string;
}

/** Lists of so many transactions are put together at once: fewer would be written again and again, more are slow to read. */
const MERGE_THRESHOLD = 8;
/** Of grams that are collected before they are written: larger saves no time. */
const HASH_BYTES = 2_097_152;
/** Pages of FTS5, of 4 kB, that one step of putting a segment together writes. */
const MERGED_PAGES = 500;
/** Empty pages of 8 kB that stay for what comes next. */
const RESERVE_PAGES = 4_096;
const MAX_VACUUM_PAGES = 512;

export class SearchWriter {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof writeStatements>;
  #state: SearchState;
  /** The segment that is being put together. */
  #merging: number | null = null;
  #hasLookedForEmpty = false;

  /**
   * @param source the database of events that it is of
   * @param completeSeq up to where these can be taken in: an index that is further is of others
   * @param newestChange likewise, of the changes of texts
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

  /** Everything from this seq on, and what shares a segment with it, will be taken in again. */
  rewindTo(first: number, textChange: number): void {
    const segment = segmentOf(first);
    this.#write({ textChange, upTo: Math.min(this.#state.upTo, Math.max(0, segment * SEGMENT_SIZE - 1)) }, () => {
      for (const { id } of this.#statements.segmentsFrom.all(segment)) this.#drop(id);
    });
  }

  /** @param blocks all that have texts behind the last one, up to `upTo` */
  addBlocks(blocks: readonly IndexedBlock[], upTo: number): void {
    this.#write({ upTo }, () => {
      for (const [segment, ofSegment] of Map.groupBy(blocks, ({ id }) => segmentOfBlock(id))) {
        const insert = this.#insertInto(segment);
        for (const { id, grams } of ofSegment) insert.run(id, grams);
      }
    });
  }

  /**
   * Drops what retention has emptied, puts together what is complete, gives space back: a step of it. `true` while there
   * is more.
   * @param isEmpty of seqs, both inclusive
   */
  compact(isEmpty: (first: number, last: number) => boolean): boolean {
    return this.#dropEmpty(isEmpty) || this.#mergeStep() || this.#vacuum();
  }

  close(): void {
    this.#database.close();
  }

  #dropEmpty(isEmpty: (first: number, last: number) => boolean): boolean {
    if (this.#hasLookedForEmpty) return false;
    const empty = this.#complete().find(({ id }) => isEmpty(id * SEGMENT_SIZE, (id + 1) * SEGMENT_SIZE - 1));
    if (empty === undefined) this.#hasLookedForEmpty = true;
    else this.#write({}, () => this.#drop(empty.id));
    return empty !== undefined;
  }

  #mergeStep(): boolean {
    const segment = this.#complete().find(({ isMerged }) => isMerged === 0)?.id;
    if (segment === undefined) return false;
    const merge = prepareStatement<[name: string, pages: number]>(this.#database, command(tableOf(segment)));
    // Below zero it begins with all there is, as one.
    const before = this.#changes();
    merge.run('merge', this.#merging === segment ? MERGED_PAGES : -MERGED_PAGES);
    const isDone = this.#merging === segment && this.#changes() - before < 2;
    if (isDone) this.#statements.setMerged.run(segment);
    this.#merging = isDone ? null : segment;
    return true;
  }

  #vacuum(): boolean {
    const surplus = Math.min(this.#freePages() - RESERVE_PAGES, MAX_VACUUM_PAGES);
    if (surplus <= 0) return false;
    const free = this.#freePages();
    this.#database.pragma(`incremental_vacuum(${surplus})`);
    return this.#freePages() < free;
  }

  #complete(): { readonly id: number; readonly isMerged: 0 | 1 }[] {
    return this.#statements.segmentsFrom.all(0).filter(({ id }) => (id + 1) * SEGMENT_SIZE - 1 <= this.#state.upTo);
  }

  #insertInto(segment: number) {
    const table = tableOf(segment);
    if (this.#statements.addSegment.run(segment).changes > 0) this.#make(table);
    return prepareStatement<[block: number, grams: string]>(
      this.#database,
      `INSERT INTO ${table} (rowid, grams) VALUES (?, ?)`,
    );
  }

  #make(table: string): void {
    prepareStatement(this.#database, ofTable(table)).run();
    const configure = prepareStatement<[name: string, value: number]>(this.#database, command(table));
    configure.run('hashsize', HASH_BYTES);
    configure.run('automerge', MERGE_THRESHOLD);
  }

  #drop(segment: number): void {
    prepareStatement(this.#database, `DROP TABLE ${tableOf(segment)}`).run();
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

  #freePages(): number {
    return Number(this.#database.pragma('freelist_count', { simple: true }));
  }
}

const tableOf = (segment: number): string => `grams_${segment}`;

/** Only which rows have a word is kept: neither the words' places, nor the row. */
const ofTable = (table: string): string =>
  `CREATE VIRTUAL TABLE ${table} USING fts5(grams, content='', columnsize=0, detail=none, tokenize='ascii')`;

/** FTS5 is told what to do by an insertion into the column that has the table's name. It takes no fraction. */
const command = (table: string): string => `INSERT INTO ${table} (${table}, rank) VALUES (?, CAST(? AS INTEGER))`;

function writeStatements(database: Database) {
  return {
    begin: prepareStatement<[{ source: string; newestChange: number }]>(
      database,
      'INSERT OR IGNORE INTO state (one, source, up_to, text_change) VALUES (1, :source, 0, :newestChange)',
    ),
    setState: prepareStatement<[SearchState]>(database, 'UPDATE state SET up_to = :upTo, text_change = :textChange'),
    segmentsFrom: prepareStatement<[id: number], { id: number; isMerged: 0 | 1 }>(
      database,
      'SELECT id, is_merged AS isMerged FROM segment WHERE id >= ? ORDER BY id',
    ),
    addSegment: prepareStatement<[id: number]>(database, 'INSERT OR IGNORE INTO segment (id, is_merged) VALUES (?, 0)'),
    removeSegment: prepareStatement<[id: number]>(database, 'DELETE FROM segment WHERE id = ?'),
    setMerged: prepareStatement<[id: number]>(database, 'UPDATE segment SET is_merged = 1 WHERE id = ?'),
    changes: prepareStatement<[], { changes: number }>(database, 'SELECT total_changes() AS changes'),
  };
}

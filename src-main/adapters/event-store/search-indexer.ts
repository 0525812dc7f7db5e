/**
 * Makes the search index of a store, behind everything else: in a thread and over connections of its own, some blocks of
 * committed events at a time, each once its seqs are all given. Nothing waits for it. It believes nothing that it finds: an index of another database, of
 * another version, or one that is damaged is thrown away and made again.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import { lastOf } from './chunk.ts';
import { fileAt } from '../files/found-files.ts';
import { keptLoss } from './mend.ts';
import { openForReading } from './open-database.ts';
import { blockOf, firstOfBlock, lastOfBlock } from './received-block.ts';
import { databaseIdentity, isDamageNoted, noteDamage, searchPathOf } from './search-database.ts';
import { ALWAYS, BlockGrams } from './search-grams.ts';
import { type IndexedBlock, SearchWriter } from './search-writer.ts';
import { prepared } from './statements.ts';
import { isUnreadable, storeError } from './store-error.ts';
import { StoredTexts } from './stored-texts.ts';

/** Blocks of one transaction: more take no less time each, and whoever ends the thread waits for all of them. */
const BLOCKS_AT_ONCE = 64;
/** The disk is that of the events: what is received has to have room there when the index has taken its share. */
const LEAVE_BYTES = 268_435_456;

/** The events, while they are the database at the path. */
interface Source {
  readonly database: Database;
  readonly file: string | null;
  readonly texts: StoredTexts;
  readonly read: ReturnType<typeof sourceStatements>;
}

export class SearchIndexer {
  readonly #eventsPath: string;
  readonly #searchPath: string;
  readonly #leaveBytes: number;
  readonly #blocksAtOnce: number;
  readonly #grams = new BlockGrams();
  #source: Source | null = null;
  #search: { readonly writer: SearchWriter; readonly file: string | null } | null = null;
  /** One that is damaged again and again is the disk's matter. */
  #hasBegunAnew = false;

  /** @param eventsPath of the database; the index is beside it */
  constructor(eventsPath: string, leaveBytes = LEAVE_BYTES, blocksAtOnce = BLOCKS_AT_ONCE) {
    this.#eventsPath = eventsPath;
    this.#blocksAtOnce = blocksAtOnce;
    this.#leaveBytes = leaveBytes;
    this.#searchPath = searchPathOf(eventsPath);
  }

  /** Takes in some blocks, or tidies; `true` while there is more. @throws AppError STORE_… */
  index(): boolean {
    try {
      const source = this.#currentSource();
      return source.database.transaction(() => this.#piece(source))();
    } catch (cause) {
      this.close();
      throw storeError(cause, this.#eventsPath);
    }
  }

  close(): void {
    const source = this.#source;
    this.#source = null;
    try {
      this.#closeSearch();
    } finally {
      source?.database.close();
    }
  }

  #piece(source: Source): boolean {
    const { database, texts } = source;
    // What is brought back piece by piece would be taken in again with each of them.
    if (keptLoss(database)?.incident.mending.kind === 'running') return false;
    texts.forget();
    try {
      return this.#index(source, this.#currentSearch(source));
    } catch (cause) {
      // The keeper of the events deals with their damage.
      if (cause instanceof AppError) throw cause;
      if (!isUnreadable(cause) || this.#hasBegunAnew) throw storeError(cause, this.#searchPath);
      this.#hasBegunAnew = true;
      noteDamage(this.#searchPath);
      this.#closeSearch();
      return true;
    }
  }

  #index(source: Source, search: SearchWriter): boolean {
    const { textChange } = search.state;
    const { first, newest } = this.#ofEvents(() => changesAfter(source, textChange));
    if (first !== null && newest !== null) {
      search.goBack(first, newest);
      return true;
    }
    const isEmpty = (from: number, to: number) =>
      this.#ofEvents(() => firstStored(source, blockOf(from)) > blockOf(to));
    if (search.tidy(isEmpty)) return true;
    const { upTo } = search.state;
    const fullTo = this.#ofEvents(() => fullThrough(source));
    if (fullTo <= upTo || !this.#hasRoom()) return false;
    const { blocks, through } = this.#ofEvents(() => this.#blocksOf(source, blockOf(upTo + 1), blockOf(fullTo)));
    search.take(blocks, through);
    return through < fullTo;
  }

  /** The next ones, and up to which seq these are all. */
  #blocksOf(source: Source, first: number, last: number): { blocks: IndexedBlock[]; through: number } {
    const blocks: IndexedBlock[] = [];
    for (let from = first; blocks.length < this.#blocksAtOnce; from += 1) {
      const id = firstStored(source, from);
      // What retention has emptied is passed over at once.
      if (id > last) return { blocks, through: lastOfBlock(last) };
      blocks.push({ id, grams: this.#gramsOf(source, id) });
      from = id;
    }
    return { blocks, through: lastOfBlock(blocks.at(-1)?.id ?? last) };
  }

  #gramsOf({ texts }: Source, id: number): string {
    const block = texts.block(id);
    // What a row says of an event stands in no text where that is lost.
    return texts.lost(block).length > 0 ? ALWAYS : this.#grams.ofBlock(block);
  }

  #hasRoom(): boolean {
    const { bavail, bsize } = statfsSync(dirname(this.#searchPath));
    return bavail * bsize >= this.#leaveBytes;
  }

  #ofEvents<Answer>(read: () => Answer): Answer {
    try {
      return read();
    } catch (cause) {
      throw storeError(cause, this.#eventsPath);
    }
  }

  #currentSource(): Source {
    const file = fileAt(this.#eventsPath);
    if (this.#source?.file === file && file !== null) return this.#source;
    this.close();
    const database = openForReading(this.#eventsPath);
    this.#source = { database, file, texts: new StoredTexts(database), read: sourceStatements(database) };
    return this.#source;
  }

  #currentSearch(source: Source): SearchWriter {
    const last = this.#search;
    if (last !== null && last.file === fileAt(this.#searchPath) && !isDamageNoted(this.#searchPath)) return last.writer;
    this.#closeSearch();
    const { identity, fullTo, newestChange } = this.#ofEvents(() => ({
      identity: databaseIdentity(source.database),
      fullTo: fullThrough(source),
      newestChange: changesAfter(source, 0).newest ?? 0,
    }));
    const writer = SearchWriter.open(this.#searchPath, identity, fullTo, newestChange);
    this.#search = { writer, file: fileAt(this.#searchPath) };
    return writer;
  }

  #closeSearch(): void {
    const search = this.#search;
    this.#search = null;
    search?.writer.close();
  }
}

/**
 * Up to here every seq is given, and to none will anything be added that is not noted as a change. 0 where no block is
 * full. It never becomes less: a chunk stays when nothing is left in it, and nothing behind the last one is removed.
 */
function fullThrough({ read }: Source): number {
  const { chunk, block, single } = read.ends.get() ?? { chunk: null, ...NO_TEXT };
  const newest = Math.max(chunk === null ? 0 : lastOf(chunk), block === null ? 0 : lastOfBlock(block), single ?? 0);
  return Math.max(0, firstOfBlock(blockOf(newest + 1)) - 1);
}

/** The first event with a text that changed since that change, and the newest change; both `null` if there is none. */
function changesAfter({ read }: Source, textChange: number): { first: number | null; newest: number | null } {
  return read.changes.get(textChange) ?? { first: null, newest: null };
}

/** The first block from this one on that has a text, or a row; infinite where there is none. */
function firstStored({ read }: Source, from: number): number {
  const { block, single, row } = read.from.get({ block: from, seq: firstOfBlock(from) }) ?? { ...NO_TEXT, row: null };
  return Math.min(...[block, blockWith(single), blockWith(row)].map((one) => one ?? Number.POSITIVE_INFINITY));
}

const blockWith = (seq: number | null): number | null => (seq === null ? null : blockOf(seq));

interface Text {
  readonly block: number | null;
  readonly single: number | null;
}

const NO_TEXT: Text = { block: null, single: null };

function sourceStatements(database: Database) {
  return {
    ends: prepared<[], Text & { readonly chunk: number | null }>(
      database,
      `SELECT (SELECT max(id) FROM chunk) AS chunk, (SELECT max(id) FROM block) AS block,
         (SELECT max(seq) FROM received) AS single`,
    ),
    from: prepared<[{ block: number; seq: number }], Text & { readonly row: number | null }>(
      database,
      `SELECT (SELECT min(id) FROM block WHERE id >= :block) AS block,
         (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(seq) FROM event WHERE seq >= :seq) AS row`,
    ),
    changes: prepared<[textChange: number], { first: number | null; newest: number | null }>(
      database,
      'SELECT min(first) AS first, max(id) AS newest FROM text_change WHERE id > ?',
    ),
  };
}

/**
 * Makes the search index of a store, behind everything else: in a thread and over connections of its own, a sealed chunk
 * of committed events at a time. Nothing waits for it. It believes nothing that it finds: an index of another database, of
 * another version, or one that is damaged is thrown away and made again.
 */
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import { chunkOf, firstOf, lastOf } from './chunk.ts';
import { fileAt } from './found-files.ts';
import { keptLoss } from './mend.ts';
import { openForReading } from './open-database.ts';
import { blockOf } from './received-block.ts';
import { databaseIdentity, isDamageNoted, noteDamage, searchPathOf } from './search-database.ts';
import { BlockGrams } from './search-grams.ts';
import { type IndexedBlock, SearchWriter } from './search-writer.ts';
import { prepared } from './statements.ts';
import { isUnreadable, storeError } from './store-error.ts';
import { StoredTexts } from './stored-texts.ts';

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
  readonly #grams = new BlockGrams();
  #source: Source | null = null;
  #search: { readonly writer: SearchWriter; readonly file: string | null } | null = null;
  /** One that is damaged again and again is the disk's matter. */
  #hasBegunAnew = false;

  /** @param eventsPath of the database; the index is beside it */
  constructor(eventsPath: string) {
    this.#eventsPath = eventsPath;
    this.#searchPath = searchPathOf(eventsPath);
  }

  /** Takes in a chunk, or tidies; `true` while there is more. @throws AppError STORE_… */
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
      // Of the events: who keeps them sees to it.
      if (cause instanceof AppError || !isUnreadable(cause) || this.#hasBegunAnew) throw cause;
      this.#hasBegunAnew = true;
      noteDamage(this.#searchPath);
      this.#closeSearch();
      return true;
    }
  }

  #index(source: Source, search: SearchWriter): boolean {
    const { read } = source;
    const { first, newest } = read.changes.get(search.state.textChange) ?? { first: null, newest: null };
    if (first !== null && newest !== null) {
      search.goBack(first, newest);
      return true;
    }
    const isEmpty = (from: number, to: number) =>
      this.#ofEvents(() => read.anyEvents.get(chunkOf(from), chunkOf(to)) === undefined);
    if (search.tidy(isEmpty)) return true;
    const next = read.chunkFrom.get(chunkOf(search.state.upTo + 1))?.id;
    if (next !== undefined) {
      search.take(this.#blocksOf(source, next), lastOf(next));
      return true;
    }
    const sealedTo = sealedThrough(source);
    if (sealedTo > search.state.upTo) search.take([], sealedTo);
    return false;
  }

  #blocksOf({ texts }: Source, chunk: number): IndexedBlock[] {
    return this.#ofEvents(() => {
      const blocks: IndexedBlock[] = [];
      for (let id = blockOf(firstOf(chunk)); id <= blockOf(lastOf(chunk)); id += 1) {
        const grams = this.#grams.ofBlock(texts.block(id));
        if (grams !== '') blocks.push({ id, grams });
      }
      return blocks;
    });
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
    const newestChange = source.read.changes.get(0)?.newest ?? 0;
    const writer = SearchWriter.open(
      this.#searchPath,
      databaseIdentity(source.database),
      sealedThrough(source),
      newestChange,
    );
    this.#search = { writer, file: fileAt(this.#searchPath) };
    return writer;
  }

  #closeSearch(): void {
    const search = this.#search;
    this.#search = null;
    search?.writer.close();
  }
}

/** Whatever is in the chunks: only that is indexed, and so never what is not committed. 0 where there are none. */
function sealedThrough({ read }: Source): number {
  return Math.max(0, lastOf(read.sealed.get()?.id ?? -1));
}

function sourceStatements(database: Database) {
  return {
    sealed: prepared<[], { id: number | null }>(database, 'SELECT max(id) AS id FROM chunk'),
    chunkFrom: prepared<[id: number], { id: number }>(
      database,
      'SELECT id FROM chunk WHERE id >= ? AND events > 0 ORDER BY id LIMIT 1',
    ),
    anyEvents: prepared<[first: number, last: number], { id: number }>(
      database,
      'SELECT id FROM chunk WHERE id BETWEEN ? AND ? AND events > 0 LIMIT 1',
    ),
    changes: prepared<[textChange: number], { first: number | null; newest: number | null }>(
      database,
      'SELECT min(first) AS first, max(id) AS newest FROM text_change WHERE id > ?',
    ),
  };
}

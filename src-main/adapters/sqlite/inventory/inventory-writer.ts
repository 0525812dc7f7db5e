/**
 * Writes an inventory, one transaction per call. A damaged database is set aside: the current call fails, and the next
 * one uses a new database.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../../src-shared/domain/saved-search.ts';
import type {
  InventoryWriter,
  SearchPage,
  StoredGapCheck,
  StoredSearch,
  StoredPage,
} from '../../../core/ports/inventory-store.ts';
import { databaseError } from '../../files/database-error.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { openForWriting, setAside } from './inventory-database.ts';
import type { InventoryWorkerWriter } from './inventory-worker.ts';
import { PageWriter } from './page-writer.ts';
import { SearchRemoval } from './search-removal.ts';
import { SearchRows, storedSearch } from './search-rows.ts';

/** Nothing is written below this much free disk space, which is left for events. */
const MIN_FREE_BYTES = 256 * 1_048_576;

const INSERT_SEARCH = `
  INSERT INTO search (id, body, begun_at, asked_at, row_count, pages, passes, doubled, earlier, without_id, gap_check,
    last_added, last_fresh, is_removed)
  VALUES (:id, :body, :begunAt, :begunAt, 0, 0, 0, 0, 0, 0, :gapCheck, 0, 0, 0)
  ON CONFLICT DO NOTHING`;
const NOTE_NOT_ACCEPTED = `
  INSERT INTO not_accepted (kind, name, status, at) VALUES (:kind, :name, :status, :at)
  ON CONFLICT DO UPDATE SET status = excluded.status, at = excluded.at`;

export function openInventoryWriter(
  path: string,
  { minFreeBytes = MIN_FREE_BYTES }: { readonly minFreeBytes?: number } = {},
): Synchronous<InventoryWorkerWriter> & CallTarget {
  return new SqliteInventoryWriter(path, minFreeBytes);
}

class SqliteInventoryWriter implements Synchronous<InventoryWorkerWriter> {
  readonly #path: string;
  readonly #leaveBytes: number;
  #connection: WriteConnection;

  constructor(path: string, leaveBytes: number) {
    this.#path = path;
    this.#leaveBytes = leaveBytes;
    this.#connection = prepareWriteConnection(openForWriting(path));
  }

  startSearch({ id, body, begunAt, gapCheck }: Parameters<InventoryWriter['startSearch']>[0]): void {
    this.#write(({ database }) => {
      database
        .prepare(INSERT_SEARCH)
        .run({ id, body, begunAt, gapCheck: gapCheck === null ? null : JSON.stringify(gapCheck) });
    });
  }

  storePage(page: SearchPage, key: string): StoredPage {
    this.#assertFreeDisk();
    return this.#write(({ pageWriter }) => pageWriter.write(page, key));
  }

  endSearch(id: string, end: SearchEnd | null, repeated = 0): StoredSearch {
    return this.#write(({ database, searches }) => {
      const before = searches.get(id);
      // The call is repeated if its answer was lost with a thread that died.
      const doubled = before.doubled - (before.end === null ? repeated : 0);
      database.prepare('UPDATE search SET end = ?, doubled = ? WHERE id = ?').run(end, doubled, id);
      return storedSearch(searches.get(id));
    });
  }

  noteGapCheck(id: string, check: StoredGapCheck): void {
    this.#write(({ database, searches }) => {
      searches.get(id);
      database.prepare('UPDATE search SET gap_check = ? WHERE id = ?').run(JSON.stringify(check), id);
    });
  }

  remove(id: string): boolean {
    return this.#write(({ removal }) => removal.remove(id));
  }

  removeExpired(before: number, spared: readonly string[]): boolean {
    return this.#write(({ removal }) => removal.removeExpired(before, spared));
  }

  noteNotAccepted({ kind, name, status, at }: NotAccepted): void {
    this.#write(({ database }) => void database.prepare(NOTE_NOT_ACCEPTED).run({ kind, name, status, at }));
  }

  forgetNotAccepted({ kind, name }: Pick<NotAccepted, 'kind' | 'name'>): void {
    this.#write(({ database }) => {
      database.prepare('DELETE FROM not_accepted WHERE kind = ? AND name = ?').run(kind, name);
    });
  }

  setAside(file: string): void {
    // If two readers met the same damage, only the first finds that file still there. The file is not checked again,
    // because that takes seconds, and this connection may have cached what the disk has lost.
    if (fileIdAt(this.#path) === file) this.#recreate();
  }

  close(): void {
    this.#connection.database.close();
  }

  #write<Answer>(work: (writing: WriteConnection) => Answer): Answer {
    try {
      const writing = this.#connection;
      return writing.database.transaction(() => work(writing)).immediate();
    } catch (cause) {
      const error = databaseError(cause, this.#path);
      if (error instanceof AppError && error.code === 'STORE_DAMAGED')
        throw appError('STORE_DAMAGED', { path: this.#path, movedTo: this.#recreate() }, { cause });
      throw error;
    }
  }

  #recreate(): string {
    this.#connection.database.close();
    const movedTo = setAside(this.#path);
    this.#connection = prepareWriteConnection(openForWriting(this.#path));
    return movedTo;
  }

  #assertFreeDisk(): void {
    if (this.#leaveBytes === 0) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < this.#leaveBytes) throw appError('STORE_UNWRITABLE', { path: this.#path, problem: 'full' });
  }
}

interface WriteConnection {
  readonly database: Database;
  readonly searches: SearchRows;
  readonly pageWriter: PageWriter;
  readonly removal: SearchRemoval;
}

function prepareWriteConnection(database: Database): WriteConnection {
  return {
    database,
    searches: new SearchRows(database),
    pageWriter: new PageWriter(database),
    removal: new SearchRemoval(database),
  };
}

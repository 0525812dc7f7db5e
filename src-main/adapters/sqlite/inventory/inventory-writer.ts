/** Writes an inventory. A removal creates no database. */
import type { Database } from 'better-sqlite3';
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../../src-shared/domain/saved-search.ts';
import type {
  InventoryWriter,
  SearchPage,
  StoredGapCheck,
  StoredSearch,
  StoredPage,
} from '../../../core/ports/inventory-store.ts';
import { createDatabaseWriter, MIN_FREE_BYTES, type ReplaceableDatabase } from '../database-writer.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { INVENTORY_DATABASE } from './inventory-database.ts';
import { createPageWriter } from './page-writer.ts';
import { createSearchRemoval } from './search-removal.ts';
import { createSearchRows, storedSearch } from './search-rows.ts';

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
): Synchronous<InventoryWriter & ReplaceableDatabase> & CallTarget {
  const writer = createDatabaseWriter(INVENTORY_DATABASE, path, minFreeBytes, prepareRows);

  return {
    startSearch({ id, body, begunAt, gapCheck }: Parameters<InventoryWriter['startSearch']>[0]): void {
      writer.write((_rows, database) => {
        database
          .prepare(INSERT_SEARCH)
          .run({ id, body, begunAt, gapCheck: gapCheck === null ? null : JSON.stringify(gapCheck) });
      });
    },
    storePage(page: SearchPage): StoredPage {
      writer.assertFreeDisk();
      return writer.write(({ pageWriter }) => pageWriter.write(page));
    },
    endSearch(id: string, end: SearchEnd | null, repeated = 0): StoredSearch {
      return writer.write(({ searches }, database) => {
        const before = searches.get(id);
        // The call is repeated if its answer was lost with a thread that died.
        const doubled = before.doubled - (before.end === null ? repeated : 0);
        database.prepare('UPDATE search SET end = ?, doubled = ? WHERE id = ?').run(end, doubled, id);
        return storedSearch(searches.get(id));
      });
    },
    noteGapCheck(id: string, check: StoredGapCheck): void {
      writer.write(({ searches }, database) => {
        searches.get(id);
        database.prepare('UPDATE search SET gap_check = ? WHERE id = ?').run(JSON.stringify(check), id);
      });
    },
    remove(id: string): boolean {
      return writer.exists && writer.write(({ removal }) => removal.remove(id));
    },
    removeExpired(before: number, spared: readonly string[]): boolean {
      return writer.exists && writer.write(({ removal }) => removal.removeExpired(before, spared));
    },
    noteNotAccepted({ kind, name, status, at }: NotAccepted): void {
      writer.write((_rows, database) => void database.prepare(NOTE_NOT_ACCEPTED).run({ kind, name, status, at }));
    },
    forgetNotAccepted({ kind, name }: Pick<NotAccepted, 'kind' | 'name'>): void {
      if (!writer.exists) return;
      writer.write((_rows, database) => {
        database.prepare('DELETE FROM not_accepted WHERE kind = ? AND name = ?').run(kind, name);
      });
    },
    replace: (file) => writer.replace(file),
    close: () => writer.close(),
  };
}

function prepareRows(database: Database) {
  return {
    searches: createSearchRows(database),
    pageWriter: createPageWriter(database),
    removal: createSearchRemoval(database),
  };
}

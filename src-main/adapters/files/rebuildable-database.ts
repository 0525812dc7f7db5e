/**
 * Opens a database for writing whose content can be requested or derived from the events again. Its settings suit many
 * small rows in random order. The caller defines its tables.
 */
import { chmodSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { openDatabaseFile, assertPlainDatabaseFiles } from './database-file.ts';
import { fileSizeBytes } from './file-stat.ts';

/** Another thread holds a lock only for a short time, and no received event waits for this database. */
export const BUSY_TIMEOUT_MS = 5_000;

/** @param create creates what is missing, in one transaction */
export function openRebuildable(path: string, create: (database: Database) => void): Database {
  const database = openDatabaseFile(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same mode
    // These two take effect only before the first page is written, so they come first. Small pages: rows come in any
    // order, and each of them writes one page.
    database.pragma('page_size = 4096');
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    // A power loss may lose the last pages, which can be rebuilt. Committed data survives the end of the process.
    database.pragma('synchronous = NORMAL');
    database.pragma('wal_autocheckpoint = 8000'); // 32 MiB: writes the page of a row into the database less often
    database.pragma('journal_size_limit = 67108864');
    database.pragma('cache_size = -8192'); // 8 MiB, for the same reason
    database.pragma('temp_store = MEMORY');
    database.transaction(() => create(database)).immediate();
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/**
 * Inspects over a read-only connection: closing the last writable one would merge the log into a file that may not be
 * ours.
 */
export function inspectBeforeOpening(path: string, inspect: (database: Database) => void): void {
  assertPlainDatabaseFiles(path, 'write');
  if (fileSizeBytes(path) === 0) return;
  const database = openDatabaseFile(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    inspect(database);
  } finally {
    database.close();
  }
}

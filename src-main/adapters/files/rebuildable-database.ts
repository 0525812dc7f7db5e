/**
 * Opens a database for writing whose content can be had again: asked for anew, or made anew from the events. Its settings
 * are those of many small rows that come in any order; what the database is, its owner says.
 */
import { chmodSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { openDatabaseFile, assertPlainDatabaseFiles } from './database-file.ts';
import { fileSizeBytes } from './file-stat.ts';

/** Another thread holds a lock for a moment only; nothing that is received waits behind this one. */
export const BUSY_TIMEOUT_MS = 5_000;

/** @param create makes what is missing, in one transaction */
export function openRebuildable(path: string, create: (database: Database) => void): Database {
  const database = openDatabaseFile(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same
    // These two have their effect before the first page is written, hence first. Small pages: rows come in any order,
    // and each of them writes one.
    database.pragma('page_size = 4096');
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    // With the power the last pages may be lost, in order; they can be had again. What a process was told survives it.
    database.pragma('synchronous = NORMAL');
    database.pragma('wal_autocheckpoint = 8000'); // 32 MiB: a row's page is written into the database less often
    database.pragma('journal_size_limit = 67108864');
    database.pragma('cache_size = -8192'); // 8 MiB: the same
    database.pragma('temp_store = MEMORY');
    database.transaction(() => create(database)).immediate();
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Over a connection that cannot write: the last one that can folds the log into a file that may not be ours. */
export function inspectBeforeOpening(path: string, look: (database: Database) => void): void {
  assertPlainDatabaseFiles(path, 'write');
  if (fileSizeBytes(path) === 0) return;
  const database = openDatabaseFile(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    look(database);
  } finally {
    database.close();
  }
}

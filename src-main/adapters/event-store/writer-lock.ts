/**
 * At most one process writes a store. The lock is an exclusive transaction on a SQLite file of its own: the operating
 * system releases it with the process, also after kill -9, so no lock is ever stale.
 */
import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import { storeError } from './store-error.ts';

export interface WriterLock {
  release(): void;
}

/** @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
export function acquireWriterLock(path: string): WriterLock {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { timeout: 0 });
    chmodSync(path, 0o600);
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so nothing needs a journal file
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    if (cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new AppError(
        'STORE_IN_USE',
        'Another Watchfloor collects into this store already. Stop it first, or use another data directory; reading ' +
          'commands work meanwhile.',
        { cause },
      );
    throw storeError(cause, path);
  }
  const held = database;
  return { release: () => held.close() };
}

/** Whether a process collects into the store now. Takes no lock that could keep a collector out. */
export function isWriterLockHeld(path: string): boolean {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
    database.pragma('schema_version');
    return false;
  } catch (cause) {
    return cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY');
  } finally {
    database?.close();
  }
}

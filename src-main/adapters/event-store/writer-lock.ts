/**
 * At most one process writes a store. The lock is an exclusive transaction on a SQLite file of its own: the operating
 * system releases it with the process, also after kill -9, so no lock is ever stale.
 */
import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import type { StorePaths } from './store-directory.ts';
import { storeError } from './store-error.ts';

/** Who looks whether the lock is held holds it for a moment itself, and must not keep a collector out. */
const LOOK_MS = 250;

export interface WriterLock {
  release(): void;
}

/** @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
export function acquireWriterLock({ directory, lock }: StorePaths): WriterLock {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(lock, { timeout: LOOK_MS });
    chmodSync(lock, 0o600);
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so nothing needs a journal file
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    if (cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw appError('STORE_IN_USE', { path: directory }, { cause });
    throw storeError(cause, lock);
  }
  const held = database;
  return { release: () => held.close() };
}

/** Whether a process collects into the store now. */
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

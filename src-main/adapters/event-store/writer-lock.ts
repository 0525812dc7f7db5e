/**
 * At most one process writes a store. The lock is an exclusive transaction on a SQLite file of its own: the operating
 * system releases it with the process, also after kill -9, so no lock is ever stale.
 */
import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import type { StorePaths } from './store-directory.ts';
import { storeError } from './store-error.ts';
import { openDatabaseFile } from '../files/database-file.ts';
import { fileIdAt } from '../files/file-stat.ts';
import { truncatePlainFile, moveAsideUnlessPlain } from '../files/plain-file.ts';

/** Who looks whether the lock is held holds it for a moment itself, and must not keep a collector out. */
const BUSY_TIMEOUT_MS = 250;

export interface WriterLock {
  /** The file that is locked: a path can come to lead to another one. */
  readonly fileId: string | null;
  release(): void;
}

/**
 * What stands in the lock's place without being one is no dead end: it holds nothing of a store.
 * @throws AppError STORE_IN_USE, STORE_UNWRITABLE
 */
export function acquireWriterLock(paths: StorePaths): WriterLock {
  const { directory, lock } = paths;
  try {
    moveAsideUnlessPlain(lock);
    try {
      return lockFile(lock);
    } catch (cause) {
      if (!isNoDatabase(cause)) throw cause;
      // SQLite can tell only once it has a shared lock, so nobody holds the exclusive one. The same file is emptied,
      // not replaced: two processes must never hold the locks of two files.
      truncatePlainFile(lock);
      return lockFile(lock);
    }
  } catch (cause) {
    if (cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw appError('STORE_IN_USE', { path: directory }, { cause });
    throw storeError(cause, lock);
  }
}

function lockFile(path: string): WriterLock {
  const database = openDatabaseFile(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    chmodSync(path, 0o600);
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so nothing needs a journal file
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw cause;
  }
  return { fileId: fileIdAt(path), release: () => void database.close() };
}

function isNoDatabase(cause: unknown): boolean {
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/.test(cause.code);
}

/** Whether a process collects into the store now. */
export function isWriterLockHeld(path: string): boolean {
  let database: Sqlite.Database | undefined;
  try {
    database = openDatabaseFile(path, { readonly: true, fileMustExist: true, timeout: 0 });
    database.pragma('schema_version');
    return false;
  } catch (cause) {
    return cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY');
  } finally {
    database?.close();
  }
}

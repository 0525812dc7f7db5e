/**
 * Ensures that at most one process writes a store. The lock is an exclusive transaction on a SQLite file of its own:
 * the operating system releases it with the process, also after kill -9, so no lock is ever stale.
 */
import { chmodSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { appError } from '../../../../../src-shared/api/errors.ts';
import type { StorePaths } from './store-directory.ts';
import { storeError } from '../damage/store-error.ts';
import { openDatabaseFile } from '../../../files/database-file.ts';
import { fileIdAt } from '../../../files/file-stat.ts';
import { truncatePlainFile, moveAsideUnlessPlain } from '../../../files/plain-file.ts';

/** `isWriterLocked` holds the lock briefly itself, and must not keep a collector out. */
const BUSY_TIMEOUT_MS = 250;

export interface WriterLock {
  readonly fileId: string | null;
  release(): void;
}

/**
 * Acquires the lock. Anything else at its path is moved aside or emptied, because it holds nothing of a store.
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
      // SQLite reports this only once it has a shared lock, so no process holds the exclusive one. The file is emptied,
      // not replaced: two processes must never lock two different files.
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
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so no journal file is needed
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

export function isWriterLocked(path: string): boolean {
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

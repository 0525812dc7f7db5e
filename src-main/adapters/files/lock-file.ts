/** Locks across processes by a transaction on a SQLite file, which the system frees even after kill -9. */
import { chmodSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { fileErrorCode } from './database-error.ts';
import { openDatabaseFile } from './database-file.ts';
import { moveAsideUnlessPlain, truncatePlainFile } from './plain-file.ts';

export const isBusy = (cause: unknown): boolean => fileErrorCode(cause) === 'SQLITE_BUSY';

/**
 * Locks the file at this path until the connection is closed. Anything else at the path is moved aside or emptied.
 * @throws the error of SQLite (`isBusy` if another process holds the lock) or of the file system
 */
export function lockFile(path: string, begin: 'BEGIN EXCLUSIVE' | 'BEGIN IMMEDIATE', timeout: number): Database {
  moveAsideUnlessPlain(path);
  try {
    return lockOnce(path, begin, timeout);
  } catch (cause) {
    if (!/^SQLITE_(?:NOTADB|CORRUPT)$/.test(fileErrorCode(cause))) throw cause;
    // An exclusive lock of another process would have been reported as busy. The file is emptied, not replaced, so that
    // an immediate one stays valid: two processes must never lock two different files.
    truncatePlainFile(path);
    return lockOnce(path, begin, timeout);
  }
}

function lockOnce(path: string, begin: 'BEGIN EXCLUSIVE' | 'BEGIN IMMEDIATE', timeout: number): Database {
  const database = openDatabaseFile(path, { timeout });
  try {
    chmodSync(path, 0o600);
    database.pragma('journal_mode = MEMORY'); // nothing is ever written, so no journal file is needed
    database.exec(begin);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

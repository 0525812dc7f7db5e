/** Ensures that at most one process writes a store. */
import type { Database } from 'better-sqlite3';
import { appError } from '../../../../../src-shared/api/errors.ts';
import { openDatabaseFile } from '../../../files/database-file.ts';
import { fileIdAt } from '../../../files/file-stat.ts';
import { isBusy, lockFile } from '../../../files/lock-file.ts';
import { storeError } from '../store-error.ts';
import type { StorePaths } from '../../store-paths.ts';

/** `isWriterLocked` holds the lock briefly itself, and must not keep a collector out. */
const BUSY_TIMEOUT_MS = 250;

export interface WriterLock {
  readonly fileId: string | null;
  release(): void;
}

/** Moves anything else at the path aside or empties it. @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
export function acquireWriterLock(paths: StorePaths): WriterLock {
  const { directory, lock } = paths;
  try {
    const database = lockFile(lock, 'BEGIN EXCLUSIVE', BUSY_TIMEOUT_MS);
    return { fileId: fileIdAt(lock), release: () => void database.close() };
  } catch (cause) {
    if (isBusy(cause)) throw appError('STORE_IN_USE', { path: directory }, { cause });
    throw storeError(cause, lock);
  }
}

export function isWriterLocked(path: string): boolean {
  let database: Database | undefined;
  try {
    database = openDatabaseFile(path, { readonly: true, fileMustExist: true, timeout: 0 });
    database.pragma('schema_version');
    return false;
  } catch (cause) {
    return isBusy(cause);
  } finally {
    database?.close();
  }
}

/**
 * Opens SQLite databases, the only place that does. SQLite waits in `open` for the other end of a pipe, creates what a
 * link without a target leads to, and writes through links. So a database and the files beside it must be plain files.
 */
import { lstatSync } from 'node:fs';
import Sqlite, { type Database, type Options } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { statOrNull } from './file-stat.ts';

const FILE_SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** A read-only connection follows links. @throws AppError STORE_UNWRITABLE (not-a-file); SQLite's error */
export function openDatabaseFile(path: string, options: Options = {}): Database {
  assertPlainDatabaseFiles(path, options.readonly === true ? 'read' : 'write');
  return new Sqlite(path, options);
}

/** A file that is missing is no reason. @throws AppError STORE_UNWRITABLE (not-a-file) */
export function assertPlainDatabaseFiles(path: string, purpose: 'read' | 'write'): void {
  for (const part of FILE_SUFFIXES) {
    const found = purpose === 'read' ? statOrNull(path + part) : lstatSync(path + part, { throwIfNoEntry: false });
    if (found?.isFile() ?? true) continue;
    const detail =
      found?.isDirectory() === true ? 'a folder' : found?.isSymbolicLink() === true ? 'a link' : 'a pipe or a device';
    throw appError('STORE_UNWRITABLE', { path: path + part, problem: 'not-a-file', detail });
  }
}

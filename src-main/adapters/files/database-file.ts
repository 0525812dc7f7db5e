/**
 * Opens SQLite databases; no other module does. SQLite waits in `open` for the other end of a pipe, creates the target
 * of a dangling link, and writes through links. So a database and the files next to it must be plain files.
 */
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import Sqlite, { type Database, type Options } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { statOrNull } from './file-stat.ts';

const FILE_SUFFIXES = ['', '-wal', '-shm'];

/** A read-only connection follows links. @throws AppError STORE_UNWRITABLE (not-a-file); SQLite's error */
export function openDatabaseFile(path: string, options: Options = {}): Database {
  assertPlainDatabaseFiles(path, options.readonly === true ? 'read' : 'write');
  return new Sqlite(path, options);
}

export function sqliteVersion(): string {
  const database = new Sqlite(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    database.close();
  }
}

/** Accepts missing files. @throws AppError STORE_UNWRITABLE (not-a-file) */
export function assertPlainDatabaseFiles(path: string, purpose: 'read' | 'write'): void {
  for (const part of [...FILE_SUFFIXES, '-journal']) {
    const found = purpose === 'read' ? statOrNull(path + part) : lstatSync(path + part, { throwIfNoEntry: false });
    if (found?.isFile() ?? true) continue;
    const detail =
      found?.isDirectory() === true ? 'a folder' : found?.isSymbolicLink() === true ? 'a link' : 'a pipe or a device';
    throw appError('STORE_UNWRITABLE', { path: path + part, problem: 'not-a-file', detail });
  }
}

/** Returns the paths of a database's files, also of missing ones. */
export function databaseFiles(path: string): string[] {
  return FILE_SUFFIXES.map((part) => path + part);
}

export function deleteDatabase(path: string): void {
  for (const file of databaseFiles(path)) rmSync(file, { force: true });
}

export function moveDatabase(path: string, target: string): void {
  for (const part of FILE_SUFFIXES) if (existsSync(path + part)) renameSync(path + part, target + part);
}

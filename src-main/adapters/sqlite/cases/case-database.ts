/**
 * Opens the database of the case projection, always with the same settings. All its data is derived: an unusable one is
 * removed and created again. A database of another program is renamed, and never written.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import { databaseError, isNotAFile } from '../../files/database-error.ts';
import { openDatabaseFile } from '../../files/database-file.ts';
import { fileTimestamp } from '../../files/file-timestamp.ts';
import { moveAsideUnlessPlain } from '../../files/plain-file.ts';
import { openReadable } from '../../files/readable-database.ts';
import { BUSY_TIMEOUT_MS, inspectBeforeOpening, openRebuildable } from '../../files/rebuildable-database.ts';
import { APPLICATION_ID, createTables, SCHEMA_VERSION } from './case-schema.ts';

const FILE_SUFFIXES = ['', '-wal', '-shm'];

export function caseDatabasePath(directory: string): string {
  return join(directory, 'cases.db');
}

/**
 * Creates the database if there is no usable one.
 * @throws AppError STORE_UNWRITABLE
 */
export function openForWriting(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return openOrCreate(path);
    } catch (cause) {
      if (!isUnusable(cause, path)) throw cause;
    }
    discardDatabase(path);
    return openOrCreate(path);
  } catch (cause) {
    throw databaseError(cause, path);
  }
}

/**
 * Returns null if there is no file, or no table in it.
 * @throws AppError STORE_…
 */
export function openForReading(path: string): Database | null {
  if (!existsSync(path)) return null;
  return openReadable(path, (at) => openReadOnly(at, path));
}

/** Copies the current state of another case projection. Creates no copy if that one is missing or cannot be read. */
export function copyDatabase(from: string, path: string): void {
  mkdirSync(dirname(path), { mode: 0o700 });
  let source: Database | null = null;
  try {
    source = openForReading(from);
    source?.prepare('VACUUM INTO ?').run(path);
  } catch (cause) {
    // The copy can be rebuilt from the events. If the disk is too full for a copy, the rebuild reports it.
    if (!(databaseError(cause, from) instanceof AppError)) throw cause;
    rmSync(path, { force: true });
  } finally {
    source?.close();
  }
}

export function discardDatabase(path: string): void {
  for (const part of FILE_SUFFIXES) moveAsideUnlessPlain(path + part);
  const isUnrelated = isUnrelatedDatabase(path);
  const name = join(dirname(path), `cases.damaged-${fileTimestamp(Date.now())}.db`);
  for (const part of FILE_SUFFIXES)
    if (!isUnrelated) rmSync(path + part, { force: true });
    else if (existsSync(path + part)) renameSync(path + part, name + part);
}

function openOrCreate(path: string): Database {
  assertOwnFile(path);
  return openRebuildable(path, (database) => {
    if (Number(database.pragma('user_version', { simple: true })) !== SCHEMA_VERSION) createTables(database);
  });
}

function assertOwnFile(path: string): void {
  inspectBeforeOpening(path, (database) => assertOwnDatabase(database, path));
}

/** @throws AppError STORE_FOREIGN, STORE_TOO_NEW, STORE_DAMAGED */
function assertOwnDatabase(database: Database, path: string): void {
  const schema = Number(database.pragma('user_version', { simple: true }));
  const tables = countTables(database);
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    if (schema > 0 || tables > 0) throw appError('STORE_FOREIGN', { path });
    return;
  }
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
  if (schema !== SCHEMA_VERSION || tables < 5) throw appError('STORE_DAMAGED', { path, movedTo: null });
}

function countTables(database: Database): number {
  return Number(database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").pluck().get());
}

function isUnrelatedDatabase(path: string): boolean {
  try {
    assertOwnFile(path);
    return false;
  } catch (cause) {
    const error = databaseError(cause, path);
    return error instanceof AppError && error.code === 'STORE_FOREIGN';
  }
}

function isUnusable(cause: unknown, path: string): boolean {
  const error = databaseError(cause, path);
  return (
    error instanceof AppError &&
    (error.code === 'STORE_DAMAGED' ||
      error.code === 'STORE_FOREIGN' ||
      error.code === 'STORE_TOO_NEW' ||
      isNotAFile(error))
  );
}

function openReadOnly(at: string, path: string): Database | null {
  const database = openDatabaseFile(at, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    assertOwnDatabase(database, path);
    if (countTables(database) === 0) {
      database.close();
      return null;
    }
    database.pragma('cache_size = -16384'); // 16 MiB
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

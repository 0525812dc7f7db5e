/**
 * Opens the database of an inventory for writing or reading, always with the same settings. Its data can be fetched
 * again: a file that cannot be read, or is no inventory, is renamed and replaced. Nothing is deleted.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import { databaseError, isNotAFile } from '../../files/database-error.ts';
import { openDatabaseFile } from '../../files/database-file.ts';
import { fileTimestamp } from '../../files/file-timestamp.ts';
import { moveAsideUnlessPlain } from '../../files/plain-file.ts';
import { openReadable } from '../../files/readable-database.ts';
import { BUSY_TIMEOUT_MS, inspectBeforeOpening, openRebuildable } from '../../files/rebuildable-database.ts';

const APPLICATION_ID = 0x57_74_66_69;
const SCHEMA_VERSION = 1;
const FILE_SUFFIXES = ['', '-wal', '-shm'];

export function inventoryPathOf(directory: string): string {
  return join(directory, 'inventory.db');
}

/**
 * Creates the database if there is no usable one.
 * @throws AppError STORE_TOO_NEW, STORE_UNWRITABLE
 */
export function openForWriting(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return openOrCreate(path);
    } catch (cause) {
      if (!isUnusable(cause, path)) throw cause;
    }
    setAside(path);
    return openOrCreate(path);
  } catch (cause) {
    throw databaseError(cause, path);
  }
}

function openOrCreate(path: string): Database {
  assertOwnFile(path);
  return openRebuildable(path, createTables);
}

function assertOwnFile(path: string): void {
  inspectBeforeOpening(path, (database) => assertOwnDatabase(database, path));
}

/** @throws AppError STORE_FOREIGN, STORE_TOO_NEW */
function assertOwnDatabase(database: Database, path: string): void {
  const schema = Number(database.pragma('user_version', { simple: true }));
  const isOurs = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  if (!isOurs && (schema > 0 || countTables(database) > 0)) throw appError('STORE_FOREIGN', { path });
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
}

function countTables(database: Database): number {
  return Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
}

function isUnusable(cause: unknown, path: string): boolean {
  const error = databaseError(cause, path);
  if (!(error instanceof AppError)) return false;
  return error.code === 'STORE_DAMAGED' || error.code === 'STORE_FOREIGN' || isNotAFile(error);
}

/**
 * Opens a read-only connection. Returns null if nothing was ever stored.
 * @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function openForReading(path: string): Database | null {
  if (!existsSync(path)) return null;
  return openReadable(path, (at) => openReadOnly(at, path));
}

function openReadOnly(at: string, path: string): Database | null {
  const database = openDatabaseFile(at, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    assertOwnDatabase(database, path);
    if (countTables(database) === 0) {
      database.close();
      return null;
    }
    database.pragma('cache_size = -8192');
    // Holds the keys by which a million rows are sorted.
    database.pragma('temp_store = FILE');
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/**
 * Renames a database with its log, with the reason and time in the name.
 * @returns the new path
 */
export function setAside(path: string): string {
  const name = join(dirname(path), `inventory.damaged-${fileTimestamp(Date.now())}.db`);
  for (const part of FILE_SUFFIXES) moveAsideUnlessPlain(path + part);
  for (const part of FILE_SUFFIXES) if (existsSync(path + part)) renameSync(path + part, name + part);
  return name;
}

function createTables(database: Database): void {
  if (Number(database.pragma('user_version', { simple: true })) === SCHEMA_VERSION) return;
  database.exec(`
    CREATE TABLE search (
      number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were begun; never given again
      id TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      begun_at INTEGER NOT NULL,
      asked_at INTEGER NOT NULL,
      row_count INTEGER NOT NULL,
      total_hits INTEGER,
      first_total_hits INTEGER,
      pages INTEGER NOT NULL,
      passes INTEGER NOT NULL,
      doubled INTEGER NOT NULL,
      earlier INTEGER NOT NULL, -- rows whose pass is not the last
      without_id INTEGER NOT NULL,
      end TEXT,
      gap_check TEXT, -- JSON
      last_page TEXT, -- the key of the page that was taken last, and what came of it
      last_added INTEGER NOT NULL,
      last_fresh INTEGER NOT NULL,
      is_removed INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE item (
      place INTEGER PRIMARY KEY, -- search << 32 | ordinal, so that they lie in their order
      subscription TEXT,
      pass INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      raw TEXT NOT NULL -- as it was received
    ) STRICT;

    CREATE TABLE known (
      search INTEGER NOT NULL,
      subscription TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      PRIMARY KEY (search, subscription)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE field (
      search INTEGER NOT NULL,
      name TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      PRIMARY KEY (search, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE not_accepted (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      status INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
  `);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${SCHEMA_VERSION}`);
}

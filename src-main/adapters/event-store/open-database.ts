/**
 * Opens a store's database the one way it is ever opened, for writing or for reading. It never deletes and never
 * replaces a file: a damaged one is moved aside under a name that says so, and the caller is told; one that is not ours
 * is left alone.
 *
 * No other code may open these files, not even to read their bytes: closing any descriptor of a file drops all the
 * POSIX locks that the process holds on it.
 */
import { chmodSync, existsSync, renameSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { migrate, refuseUnknown, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { storeError } from './store-error.ts';
import { registerTextSearch } from './text-search.ts';

/** The writer answers "locked" rather than let events queue behind a lock (the default, 5 s, freezes the thread). */
const WRITER_BUSY_MS = 250;
/** Nobody waits behind a reader; it meets a lock only while a store is created or closed. */
const READER_BUSY_MS = 2_000;
/** What `PRAGMA synchronous` answers for FULL: a commit survives a power cut. */
const SYNCHRONOUS_FULL = 2;

/**
 * Creates the database where there is none.
 * @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED (the file was moved aside), STORE_UNWRITABLE
 */
export function openForWriting(path: string): Database {
  let database: Database | undefined;
  try {
    lookFirst(path);
    database = new Sqlite(path, { timeout: WRITER_BUSY_MS });
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same
    database.pragma('page_size = 8192'); // has its effect before the first page is written, hence first
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('journal_size_limit = 67108864'); // 64 MiB: what a busy spell leaves behind is given back
    database.pragma('cache_size = -32768'); // 32 MiB
    database.pragma('temp_store = MEMORY');
    database.pragma('foreign_keys = ON');
    assertDurable(database);
    migrate(database);
    registerTextSearch(database);
    return database;
  } catch (cause) {
    database?.close();
    throw refusalToOpen(cause, path);
  }
}

/**
 * Over a connection that cannot write, since the last one that can, when it closes, folds the write-ahead log into the
 * file: that would be writing into a database that may not be ours.
 */
function lookFirst(path: string): void {
  if (!existsSync(path)) return;
  const database = new Sqlite(path, { readonly: true, timeout: WRITER_BUSY_MS });
  try {
    refuseUnknown(database);
  } finally {
    database.close();
  }
}

/**
 * A connection that cannot write. Works while another process writes.
 * @throws AppError NO_STORE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function openForReading(path: string): Database {
  if (!existsSync(path)) throw appError('NO_STORE', { place: path, problem: 'no-file' });
  let database: Database | undefined;
  try {
    database = new Sqlite(path, { readonly: true, timeout: READER_BUSY_MS });
    database.pragma('cache_size = -65536'); // 64 MiB
    database.pragma('temp_store = MEMORY');
    refuseUnknown(database);
    if (schemaVersion(database) < SCHEMA_VERSION) throw appError('NO_STORE', { place: path, problem: 'not-set-up' });
    registerTextSearch(database);
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(cause, path);
  }
}

/** A file system without shared memory silently keeps the old journal: then a reader would block the writer. */
function assertDurable(database: Database): void {
  const journal = String(database.pragma('journal_mode', { simple: true }));
  const synchronous = database.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL)
    throw appError('STORE_UNWRITABLE', { path: database.name, problem: 'not-durable', detail: `journal ${journal}` });
}

/** The failure to report where a store could not be opened for writing; moves its file aside where it is damaged. */
export function refusalToOpen(cause: unknown, path: string): unknown {
  const error = storeError(cause, path);
  return error instanceof AppError && error.code === 'STORE_DAMAGED' ? setAside(path, error) : error;
}

function setAside(path: string, cause: AppError): AppError {
  const name = `${path}.damaged-${new Date().toISOString().replaceAll(':', '')}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix);
  return appError('STORE_DAMAGED', { path, movedTo: name }, { cause });
}

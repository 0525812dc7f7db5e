/**
 * Opens the database of a book of cases the one way it is ever opened. Nothing of it is truth: one of ours that cannot be
 * used is removed and begun anew; one of another program is set aside, and never written to.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { databaseError } from '../files/database-error.ts';
import { bytesAt } from '../files/found-files.ts';
import { openReadable } from '../files/readable-database.ts';

/** "Wtfc", in the file's header: a database without it is not ours. */
const APPLICATION_ID = 0x57_74_66_63;
const SCHEMA_VERSION = 1;
/** Another thread holds a lock for a moment only; nothing that is received waits behind this one. */
const BUSY_MS = 5_000;
const PARTS = ['', '-wal', '-shm'];

export function bookPathOf(directory: string): string {
  return join(directory, 'cases.db');
}

/**
 * Creates the database where there is none that can be used.
 * @throws AppError STORE_UNWRITABLE
 */
export function openForWriting(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return openToWrite(path);
    } catch (cause) {
      if (!isUnusable(cause, path)) throw cause;
    }
    discard(path);
    return openToWrite(path);
  } catch (cause) {
    throw databaseError(cause, path);
  }
}

/** `null` where nothing is there. @throws AppError STORE_… */
export function openForReading(path: string): Database | null {
  if (!existsSync(path)) return null;
  return openReadable(path, (at) => openReadOnly(at, path));
}

/** A moment of another book, as a new one; nothing where there is none that can be read. */
export function copyOf(from: string, path: string): void {
  mkdirSync(dirname(path), { mode: 0o700 });
  let source: Database | null = null;
  try {
    source = openForReading(from);
    source?.prepare('VACUUM INTO ?').run(path);
  } catch (cause) {
    // It is made anew from the events; no room for a copy is no room for that either, and is told then.
    if (!(databaseError(cause, from) instanceof AppError)) throw cause;
    rmSync(path, { force: true });
  } finally {
    source?.close();
  }
}

/** Removes a book of ours with what is beside it; what may be another's has another name then. */
export function discard(path: string): void {
  const isForeign = foreign(path);
  const name = join(dirname(path), `cases.damaged-${new Date().toISOString().replaceAll(':', '')}.db`);
  for (const part of PARTS)
    if (!isForeign) rmSync(path + part, { force: true });
    else if (existsSync(path + part)) renameSync(path + part, name + part);
}

/** Empties it: what was kept is of other events, or of another version. */
export function emptyTables(database: Database): void {
  database.exec('DROP TABLE attempt; DROP TABLE stay; DROP TABLE cause_group; DROP TABLE case_file; DROP TABLE book;');
  createTables(database);
}

function openToWrite(path: string): Database {
  refuseUnknown(path);
  const database = new Sqlite(path, { timeout: BUSY_MS });
  try {
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same
    // These two have their effect before the first page is written, hence first. Small pages: cases come in any order,
    // and each of them writes one.
    database.pragma('page_size = 4096');
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    // With the power the last pages may be lost, in order; they are made again from the events, which are not lost.
    database.pragma('synchronous = NORMAL');
    database.pragma('wal_autocheckpoint = 8000'); // 32 MiB: a case's page is written into the database less often
    database.pragma('journal_size_limit = 67108864');
    database.pragma('cache_size = -16384'); // 16 MiB: the same
    database.pragma('temp_store = MEMORY');
    database
      .transaction(() => {
        if (Number(database.pragma('user_version', { simple: true })) !== SCHEMA_VERSION) createTables(database);
      })
      .immediate();
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Over a connection that cannot write: the last one that can folds the log into a file that may not be ours. */
function refuseUnknown(path: string): void {
  if (bytesAt(path) === 0) return;
  const database = new Sqlite(path, { readonly: true, timeout: BUSY_MS });
  try {
    refuseOthers(database, path);
  } finally {
    database.close();
  }
}

/** @throws AppError STORE_FOREIGN, STORE_TOO_NEW, STORE_DAMAGED */
function refuseOthers(database: Database, path: string): void {
  const schema = Number(database.pragma('user_version', { simple: true }));
  const tables = tablesOf(database);
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    if (schema > 0 || tables > 0) throw appError('STORE_FOREIGN', { path });
    return;
  }
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
  if (schema !== SCHEMA_VERSION || tables < 5) throw appError('STORE_DAMAGED', { path, movedTo: null });
}

function tablesOf(database: Database): number {
  return Number(database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").pluck().get());
}

function foreign(path: string): boolean {
  try {
    refuseUnknown(path);
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
    (error.code === 'STORE_DAMAGED' || error.code === 'STORE_FOREIGN' || error.code === 'STORE_TOO_NEW')
  );
}

function openReadOnly(at: string, path: string): Database | null {
  const database = new Sqlite(at, { readonly: true, timeout: BUSY_MS });
  try {
    refuseOthers(database, path);
    if (tablesOf(database) === 0) {
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

function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE book (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      basis TEXT NOT NULL, -- JSON
      cursor INTEGER NOT NULL,
      facts INTEGER NOT NULL
    ) STRICT;

    -- In the order of \`CaseRow\`.
    CREATE TABLE case_file (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      kind INTEGER NOT NULL, -- 0 localization, 1 request
      outcome TEXT NOT NULL,
      cause TEXT,
      consequence INTEGER, -- from 0, the worst
      first_seq INTEGER NOT NULL,
      last_seq INTEGER NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      opened_at INTEGER,
      ended_at INTEGER,
      ended TEXT,
      failed_at INTEGER,
      failed_seq INTEGER,
      operation TEXT,
      error_code TEXT,
      codes TEXT NOT NULL, -- of its last attempt, one in a line
      iccid TEXT,
      country TEXT,
      target TEXT, -- in small letters, as created_by and owner
      created_by TEXT,
      owner_id TEXT,
      owner_name TEXT,
      owner TEXT,
      owned_at INTEGER,
      touched_at INTEGER,
      muted_until INTEGER,
      remind_at INTEGER,
      failed_resources INTEGER NOT NULL,
      resources INTEGER NOT NULL,
      state TEXT NOT NULL -- JSON of what is in no column
    ) STRICT;
    -- Everything that is asked of the open ones, so that they lie together wherever their cases are.
    CREATE INDEX case_open ON case_file (cause, kind, consequence, opened_at, first_seq, last_seq, first_at, failed_at,
      failed_seq, outcome, key, operation, error_code, codes, iccid, country, target, created_by, owner_id, owner_name,
      owner, owned_at, touched_at, muted_until, remind_at, failed_resources, resources) WHERE opened_at IS NOT NULL;
    CREATE INDEX case_newest ON case_file (kind, last_seq);
    CREATE INDEX case_request ON case_file (last_at, outcome) WHERE kind = 1;
    CREATE INDEX case_cause ON case_file (cause, failed_at, outcome) WHERE cause IS NOT NULL;
    CREATE INDEX case_ended ON case_file (ended, ended_at) WHERE ended IS NOT NULL;

    CREATE TABLE cause_group (
      key TEXT PRIMARY KEY,
      owner TEXT, -- in small letters
      touched_at INTEGER,
      state TEXT NOT NULL -- JSON
    ) STRICT, WITHOUT ROWID;

    -- Those that another attempt of their case followed.
    CREATE TABLE attempt (
      case_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      cause TEXT, -- of one that failed
      failed_at INTEGER,
      state TEXT NOT NULL, -- JSON
      PRIMARY KEY (case_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempt_cause ON attempt (cause, failed_at) WHERE cause IS NOT NULL;

    -- Those that have ended.
    CREATE TABLE stay (
      id INTEGER PRIMARY KEY,
      case_id INTEGER NOT NULL,
      to_at INTEGER NOT NULL,
      from_seq INTEGER NOT NULL,
      from_at INTEGER NOT NULL,
      state TEXT NOT NULL -- JSON
    ) STRICT;
    CREATE INDEX stay_ended ON stay (to_at, from_seq);
    CREATE INDEX stay_case ON stay (case_id);
  `);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${SCHEMA_VERSION}`);
}

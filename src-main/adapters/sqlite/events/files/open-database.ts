/**
 * Opens a store's database for writing or reading, always with the same settings, and identifies a file before anything
 * is written to it. Moves and deletes nothing.
 * No other code may open these files, not even to read their bytes: closing any descriptor of a file drops all the
 * POSIX locks that the process holds on it.
 */
import { chmodSync, existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../../../src-shared/api/errors.ts';
import { openDatabaseFile, assertPlainDatabaseFiles } from '../../../files/database-file.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import { openReadable } from '../../../files/readable-database.ts';
import { CHUNK_SIZE } from '../texts/chunk.ts';
import { migrate, assertKnownSchema, SCHEMA_VERSION, schemaVersion } from './migrate.ts';
import { BLOCK_SIZE } from '../texts/received-block.ts';
import { storeError } from '../damage/store-error.ts';

/**
 * The writer reports "locked" instead of letting events queue behind a lock. The default, 5 s, would block the thread.
 */
const WRITER_BUSY_TIMEOUT_MS = 250;
/** A reader may wait longer: it meets a lock only while a store is created or closed. */
const READER_BUSY_TIMEOUT_MS = 2_000;
/** Value of `PRAGMA synchronous` for FULL: a commit survives a power cut. */
const SYNCHRONOUS_FULL = 2;

/**
 * Creates the database if there is none.
 * @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function openForWriting(path: string): Database {
  let database: Database | undefined;
  try {
    assertPlainDatabaseFiles(path, 'write');
    inspectBeforeOpening(path);
    database = openDatabaseFile(path, { timeout: WRITER_BUSY_TIMEOUT_MS });
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same mode
    // The first two pragmas have an effect only before the first page is written.
    database.pragma('page_size = 8192');
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('journal_size_limit = 67108864'); // 64 MiB: shrinks the log after a busy time
    database.pragma('cache_size = -4096'); // 4 MiB: 16 MiB was not faster
    database.pragma('temp_store = MEMORY');
    database.pragma('foreign_keys = ON');
    assertDurable(database);
    migrate(database);
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(cause, path);
  }
}

export type FoundDatabase =
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged'; readonly detail: string }
  /** Readable in a check that is short for any size. `lineage` is null if the database has none. */
  | { readonly kind: 'readable'; readonly lineage: string | null; readonly newestSeq: number };

/** Opens nothing for writing. @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE */
export function inspectDatabase(path: string): FoundDatabase {
  try {
    assertPlainDatabaseFiles(path, 'write');
    return inspect(path, (database) => {
      const missing = missingTables(database);
      if (missing.length === TABLES.length) return { kind: 'none' };
      if (missing.length > 0) return { kind: 'damaged', detail: `no ${missing.join(', ')}` };
      // Reads the ends of the trees, which are missing in a file that was truncated or overwritten.
      const { newestSeq } = database.prepare<[], { newestSeq: number }>(ENDS).get() ?? { newestSeq: 0 };
      const lineage = database.prepare<[], string>("SELECT value FROM meta WHERE key = 'lineage'").pluck().get();
      return { kind: 'readable', lineage: lineage ?? null, newestSeq };
    });
  } catch (cause) {
    const error = storeError(cause, path);
    if (error instanceof AppError && error.code === 'STORE_DAMAGED') return { kind: 'damaged', detail: String(cause) };
    throw error;
  }
}

const TABLES = [
  'meta',
  'block',
  'received',
  'text_change',
  'repeat',
  'pinned',
  'seen',
  'fact',
  'fact_subject',
  'session',
  'gap',
  'facet',
  'event',
  'chunk',
  'chunk_write',
  'follower',
  'follower_record',
];

function missingTables(database: Database): string[] {
  const tables = new Set(database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all());
  return TABLES.filter((table) => !tables.has(table));
}

/** A row of `block` or `chunk` exists once all of its seqs are assigned. */
const ENDS = `
  SELECT max(ifnull((SELECT max(seq) FROM event), 0), ifnull((SELECT max(seq) FROM received), 0),
      ifnull((SELECT max(id) * ${BLOCK_SIZE} + ${BLOCK_SIZE - 1} FROM block), 0),
      ifnull((SELECT max(id) * ${CHUNK_SIZE} + ${CHUNK_SIZE - 1} FROM chunk), 0)) AS newestSeq,
    (SELECT min(seq) FROM event), (SELECT min(seq) FROM received), (SELECT min(id) FROM block),
    (SELECT max(id) FROM facet), (SELECT max(seq) FROM repeat), (SELECT max(id) FROM session), (SELECT max(id) FROM gap)`;

/**
 * Checks the file over a read-only connection. A writable one checkpoints the log when it closes, which would change a
 * database of another program.
 */
function inspectBeforeOpening(path: string): void {
  inspect(path, () => ({ kind: 'none' }));
}

function inspect(path: string, at: (database: Database) => FoundDatabase): FoundDatabase {
  if (fileSizeBytes(path) === 0) return { kind: 'none' };
  const database = openDatabaseFile(path, { readonly: true, timeout: WRITER_BUSY_TIMEOUT_MS });
  try {
    assertKnownSchema(database);
    return at(database);
  } finally {
    database.close();
  }
}

/**
 * Opens a read-only connection. Works while another process writes, and on a read-only file system.
 * @throws AppError NO_STORE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function openForReading(path: string): Database {
  if (!existsSync(path)) throw appError('NO_STORE', { place: path, problem: 'no-file' });
  return openReadable(path, (at) => openReadOnly(at, path));
}

function openReadOnly(at: string, path: string): Database {
  let database: Database | undefined;
  try {
    database = openDatabaseFile(at, { readonly: true, timeout: READER_BUSY_TIMEOUT_MS });
    database.pragma('cache_size = -4096');
    database.pragma('temp_store = MEMORY');
    assertKnownSchema(database, path);
    if (schemaVersion(database) < SCHEMA_VERSION) throw appError('NO_STORE', { place: path, problem: 'not-set-up' });
    if (missingTables(database).length > 0) throw appError('STORE_DAMAGED', { path, movedTo: null });
    return database;
  } catch (cause) {
    database?.close();
    throw cause;
  }
}

/**
 * Refuses a file system without shared memory: SQLite silently keeps the old journal there, and readers would block the
 * writer.
 */
function assertDurable(database: Database): void {
  const journal = String(database.pragma('journal_mode', { simple: true }));
  const synchronous = database.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL)
    throw appError('STORE_UNWRITABLE', { path: database.name, problem: 'not-durable', detail: `journal ${journal}` });
}

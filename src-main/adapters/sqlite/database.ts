/**
 * Opens databases and identifies a file before writing. No other code may open these files, not even to read: closing
 * any descriptor of a file drops all the POSIX locks that the process holds on it.
 */
import { chmodSync, existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { databaseError } from '../files/database-error.ts';
import { assertPlainDatabaseFiles, openDatabaseFile } from '../files/database-file.ts';
import { fileSizeBytes } from '../files/file-stat.ts';
import { openReadable } from '../files/readable-database.ts';

export interface DatabaseDefinition {
  /** In the file's header. A database without it belongs to another program, whatever its version number. */
  readonly applicationId: number;
  readonly version: number;
  /** A database of an older version is not migrated and counts as damaged. */
  readonly oldestVersion: number;
  /** Brings the tables from an older version, 0 if there are none, to `version`. Runs in a transaction. */
  readonly migrate: (database: Database, from: number) => void;
  readonly tables: readonly string[];
  readonly writer: {
    readonly busyTimeoutMs: number;
    readonly pageBytes: number;
    readonly cacheKib: number;
    /** `full`: a commit survives a power cut. `normal`: the last commits may be lost, but none before them. */
    readonly durability: 'full' | 'normal';
    /** Pages in the log after which they are written into the database. */
    readonly checkpointPages: number;
  };
  readonly reader: {
    readonly busyTimeoutMs: number;
    readonly cacheKib: number;
    /** `file`: for sorting more than fits into memory. */
    readonly temporaryData: 'memory' | 'file';
  };
  /** `keep`: the file is renamed, and a newer version is refused. A database of another program is always kept. */
  readonly unusable: 'delete' | 'keep';
}

export const CHECKPOINT_PAGES = 1_000;
const SYNCHRONOUS_FULL = 2;

/** Creates a missing database. @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
export function openForWriting(definition: DatabaseDefinition, path: string): Database {
  const { busyTimeoutMs, pageBytes, cacheKib, durability, checkpointPages } = definition.writer;
  let database: Database | undefined;
  try {
    assertOwnFile(definition, path);
    database = openDatabaseFile(path, { timeout: busyTimeoutMs });
    chmodSync(path, 0o600); // SQLite gives -wal and -shm the same mode
    // The first two pragmas have an effect only before the first page is written.
    database.pragma(`page_size = ${pageBytes}`);
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${durability}`);
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    database.pragma('journal_size_limit = 67108864'); // 64 MiB: shrinks the log after a busy time
    database.pragma(`cache_size = -${cacheKib}`);
    database.pragma('temp_store = MEMORY');
    database.pragma('foreign_keys = ON');
    if (durability === 'full') assertDurable(database);
    migrate(definition, database);
    return database;
  } catch (cause) {
    database?.close();
    throw databaseError(cause, path);
  }
}

/**
 * Also works while another process writes, and on a read-only file system. Null if there is no table of this version.
 * @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function openForReading(definition: DatabaseDefinition, path: string): Database | null {
  if (!existsSync(path)) return null;
  return openReadable(path, (at) => openReadOnly(definition, at, path));
}

/** @param path for error messages; of a copy, the path of its original */
export function openReadOnly(definition: DatabaseDefinition, at: string, path = at): Database | null {
  const { busyTimeoutMs, cacheKib, temporaryData } = definition.reader;
  const database = openDatabaseFile(at, { readonly: true, timeout: busyTimeoutMs });
  try {
    if (schemaOf(definition, database, path) !== 'current') {
      database.close();
      return null;
    }
    database.pragma(`cache_size = -${cacheKib}`);
    database.pragma(`temp_store = ${temporaryData}`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/**
 * A writable connection checkpoints the log when it closes, which would change a database of another program.
 * @throws AppError STORE_FOREIGN, STORE_TOO_NEW, STORE_DAMAGED, STORE_UNWRITABLE
 */
export function assertOwnFile(definition: DatabaseDefinition, path: string): void {
  assertPlainDatabaseFiles(path, 'write');
  if (fileSizeBytes(path) === 0) return;
  const database = openDatabaseFile(path, { readonly: true, timeout: definition.writer.busyTimeoutMs });
  try {
    schemaOf(definition, database, path);
  } finally {
    database.close();
  }
}

export function migrate(definition: DatabaseDefinition, database: Database): void {
  // Writes nothing if there is nothing to do: the file may be damaged elsewhere.
  if (schemaOf(definition, database) === 'current') return;
  database
    .transaction(() => {
      // Read inside the transaction: another process may have migrated meanwhile.
      const from = schemaVersion(database);
      if (from === definition.version) return;
      definition.migrate(database, from);
      database.pragma(`application_id = ${definition.applicationId}`);
      database.pragma(`user_version = ${definition.version}`);
    })
    .immediate();
}

/** Only reads. @throws AppError STORE_FOREIGN, STORE_TOO_NEW, STORE_DAMAGED */
export function schemaOf(
  { applicationId, version, oldestVersion, tables }: DatabaseDefinition,
  database: Database,
  path = database.name,
): 'empty' | 'older' | 'current' {
  const found = schemaVersion(database);
  const names = new Set(database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all());
  if (database.pragma('application_id', { simple: true }) !== applicationId) {
    if (found > 0 || names.size > 0) throw appError('STORE_FOREIGN', { path });
    return 'empty';
  }
  if (found > version) throw appError('STORE_TOO_NEW', { path, schema: found, known: version });
  const missing = found === version ? tables.filter((table) => !names.has(table)) : [];
  if (found < oldestVersion || missing.length > 0) {
    const cause = new Error(`version ${found}, without the tables: ${missing.join(', ')}`);
    throw appError('STORE_DAMAGED', { path, movedTo: null }, { cause });
  }
  return found < version ? 'older' : 'current';
}

function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/** Without shared memory SQLite silently keeps the old journal, and readers would block the writer. */
function assertDurable(database: Database): void {
  const journal = String(database.pragma('journal_mode', { simple: true }));
  const synchronous = database.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL)
    throw appError('STORE_UNWRITABLE', { path: database.name, problem: 'not-durable', detail: `journal ${journal}` });
}

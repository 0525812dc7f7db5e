/**
 * Writes a database whose content can be derived or requested again, with one transaction per call. An unusable file is
 * deleted or kept under another name, and a new one continues. Nothing is written if the disk is nearly full.
 */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { databaseError, isNotAFile } from '../files/database-error.ts';
import { databaseFiles, deleteDatabase, moveDatabase } from '../files/database-file.ts';
import { fileIdAt } from '../files/file-stat.ts';
import { fileTimestamp } from '../files/file-timestamp.ts';
import { moveAsideUnlessPlain } from '../files/plain-file.ts';
import { assertOwnFile, type DatabaseDefinition, openForWriting } from './database.ts';

/** Free disk space that derived data and search results leave for events: 256 MiB. */
export const MIN_FREE_BYTES = 268_435_456;

export interface ReplaceableDatabase {
  /**
   * Does not check the file again: that takes seconds, and this connection may have cached what the disk has lost.
   * `file`: id of that file. A second reader of the same damage finds another file, and nothing happens.
   */
  replace(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

interface WriteConnection<Statements> {
  readonly database: Database;
  /** Compared with the path, because data written to a deleted file is lost. */
  readonly fileId: string | null;
  readonly statements: Statements;
}

export function createDatabaseWriter<Statements>(
  definition: DatabaseDefinition,
  path: string,
  minFreeBytes: number,
  prepare: (database: Database) => Statements,
) {
  let connection: WriteConnection<Statements> | null = null;

  /**
   * A database that is deleted gets the call again; otherwise the call fails, and the next one uses the new database.
   * @throws AppError STORE_…
   */
  function write<Answer>(work: (statements: Statements, database: Database) => Answer): Answer {
    try {
      return writeOnce(work);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      const movedTo = replaceUnusable();
      if (definition.unusable === 'delete') return writeOnce(work);
      throw appError('STORE_DAMAGED', { path, movedTo }, { cause });
    }
  }

  function replace(file: string): void {
    if (fileIdAt(path) === file) replaceUnusable();
  }

  function close(): void {
    connection?.database.close();
    connection = null;
  }

  /** @throws AppError STORE_UNWRITABLE (full) */
  function assertFreeDisk(): void {
    if (!hasFreeDisk(path, minFreeBytes)) throw appError('STORE_UNWRITABLE', { path, problem: 'full' });
  }

  function writeOnce<Answer>(work: (statements: Statements, database: Database) => Answer): Answer {
    try {
      const { database, statements } = currentConnection();
      return database.transaction(() => work(statements, database)).immediate();
    } catch (cause) {
      throw databaseError(cause, path);
    }
  }

  function currentConnection(): WriteConnection<Statements> {
    if (connection !== null && connection.fileId === fileIdAt(path)) return connection;
    close();
    const database = openOrReplace(definition, path);
    try {
      connection = { database, fileId: fileIdAt(path), statements: prepare(database) };
      return connection;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** Returns the new path of the file, or null if it was deleted. */
  function replaceUnusable(): string | null {
    close();
    return removeUnusable(definition, path);
  }

  return {
    write,
    get exists(): boolean {
      return existsSync(path);
    },
    replace,
    close,
    assertFreeDisk,
  };
}

/** @param minFreeBytes 0 does not ask the file system */
export function hasFreeDisk(path: string, minFreeBytes: number): boolean {
  if (minFreeBytes === 0) return true;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize >= minFreeBytes;
}

/** @throws AppError STORE_TOO_NEW, STORE_UNWRITABLE */
export function openOrReplace(definition: DatabaseDefinition, path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return openForWriting(definition, path);
    } catch (cause) {
      if (!isUnusable(cause, definition)) throw cause;
    }
    removeUnusable(definition, path);
    return openForWriting(definition, path);
  } catch (cause) {
    throw databaseError(cause, path);
  }
}

export function isUnusable(cause: unknown, { unusable }: DatabaseDefinition): boolean {
  if (!(cause instanceof AppError)) return false;
  const { code } = cause;
  if (code === 'STORE_TOO_NEW') return unusable === 'delete';
  return code === 'STORE_DAMAGED' || code === 'STORE_FOREIGN' || isNotAFile(cause);
}

function removeUnusable(definition: DatabaseDefinition, path: string): string | null {
  for (const file of databaseFiles(path)) moveAsideUnlessPlain(file);
  if (definition.unusable === 'delete' && !isForeign(definition, path)) {
    deleteDatabase(path);
    return null;
  }
  const name = join(dirname(path), `${basename(path, '.db')}.damaged-${fileTimestamp(Date.now())}.db`);
  moveDatabase(path, name);
  return name;
}

function isForeign(definition: DatabaseDefinition, path: string): boolean {
  try {
    assertOwnFile(definition, path);
    return false;
  } catch (cause) {
    const error = databaseError(cause, path);
    return error instanceof AppError && error.code === 'STORE_FOREIGN';
  }
}

function isDamage(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'STORE_DAMAGED';
}

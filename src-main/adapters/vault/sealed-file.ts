/**
 * Holds one profile's sealed rows, without keys. Opened for each of the few calls, so that two processes can share it.
 * A file that is not a vault is left unchanged.
 */
import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import type { VaultItem } from '../../core/ports/vault.ts';
import { openDatabaseFile } from '../files/database-file.ts';
import type { SealedText } from './sealed-text.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

/** "WFva", which SQLite shows to tools that identify files. */
const APPLICATION_ID = 0x57_46_76_61;
const SCHEMA_VERSION = 1;

const rowSchema = z.object({
  version: z.number(),
  key: z.string(),
  nonce: z.instanceof(Buffer),
  ciphertext: z.instanceof(Buffer),
});

export interface SealedFilePaths {
  readonly directory: string;
  readonly path: string;
}

/** @throws AppError VAULT_DAMAGED, STORE_TOO_NEW, STORE_UNWRITABLE; SQLite's own error while another process writes */
export function readRow({ path }: SealedFilePaths, item: VaultItem): SealedText | null {
  if (isEmpty(path)) return null;
  return withDatabase(path, (database) => {
    const row = database.prepare('SELECT version, key, nonce, ciphertext FROM sealed WHERE item = ?').get(item);
    if (row === undefined) return null;
    const read = rowSchema.safeParse(row);
    if (!read.success) throw appError('VAULT_DAMAGED', { path }, { cause: read.error });
    return read.data;
  });
}

/** Returns the fingerprints of all keys in use. @throws as `readRow` */
export function keysIn({ path }: SealedFilePaths): string[] {
  if (isEmpty(path)) return [];
  return withDatabase(path, (database) =>
    database.prepare<[], string>('SELECT DISTINCT key FROM sealed').pluck().all().map(String),
  );
}

/** Replaces an existing row. @throws as `readRow` */
export function writeRow({ directory, path }: SealedFilePaths, item: VaultItem, sealed: SealedText): void {
  const { version, key, nonce, ciphertext } = sealed;
  create(directory, path);
  withDatabase(path, (database) => {
    database
      .prepare('INSERT OR REPLACE INTO sealed (item, version, key, nonce, ciphertext) VALUES (?, ?, ?, ?, ?)')
      .run(item, version, key, nonce, ciphertext);
  });
}

/** Returns false if there was none. @throws as `readRow` */
export function deleteRow({ path }: SealedFilePaths, item: VaultItem): boolean {
  if (isEmpty(path)) return false;
  return withDatabase(path, (database) => database.prepare('DELETE FROM sealed WHERE item = ?').run(item).changes > 0);
}

/** Returns false if there was none. @throws AppError STORE_UNWRITABLE */
export function deleteFile({ path }: SealedFilePaths): boolean {
  const wasThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  for (const one of [path, `${path}-journal`]) rmSync(one, { force: true });
  return wasThere;
}

/** Creates the folder and checks that it can be written, before the write is needed. @throws as `readRow` */
export function prepareDirectory({ directory, path }: SealedFilePaths): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.W_OK);
  if (!isEmpty(path)) accessSync(path, constants.W_OK);
}

/** Sets the mode before SQLite opens the file, because its journal gets the same mode. */
function create(directory: string, path: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    chmodSync(path, 0o600);
  }
}

function isEmpty(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw appError('VAULT_DAMAGED', { path });
  return (found?.size ?? 0) === 0 && lstatSync(`${path}-journal`, { throwIfNoEntry: false }) === undefined;
}

function withDatabase<T>(path: string, act: (database: Database) => T): T {
  let database: Database | undefined;
  try {
    database = openDatabaseFile(path, { fileMustExist: true, timeout: 0 });
    database.pragma('synchronous = FULL');
    database.pragma('secure_delete = ON'); // replaced content is not left in free pages
    setUp(database);
    assertKnownSchema(database, path);
    return act(database);
  } finally {
    database?.close();
  }
}

/** @throws AppError VAULT_DAMAGED, STORE_TOO_NEW */
function assertKnownSchema(database: Database, path: string): void {
  const schema = numberOf(database, 'user_version');
  if (numberOf(database, 'application_id') !== APPLICATION_ID || schema < SCHEMA_VERSION)
    throw appError('VAULT_DAMAGED', { path });
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
}

/** Initializes an empty file, or one whose creator died before it wrote anything. */
function setUp(database: Database): void {
  if (!isBlank(database)) return;
  database.pragma('journal_mode = DELETE');
  database
    .transaction(() => {
      if (!isBlank(database)) return;
      database.exec(TABLE);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

const TABLE = `
  CREATE TABLE sealed (
    item TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    key TEXT NOT NULL,
    nonce BLOB NOT NULL,
    ciphertext BLOB NOT NULL
  ) STRICT, WITHOUT ROWID`;

function isBlank(database: Database): boolean {
  return (
    numberOf(database, 'application_id') === 0 &&
    numberOf(database, 'user_version') === 0 &&
    database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  );
}

function numberOf(database: Database, pragma: 'application_id' | 'user_version'): number {
  return Number(database.pragma(pragma, { simple: true }));
}

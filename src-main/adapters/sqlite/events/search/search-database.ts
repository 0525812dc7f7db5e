/**
 * Opens the file of the search index, `search.db` next to the database of a store: one FTS5 table per 2^20 seqs, one
 * row per block of received texts. It is derived from the texts and can be deleted at any time; nothing in it is shown.
 * It is valid only for the database that it was built from, up to the seq that it states.
 */
import { chmodSync, closeSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openDatabaseFile } from '../../../files/database-file.ts';
import { moveAsideUnlessPlain, openPlainFile } from '../../../files/plain-file.ts';
import { BLOCK_SIZE } from '../texts/received-block.ts';
import { type PreparedStatement, prepareStatement } from '../rows/statements.ts';

/** Seqs of one table, which is dropped once retention has removed all of them. Part of both schemas. */
export const SEGMENT_SIZE = 1_048_576;
const BLOCKS_PER_SEGMENT = SEGMENT_SIZE / BLOCK_SIZE;

/** "wfsi". */
const APPLICATION_ID = 0x77667369;
/** Version of the tables and of the grams (`search-grams.ts`). An index of another version is built again. */
const SCHEMA_VERSION = 2;
/** Only one thread writes, so it waits only for another program that copies the file. */
const BUSY_TIMEOUT_MS = 2_000;

export const segmentOf = (seq: number): number => Math.floor(seq / SEGMENT_SIZE);
export const segmentOfBlock = (block: number): number => Math.floor(block / BLOCKS_PER_SEGMENT);
export const firstBlockOf = (segment: number): number => segment * BLOCKS_PER_SEGMENT;
export const lastBlockOf = (segment: number): number => firstBlockOf(segment + 1) - 1;

export interface SearchState {
  readonly source: string;
  /** Everything up to this seq is indexed; 0 at the beginning. */
  readonly upTo: number;
  readonly textChange: number;
}

export interface BlocksQuery {
  readonly match: string;
  /** Both inclusive, within one segment. */
  readonly first: number;
  readonly last: number;
  readonly limit: number;
}

export function searchPathOf(eventsPath: string): string {
  return join(dirname(eventsPath), 'search.db');
}

/** @throws Error if there is no usable index */
export function openSearchForReading(path: string): Database {
  const database = openDatabaseFile(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    if (!isOurs(database)) throw new Error('There is no search index of this version.');
    database.pragma('cache_size = -4096');
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/**
 * Creates the index if there is no usable one.
 * @throws Error of SQLite, or of the file system
 */
export function openSearchForWriting(path: string): Database {
  if (!isMarkedDamaged(path))
    try {
      return openOrCreate(path);
    } catch {
      // Any error means that the index is built again.
    }
  removeSearchIndex(path);
  return openOrCreate(path);
}

function openOrCreate(path: string): Database {
  const database = openDatabaseFile(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    chmodSync(path, 0o600);
    // The first two pragmas have an effect only before the first page is written.
    database.pragma('page_size = 8192');
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    // A commit that is lost in a power cut is repeated. Commits must stay in order: an index that claims more than it
    // has would hide events.
    database.pragma('synchronous = NORMAL');
    database.pragma('journal_size_limit = 67108864');
    database.pragma('cache_size = -8192');
    database.pragma('temp_store = MEMORY');
    if (database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0) createTables(database);
    if (!isOurs(database)) throw new Error('There is no search index of this version.');
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** @throws Error of the file system, for example if another program has it open */
export function removeSearchIndex(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, damageMarkPath(path)]) {
    moveAsideUnlessPlain(file);
    rmSync(file, { force: true });
  }
}

/** Marks the index as damaged, also from a thread that only reads. The writing thread then builds it again. */
export function markDamaged(path: string): void {
  try {
    closeSync(openPlainFile(damageMarkPath(path), 'a'));
  } catch {
    // A process that may not write here continues without the index.
  }
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(damageMarkPath(path));
}

const damageMarkPath = (path: string): string => `${path}.damaged`;

function isOurs(database: Database): boolean {
  return (
    database.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    database.pragma('user_version', { simple: true }) === SCHEMA_VERSION
  );
}

function createTables(database: Database): void {
  database
    .transaction(() => {
      database.exec(`
        CREATE TABLE state (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          source TEXT NOT NULL,
          up_to INTEGER NOT NULL,
          text_change INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE segment (
          id INTEGER PRIMARY KEY, -- seq >> 20
          is_merged INTEGER NOT NULL -- its lists are in one piece: nothing will be added
        ) STRICT;
      `);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/** Returns the id of a database of events. A new one of the same lineage has another id, a copy has the same. */
export function databaseIdentity(events: Database): string {
  return events.prepare<[], string>("SELECT value FROM meta WHERE key = 'database'").pluck().get() ?? '';
}

export function stateStatement(search: Database): PreparedStatement<[], SearchState> {
  return prepareStatement(search, 'SELECT source, up_to AS upTo, text_change AS textChange FROM state');
}

export function blocksOfSegment(direction: 'older' | 'newer', segment: number): string {
  return `SELECT rowid AS block FROM grams_${segment}
    WHERE grams_${segment} MATCH :match AND rowid >= :first AND rowid <= :last
    ORDER BY rowid ${direction === 'older' ? 'DESC' : 'ASC'} LIMIT :limit`;
}

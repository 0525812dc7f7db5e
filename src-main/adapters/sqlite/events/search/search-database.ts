/** Opens `search.db`. It can be deleted at any time and is valid only for the database that it was built from. */
import { closeSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { databaseFiles } from '../../../files/database-file.ts';
import { moveAsideUnlessPlain, openPlainFile } from '../../../files/plain-file.ts';
import { CHECKPOINT_PAGES, type DatabaseDefinition, openForWriting, openReadOnly } from '../../database.ts';
import { CHUNK_SIZE } from '../texts/chunk.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { DATABASE_ID, metaStatements } from '../rows/meta-rows.ts';
import { CHUNKS_PER_SEGMENT } from './indexed-chunk.ts';

const SEARCH_DATABASE: DatabaseDefinition = {
  applicationId: 0x77667369, // "wfsi"
  /** Covers the tables, the grams (`search-grams.ts`) and the identifiers that a text has (`identifiers.ts`). */
  version: 4,
  oldestVersion: 4,
  migrate: createTables,
  tables: ['state', 'segment', 'chunk_signature', 'segment_signature', 'identifiers'],
  writer: {
    // Only one thread writes, so it waits only for another program that copies the file.
    busyTimeoutMs: 2_000,
    pageBytes: 8_192,
    cacheKib: 8_192,
    // A lost commit is repeated. The order must stay: an index that claims more than it has would hide events.
    durability: 'normal',
    checkpointPages: CHECKPOINT_PAGES,
  },
  reader: { busyTimeoutMs: 2_000, cacheKib: 4_096, temporaryData: 'memory' },
  unusable: 'delete',
};

export interface SearchState {
  readonly source: string;
  /** Everything up to this seq is indexed; 0 at the beginning. */
  readonly upTo: number;
  readonly textChange: number;
  readonly chunkRevision: number;
}

/** Seqs of a segment, which is removed once retention has removed all of them. Part of both schemas. */
export const SEGMENT_SIZE = CHUNKS_PER_SEGMENT * CHUNK_SIZE;
export const segmentOf = (seq: number): number => Math.floor(seq / SEGMENT_SIZE);

export function searchPathOf(eventsPath: string): string {
  return join(dirname(eventsPath), 'search.db');
}

/** Opens no copy if this user cannot write next to it: searches also work without an index. */
export function openSearchForReading(path: string): Database {
  const database = openReadOnly(SEARCH_DATABASE, path);
  if (database === null) throw new Error('There is no search index of this version.');
  return database;
}

/** Any error means that it is built again. @throws AppError STORE_UNWRITABLE; the error of the file system */
export function openSearchForWriting(path: string): Database {
  if (!isMarkedDamaged(path))
    try {
      return openForWriting(SEARCH_DATABASE, path);
    } catch {
      // built again below
    }
  removeSearchIndex(path);
  return openForWriting(SEARCH_DATABASE, path);
}

/** @throws Error of the file system, for example if another program has it open */
export function removeSearchIndex(path: string): void {
  for (const file of [...databaseFiles(path), damageMarkPath(path)]) {
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

function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE state (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      source TEXT NOT NULL,
      up_to INTEGER NOT NULL,
      text_change INTEGER NOT NULL,
      chunk_revision INTEGER NOT NULL -- newest in chunk_write whose chunk has the identifiers of its texts
    ) STRICT;
    CREATE TABLE segment (
      id INTEGER PRIMARY KEY, -- seq >> 15
      is_joined INTEGER NOT NULL -- its signatures are in segment_signature: nothing will be added
    ) STRICT;
    CREATE TABLE chunk_signature (
      id INTEGER PRIMARY KEY, -- 216 of each chunk
      rows BLOB NOT NULL -- 252 slots: for each, a bit per block of the chunk
    ) STRICT;
    CREATE TABLE segment_signature (
      id INTEGER PRIMARY KEY, -- 432 of each segment
      rows BLOB NOT NULL -- 126 slots: for each, a bit per block of the segment
    ) STRICT;
    CREATE TABLE identifiers (
      id INTEGER PRIMARY KEY, -- one of each chunk and kind of identifier
      body BLOB NOT NULL -- zstd frame of a line per block of the chunk
    ) STRICT;
  `);
}

export function databaseIdentity(events: Database): string {
  return metaStatements(events).meta.get(DATABASE_ID) ?? '';
}

export function stateStatement(search: Database): PreparedStatement<[], SearchState> {
  return preparing(search).prepare(
    'SELECT source, up_to AS upTo, text_change AS textChange, chunk_revision AS chunkRevision FROM state',
  );
}

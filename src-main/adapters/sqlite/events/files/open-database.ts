/** Opens a store's database of events. Moves and deletes nothing. */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { AppError, appError } from '../../../../../src-shared/api/errors.ts';
import { assertPlainDatabaseFiles, openDatabaseFile } from '../../../files/database-file.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import {
  CHECKPOINT_PAGES,
  type DatabaseDefinition,
  openForReading as openCurrentForReading,
  openForWriting as openDatabaseForWriting,
  schemaOf,
} from '../../database.ts';
import { LINEAGE, metaStatements } from '../rows/meta-rows.ts';
import { storeError } from '../store-error.ts';
import { CHUNK_SIZE } from '../texts/chunk.ts';
import { BLOCK_SIZE } from '../texts/received-block.ts';
import { createEvents } from './migrations/0001-events.ts';

/** The step at index N leads to version N + 1. */
const MIGRATIONS: readonly ((database: Database) => void)[] = [createEvents];

export const EVENT_DATABASE: DatabaseDefinition = {
  applicationId: 0x57_74_66_6c, // "Wtfl"
  version: MIGRATIONS.length,
  oldestVersion: 0,
  migrate(database, from) {
    for (const step of MIGRATIONS.slice(from)) step(database);
  },
  tables: [
    'meta',
    'block',
    'received',
    'text_change',
    'repeat',
    'pinned',
    'seen',
    'action',
    'action_subject',
    'action_out',
    'late_out',
    'offer',
    'log_mark',
    'session',
    'gap',
    'facet',
    'event',
    'chunk',
    'chunk_write',
    'projection',
    'projection_record',
    'proof',
    'proof_part',
    'proof_span',
  ],
  writer: {
    // The writer reports "locked" instead of letting events queue. The default, 5 s, would block the thread.
    busyTimeoutMs: 250,
    pageBytes: 8_192,
    cacheKib: 4_096, // 16 MiB was not faster
    durability: 'full',
    checkpointPages: CHECKPOINT_PAGES,
  },
  // A reader may wait longer: it meets a lock only while a store is created or closed.
  reader: { busyTimeoutMs: 2_000, cacheKib: 4_096, temporaryData: 'memory' },
  unusable: 'keep',
};

export type ColumnCounts = ReturnType<typeof columnCounts>;

/** Returns how many columns these tables have. Pages of a damaged file are recognized by them. */
export function columnCounts() {
  const database = openDatabaseFile(':memory:');
  try {
    EVENT_DATABASE.migrate(database, 0);
    return {
      event: database.prepare('SELECT * FROM event').columns().length,
      session: database.prepare('SELECT * FROM session').columns().length,
      gap: database.prepare('SELECT * FROM gap').columns().length,
    };
  } finally {
    database.close();
  }
}

/** Creates a missing database. @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
export function openForWriting(path: string): Database {
  return openDatabaseForWriting(EVENT_DATABASE, path);
}

/** @throws AppError NO_STORE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
export function openForReading(path: string): Database {
  const database = openCurrentForReading(EVENT_DATABASE, path);
  if (database === null)
    throw appError('NO_STORE', { place: path, problem: existsSync(path) ? 'not-set-up' : 'no-file' });
  return database;
}

/** Opens the database for one read. @throws as `openForReading` */
export function readOnce<Result>(path: string, read: (database: Database) => Result): Result {
  const database = openForReading(path);
  try {
    return read(database);
  } finally {
    database.close();
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
    if (fileSizeBytes(path) === 0) return { kind: 'none' };
    const database = openDatabaseFile(path, { readonly: true, timeout: EVENT_DATABASE.writer.busyTimeoutMs });
    try {
      return inspect(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    const error = storeError(cause, path);
    if (error instanceof AppError && error.code === 'STORE_DAMAGED')
      return { kind: 'damaged', detail: String(error.cause) };
    throw error;
  }
}

/** A row of `block` or `chunk` exists once all of its seqs are assigned. */
const ENDS = `
  SELECT max(ifnull((SELECT max(seq) FROM event), 0), ifnull((SELECT max(seq) FROM received), 0),
      ifnull((SELECT max(id) * ${BLOCK_SIZE} + ${BLOCK_SIZE - 1} FROM block), 0),
      ifnull((SELECT max(id) * ${CHUNK_SIZE} + ${CHUNK_SIZE - 1} FROM chunk), 0)) AS newestSeq,
    (SELECT min(seq) FROM event), (SELECT min(seq) FROM received), (SELECT min(id) FROM block),
    (SELECT max(id) FROM facet), (SELECT max(seq) FROM repeat), (SELECT max(id) FROM session), (SELECT max(id) FROM gap)`;

function inspect(database: Database): FoundDatabase {
  if (schemaOf(EVENT_DATABASE, database) === 'empty') return { kind: 'none' };
  // Reads the ends of the trees, which are missing in a file that was truncated or overwritten.
  const { newestSeq } = database.prepare<[], { newestSeq: number }>(ENDS).get() ?? { newestSeq: 0 };
  return { kind: 'readable', lineage: readLineage(database), newestSeq };
}

export function readLineage(database: Database): string | null {
  return metaStatements(database).meta.get(LINEAGE) ?? null;
}

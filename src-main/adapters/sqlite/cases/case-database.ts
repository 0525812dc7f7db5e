import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { databaseError } from '../../files/database-error.ts';
import { type DatabaseDefinition, openForReading } from '../database.ts';
import { createTables } from './case-schema.ts';

/** The case projection: small rows in random order. */
export const CASE_DATABASE: DatabaseDefinition = {
  applicationId: 0x57_74_66_63,
  // Raise it with every change of the tables. A database of another version is created again.
  version: 11,
  oldestVersion: 11,
  migrate: createTables,
  tables: ['book', 'shared_text', 'case_file', 'cause_group', 'attempt', 'stay', 'tally'],
  writer: {
    // Another thread holds a lock only for a short time, and no received event waits for this database.
    busyTimeoutMs: 5_000,
    // Rows come in any order, and each of them writes one page.
    pageBytes: 4_096,
    cacheKib: 8_192,
    durability: 'normal',
    checkpointPages: 8_000, // 32 MiB: writes the page of a row into the database less often
  },
  reader: { busyTimeoutMs: 5_000, cacheKib: 16_384, temporaryData: 'memory' },
  unusable: 'delete',
};

export function caseDatabasePath(directory: string): string {
  return join(directory, 'cases.db');
}

/** Copies the current state of another case projection. Creates no copy if that one is missing or cannot be read. */
export function copyDatabase(from: string, path: string): void {
  mkdirSync(dirname(path), { mode: 0o700 });
  let source: Database | null = null;
  try {
    source = openForReading(CASE_DATABASE, from);
    source?.prepare('VACUUM INTO ?').run(path);
  } catch (cause) {
    // The copy can be rebuilt from the events. If the disk is too full for a copy, the rebuild reports it.
    if (!(databaseError(cause, from) instanceof AppError)) throw cause;
    rmSync(path, { force: true });
  } finally {
    source?.close();
  }
}

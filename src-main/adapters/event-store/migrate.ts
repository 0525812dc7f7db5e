/** Brings a database to this version's schema, one numbered step at a time, each whole or not at all. */
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import { createEvents } from './migrations/0001-events.ts';

/** The step at index N leads to `user_version` N + 1. */
const migrations: readonly ((database: Database) => void)[] = [createEvents];

export const SCHEMA_VERSION = migrations.length;

/** @throws AppError STORE_TOO_NEW */
export function migrate(database: Database): void {
  refuseNewer(database);
  // Not a byte is written where there is nothing to do: the file may be damaged further on.
  if (schemaVersion(database) === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      // Read inside the transaction: another process may have migrated since.
      for (const step of migrations.slice(schemaVersion(database))) step(database);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/** @throws AppError STORE_TOO_NEW */
export function refuseNewer(database: Database): void {
  const version = schemaVersion(database);
  if (version > SCHEMA_VERSION)
    throw new AppError(
      'STORE_TOO_NEW',
      `${database.name} was written by a newer Watchfloor (schema ${version}; this one knows ${SCHEMA_VERSION}). ` +
        'Use that version, or another data directory.',
    );
}

export function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

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
  refuseForeign(database);
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

/** A database without our version number that has tables all the same is somebody else's. */
function refuseForeign(database: Database): void {
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (schemaVersion(database) === 0 && tables > 0)
    throw new AppError(
      'STORE_DAMAGED',
      `${database.name} is a database, but not of Watchfloor. Move it away, or use another data directory.`,
    );
}

export function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/** Brings a database to this version's schema, one numbered step at a time, each whole or not at all. */
import type { Database } from 'better-sqlite3';
import { appError } from '../../../src-shared/api/errors.ts';
import { createEvents } from './migrations/0001-events.ts';
import { nameReasons } from './migrations/0002-reasons.ts';

/** The step at index N leads to `user_version` N + 1. */
const migrations: readonly ((database: Database) => void)[] = [createEvents, nameReasons];

export const SCHEMA_VERSION = migrations.length;
/** "Wtfl", in the file's header: a database without it is not ours, whatever its version number says. */
export const APPLICATION_ID = 0x57_74_66_6c;

/** @throws AppError STORE_FOREIGN, STORE_TOO_NEW */
export function migrate(database: Database): void {
  assertKnownSchema(database);
  // Not a byte is written where there is nothing to do: the file may be damaged further on.
  if (schemaVersion(database) === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      // Read inside the transaction: another process may have migrated since.
      for (const step of migrations.slice(schemaVersion(database))) step(database);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/**
 * Reads, and writes nothing: somebody else's database stays as it is.
 * @param path what it is called to people; of a copy, that of what it is a copy of
 * @throws AppError STORE_FOREIGN, STORE_TOO_NEW
 */
export function assertKnownSchema(database: Database, path = database.name): void {
  const schema = schemaVersion(database);
  const ours = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (!ours && (schema > 0 || tables > 0)) throw appError('STORE_FOREIGN', { path });
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
}

export function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

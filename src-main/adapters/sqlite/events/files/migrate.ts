/** Migrates a database to this version's schema in numbered steps, all in one transaction. */
import type { Database } from 'better-sqlite3';
import { appError } from '../../../../../src-shared/api/errors.ts';
import { createEvents } from './migrations/0001-events.ts';
import { nameReasons } from './migrations/0002-reasons.ts';

/** The step at index N leads to `user_version` N + 1. */
const migrations: readonly ((database: Database) => void)[] = [createEvents, nameReasons];

export const SCHEMA_VERSION = migrations.length;
/** "Wtfl", in the file's header. A database without it belongs to another program, whatever its version number. */
export const APPLICATION_ID = 0x57_74_66_6c;

/** @throws AppError STORE_FOREIGN, STORE_TOO_NEW */
export function migrate(database: Database): void {
  assertKnownSchema(database);
  // Writes nothing if there is nothing to do: the file may be damaged elsewhere.
  if (schemaVersion(database) === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      // Read inside the transaction: another process may have migrated meanwhile.
      for (const step of migrations.slice(schemaVersion(database))) step(database);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/**
 * Only reads, so that a database of another program is not changed.
 * @param path for error messages; of a copy, the path of its original
 * @throws AppError STORE_FOREIGN, STORE_TOO_NEW
 */
export function assertKnownSchema(database: Database, path = database.name): void {
  const schema = schemaVersion(database);
  const isOwn = database.pragma('application_id', { simple: true }) === APPLICATION_ID;
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (!isOwn && (schema > 0 || tables > 0)) throw appError('STORE_FOREIGN', { path });
  if (schema > SCHEMA_VERSION) throw appError('STORE_TOO_NEW', { path, schema, known: SCHEMA_VERSION });
}

export function schemaVersion(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

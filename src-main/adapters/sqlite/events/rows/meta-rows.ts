import type { Database } from 'better-sqlite3';
import { preparing } from '../../prepared-statement.ts';

/** Key of the id of a database. A new one of the same lineage has another id, a copy has the same. */
export const DATABASE_ID = 'database';

/** Key of the id that all databases share that continue each other. */
export const LINEAGE = 'lineage';

/**
 * Key of the number of changes of stored data: recovered texts, rows decoded again, actions of another database. Data
 * that is derived from events and stored elsewhere depends on it. Increment it in the transaction of the change.
 */
export const CHANGES = 'changes';

export function metaStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    meta: prepareScalar<[key: string], string>('SELECT value FROM meta WHERE key = ?'),
    setMeta: prepare<[key: string, value: string]>(
      `INSERT INTO meta (key, value) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    ),
    incrementMeta: prepare<[key: string]>(
      `INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT)`,
    ),
    removeMeta: prepare<[key: string]>('DELETE FROM meta WHERE key = ?'),
  };
}

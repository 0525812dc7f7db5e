/**
 * Counts changes of stored data in a database: recovered texts, rows decoded again, actions of another database. Data
 * that is derived from events and stored elsewhere depends on it. Raise it in the transaction of the change.
 */
import type { Database } from 'better-sqlite3';
import { prepareStatement } from '../../prepared-statement.ts';

const KEY = 'changes';

export class StoreBasis {
  readonly #rows: ReturnType<typeof basisStatements>;

  constructor(database: Database) {
    this.#rows = basisStatements(database);
  }

  raise(): void {
    this.#rows.raise.run(KEY);
  }
}

export function basisStatements(database: Database) {
  return {
    raise: prepareStatement<[key: string]>(
      database,
      `INSERT INTO meta (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value + 1 AS TEXT)`,
    ),
    /** Contains the id of the database, because another one of the lineage counts separately. */
    basis: prepareStatement<[], { basis: string }>(
      database,
      `SELECT ifnull((SELECT value FROM meta WHERE key = 'database'), '') || '/' ||
         ifnull((SELECT value FROM meta WHERE key = '${KEY}'), '0') AS basis`,
    ),
  };
}

/**
 * How often something in a database was changed that had been stored before: texts that came back, rows that were decoded
 * anew, facts of another database. What is derived of events and kept elsewhere goes by it. Raised in the transaction of
 * the change.
 */
import type { Database } from 'better-sqlite3';
import { prepareStatement } from './statements.ts';

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
    /** With the name of the database: another one of the lineage has another. */
    basis: prepareStatement<[], { basis: string }>(
      database,
      `SELECT ifnull((SELECT value FROM meta WHERE key = 'database'), '') || '/' ||
         ifnull((SELECT value FROM meta WHERE key = '${KEY}'), '0') AS basis`,
    ),
  };
}

/** Prepares statements without iteration: a half-read one would pin the write-ahead log. */
import type { Database } from 'better-sqlite3';

export interface PreparedStatement<Bound extends unknown[], Row = never> {
  get(...bound: Bound): Row | undefined;
  all(...bound: Bound): Row[];
  run(...bound: Bound): { lastInsertRowid: number | bigint; changes: number };
  /** SQL, for looking up its plan. */
  readonly source: string;
}

export function preparing(database: Database) {
  return {
    prepare<Bound extends unknown[], Row = never>(this: void, sql: string): PreparedStatement<Bound, Row> {
      return database.prepare<unknown[], Row>(sql);
    },
    prepareTuple<Bound extends unknown[], Row extends readonly unknown[]>(
      this: void,
      sql: string,
    ): PreparedStatement<Bound, Row> {
      return database.prepare<unknown[], Row>(sql).raw();
    },
    prepareScalar<Bound extends unknown[], Value>(this: void, sql: string): PreparedStatement<Bound, Value> {
      return database.prepare<unknown[], Value>(sql).pluck();
    },
  };
}

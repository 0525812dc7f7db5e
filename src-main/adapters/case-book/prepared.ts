/** A prepared statement. It has no way to be left half read: an open one would pin the write-ahead log. */
import type { Database } from 'better-sqlite3';

export interface Prepared<Bound extends unknown[], Row = never> {
  get(...bound: Bound): Row | undefined;
  all(...bound: Bound): Row[];
  run(...bound: Bound): { changes: number };
  /** Its SQL, so that its plan can be asked for. */
  readonly source: string;
}

export function prepared<Bound extends unknown[], Row = never>(database: Database, sql: string): Prepared<Bound, Row> {
  return database.prepare<unknown[], Row>(sql);
}

/** Of the first column alone. */
export function plucked<Bound extends unknown[], Value>(database: Database, sql: string): Prepared<Bound, Value> {
  return database.prepare<unknown[], Value>(sql).pluck();
}

/** Recovers the records of projections, some of which (alarms) cannot be derived from events again. */
import type { Database } from 'better-sqlite3';
import { REPAIRED_CURSOR } from './projection-row-writer.ts';

export interface HistoryRow {
  readonly name: string;
  readonly version: number;
  readonly key: string;
  readonly value: string;
}

/** Reads from both ends: a damaged page ends one walk, and the other reaches the rows after it. */
export function readHistory(database: Database): readonly HistoryRow[] {
  const walks = [
    `SELECT name, version, key, value FROM projection JOIN projection_record ON projection = name
     ORDER BY projection, key`,
    `SELECT name, version, key, value FROM projection JOIN projection_record ON projection = name
     ORDER BY projection DESC, key DESC`,
  ].map((sql) => database.prepare<[], HistoryRow>(sql));
  const found = new Map<string, HistoryRow>();
  for (const walk of walks)
    try {
      for (const row of walk.iterate()) found.set(JSON.stringify([row.name, row.key]), row);
      break;
    } catch {
      continue;
    }
  return [...found.values()];
}

/** Replaces no existing row. The caller holds the transaction. */
export function mergeHistory(database: Database, rows: readonly HistoryRow[]): void {
  const insertProjection = database.prepare('INSERT OR IGNORE INTO projection (name, version, seq) VALUES (?, ?, ?)');
  const put = database.prepare(
    `INSERT OR IGNORE INTO projection_record (projection, key, value)
     SELECT name, ?, ? FROM projection WHERE name = ? AND version = ?`,
  );
  let isNew = false;
  for (const { name, version, key, value } of rows) {
    insertProjection.run(name, version, REPAIRED_CURSOR);
    isNew = put.run(key, value, name, version).changes > 0 || isNew;
  }
  if (isNew) resetProjections(database);
}

/** Reports a repair to all projections with their next load. The caller holds the transaction. */
export function resetProjections(database: Database): void {
  database.prepare('UPDATE projection SET seq = ?').run(REPAIRED_CURSOR);
}

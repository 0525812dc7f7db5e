/**
 * Recovers records of projections that cannot be derived again (`HISTORY_PROJECTIONS`) from a database that was set
 * aside, as far as it can be read, and adds them to the existing ones.
 */
import type { Database } from 'better-sqlite3';
import { CURSOR_AFTER_REPAIR, HISTORY_PROJECTIONS } from '../../../../core/ports/event-store.ts';

export interface HistoryRow {
  readonly name: string;
  readonly version: number;
  readonly key: string;
  readonly value: string;
}

const NAMES = JSON.stringify(HISTORY_PROJECTIONS);

/** Reads from both ends: a damaged page ends one walk, and the other reaches the rows after it. */
export function readHistory(database: Database): readonly HistoryRow[] {
  const walks = [
    `SELECT name, version, key, value FROM follower JOIN follower_record ON follower = name
     WHERE name = ? ORDER BY key`,
    `SELECT name, version, key, value FROM follower JOIN follower_record ON follower = name
     WHERE name = ? ORDER BY key DESC`,
  ].map((sql) => database.prepare<[string], HistoryRow>(sql));
  return HISTORY_PROJECTIONS.flatMap((name) => {
    const found = new Map<string, HistoryRow>();
    for (const walk of walks)
      try {
        for (const row of walk.iterate(name)) found.set(row.key, row);
        break;
      } catch {
        continue;
      }
    return [...found.values()];
  });
}

/** Replaces no existing row. The caller holds the transaction. */
export function mergeHistory(database: Database, rows: readonly HistoryRow[]): void {
  const insertProjection = database.prepare('INSERT OR IGNORE INTO follower (name, version, seq) VALUES (?, ?, ?)');
  const put = database.prepare(
    `INSERT OR IGNORE INTO follower_record (follower, key, value)
     SELECT name, ?, ? FROM follower WHERE name = ? AND version = ?`,
  );
  let isNew = false;
  for (const { name, version, key, value } of rows) {
    insertProjection.run(name, version, CURSOR_AFTER_REPAIR);
    isNew = put.run(key, value, name, version).changes > 0 || isNew;
  }
  if (isNew) resetHistoryCursors(database);
}

/**
 * Removes derived projections with their records and resets the cursors of the others. The caller holds the
 * transaction.
 */
export function resetProjections(database: Database): void {
  database.prepare('DELETE FROM follower_record WHERE follower NOT IN (SELECT value FROM json_each(?))').run(NAMES);
  database.prepare('DELETE FROM follower WHERE name NOT IN (SELECT value FROM json_each(?))').run(NAMES);
  resetHistoryCursors(database);
}

function resetHistoryCursors(database: Database): void {
  database
    .prepare('UPDATE follower SET seq = ? WHERE name IN (SELECT value FROM json_each(?))')
    .run(CURSOR_AFTER_REPAIR, NAMES);
}

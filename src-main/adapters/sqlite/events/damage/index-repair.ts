/**
 * Repairs the indexes of the database. An index holds no data of its own, so it is rebuilt from its table and the
 * database is kept.
 */
import type { Database } from 'better-sqlite3';

const INDEXED = ['session', 'gap'];

export function rebuildIndexes(database: Database): boolean {
  try {
    database.exec('REINDEX');
    return true;
  } catch {
    return false;
  }
}

/**
 * @param detail message of the check; if an index is damaged, it begins with the table's name
 * @returns true if only the index was damaged and it is repaired
 */
export function repairIndex(database: Database, detail: string): boolean {
  const table = INDEXED.find((name) => detail.startsWith(`${name}: `));
  return table !== undefined && rebuildIndexes(database) && passesIntegrityCheck(database, table);
}

function passesIntegrityCheck(database: Database, table: string): boolean {
  try {
    return database.pragma(`integrity_check('${table}')`, { simple: true }) === 'ok';
  } catch {
    return false;
  }
}

/** Rebuilds damaged indexes from their tables and keeps the database: an index holds no data of its own. */
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

/** If an index is damaged, `detail` of the check begins with the table's name. True if nothing else was damaged. */
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

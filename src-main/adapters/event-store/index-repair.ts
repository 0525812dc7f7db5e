/**
 * Indexes of the database: they hold nothing of their own, so what is wrong with one alone is no loss. It is built again
 * from its table, and the database stays.
 */
import type { Database } from 'better-sqlite3';

/** Tables with an index. */
const INDEXED = ['session', 'gap'];

/** @returns whether all of them could be built again */
export function rebuildIndexes(database: Database): boolean {
  try {
    database.exec('REINDEX');
    return true;
  } catch {
    return false;
  }
}

/**
 * @param detail as the check says it: what is wrong with the indexes of a table begins with its name
 * @returns whether that was all, and it is mended
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

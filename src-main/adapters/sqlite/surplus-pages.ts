import type { Database } from 'better-sqlite3';

/**
 * Returns unused pages to the file system, except a reserve for new data: shrinking and growing the file again would be
 * wasted work. Returns true if there are more to return.
 */
export function returnSurplusPages(database: Database, reservePages: number, maxPages: number): boolean {
  const before = freePages(database);
  const surplus = Math.min(before - reservePages, maxPages);
  if (surplus <= 0) return false;
  database.pragma(`incremental_vacuum(${surplus})`);
  const after = freePages(database);
  // A database that was created without auto_vacuum returns nothing.
  return after < before && after > reservePages;
}

function freePages(database: Database): number {
  return Number(database.pragma('freelist_count', { simple: true }));
}

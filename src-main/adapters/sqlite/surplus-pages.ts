import type { Database } from 'better-sqlite3';

/** Keeps a reserve: shrinking and growing the file again is wasted work. True if there is more to return. */
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

/** Removes searches in batches, so that storing a page never waits long. */
import type { Database } from 'better-sqlite3';
import { returnSurplusPages } from '../surplus-pages.ts';
import { placeOf } from './search-rows.ts';

/** Takes a tenth of a second if ids are scattered. */
const ROWS_PER_BATCH = 5_000;
const VACUUM_PAGES_PER_BATCH = 2_000;

/** A search without results is as old as its beginning. */
const NEXT = `
  SELECT number FROM search
  WHERE is_removed = 1 OR (asked_at < :before AND id NOT IN (SELECT value FROM json_each(:spared)))
  ORDER BY number LIMIT 1`;
const REMOVE_ITEMS = `
  DELETE FROM item WHERE place IN (SELECT place FROM item WHERE place > :before AND place < :end LIMIT :most)`;
const REMOVE_KNOWN = `
  DELETE FROM known WHERE search = :search
    AND subscription IN (SELECT subscription FROM known WHERE search = :search LIMIT :most)`;

export function createSearchRemoval(database: Database) {
  const next = database.prepare<[object], number>(NEXT).pluck();

  /** Must run in a transaction, like `removeExpired`. Both return true if there is more. */
  function remove(id: string): boolean {
    return removeBatch(database.prepare<[string], number>('SELECT number FROM search WHERE id = ?').pluck().get(id));
  }

  function removeExpired(before: number, spared: readonly string[]): boolean {
    return removeBatch(next.get({ before, spared: JSON.stringify(spared) }));
  }

  function removeBatch(search: number | undefined): boolean {
    if (search === undefined) return returnSurplusPages(database, 0, VACUUM_PAGES_PER_BATCH);
    database.prepare('UPDATE search SET is_removed = 1 WHERE number = ?').run(search);
    database.prepare('DELETE FROM field WHERE search = ?').run(search);
    const known = database.prepare(REMOVE_KNOWN).run({ search, most: ROWS_PER_BATCH }).changes;
    const range = { before: placeOf(search, 0), end: placeOf(search + 1, 0), most: ROWS_PER_BATCH };
    const items = database.prepare(REMOVE_ITEMS).run(range).changes;
    if (known + items === 0) database.prepare('DELETE FROM search WHERE number = ?').run(search);
    return true;
  }

  return { remove, removeExpired };
}

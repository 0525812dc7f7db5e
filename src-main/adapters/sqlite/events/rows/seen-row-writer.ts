/** Marks ranges of events as seen or unseen, and merges adjacent ones. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import { SEEN_REVISION, type SeenRange } from './seen-ranges.ts';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';

export function createSeenRowWriter(database: Database) {
  const rows = seenStatements(database);

  function mark(ranges: readonly SeenRange[], seen: boolean, newestSeq: number): void {
    for (const range of ranges) {
      const first = Math.max(1, range.first);
      const last = Math.min(newestSeq, range.last);
      if (first > last) continue;
      if (seen) add(first, last);
      else remove(first, last);
    }
    rows.changed.run(SEEN_REVISION);
  }

  function add(first: number, last: number): void {
    let added = { first, last };
    for (const range of removeTouching(first - 1, last + 1))
      added = { first: Math.min(added.first, range.first), last: Math.max(added.last, range.last) };
    rows.insert.run(added.first, added.last);
  }

  function remove(first: number, last: number): void {
    for (const range of removeTouching(first, last)) {
      if (range.first < first) rows.insert.run(range.first, first - 1);
      if (range.last > last) rows.insert.run(last + 1, range.last);
    }
  }

  function removeTouching(first: number, last: number): SeenRange[] {
    const touching = rows.near.all({ first, last }).filter((range) => range.last >= first);
    for (const range of touching) rows.remove.run(range.first);
    return touching;
  }

  return { mark };
}

export function seenStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    /** Ranges are disjoint, so of the earlier ones only the nearest can overlap. */
    near: prepare<[{ first: number; last: number }], SeenRange>(
      `SELECT first, last FROM seen
       WHERE first >= ifnull((SELECT max(first) FROM seen WHERE first < :first), :first) AND first <= :last
       ORDER BY first`,
    ),
    insert: prepare<[first: number, last: number]>('INSERT INTO seen (first, last) VALUES (?, ?)'),
    remove: prepare<[first: number]>('DELETE FROM seen WHERE first = ?'),
    changed: metaStatements(database).incrementMeta,
  };
}

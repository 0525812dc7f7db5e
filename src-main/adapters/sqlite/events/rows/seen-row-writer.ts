/**
 * Marks ranges of events as seen or unseen. Adjacent ranges are merged, so that marking again adds no rows. The caller
 * holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import { SEEN_REVISION, type SeenRange } from './seen-ranges.ts';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';

export class SeenRowWriter {
  readonly #rows: ReturnType<typeof seenStatements>;

  constructor(database: Database) {
    this.#rows = seenStatements(database);
  }

  mark(ranges: readonly SeenRange[], seen: boolean, newestSeq: number): void {
    for (const range of ranges) {
      const first = Math.max(1, range.first);
      const last = Math.min(newestSeq, range.last);
      if (first > last) continue;
      if (seen) this.#add(first, last);
      else this.#remove(first, last);
    }
    this.#rows.changed.run(SEEN_REVISION);
  }

  #add(first: number, last: number): void {
    let added = { first, last };
    for (const range of this.#removeTouching(first - 1, last + 1))
      added = { first: Math.min(added.first, range.first), last: Math.max(added.last, range.last) };
    this.#rows.insert.run(added.first, added.last);
  }

  #remove(first: number, last: number): void {
    for (const range of this.#removeTouching(first, last)) {
      if (range.first < first) this.#rows.insert.run(range.first, first - 1);
      if (range.last > last) this.#rows.insert.run(last + 1, range.last);
    }
  }

  #removeTouching(first: number, last: number): SeenRange[] {
    const touching = this.#rows.near.all({ first, last }).filter((range) => range.last >= first);
    for (const range of touching) this.#rows.remove.run(range.first);
    return touching;
  }
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

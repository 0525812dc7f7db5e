/**
 * Holds the seen events as ranges in memory: a user opens some hundreds a day and marks long ranges together. The
 * ranges are read again only after a change.
 */
import type { Database } from 'better-sqlite3';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';

/** Key in `meta` of a number that changes with each mark. */
export const SEEN_REVISION = 'seen-revision';

export interface SeenRange {
  readonly first: number;
  readonly last: number;
}

export class SeenRanges {
  readonly #revisionNow: PreparedStatement<[key: string], string>;
  readonly #all: PreparedStatement<[], SeenRange>;
  #ranges: readonly SeenRange[] = [];
  #revision: string | null = null;

  constructor(database: Database) {
    this.#revisionNow = metaStatements(database).meta;
    this.#all = preparing(database).prepare('SELECT first, last FROM seen ORDER BY first');
  }

  /** Loads changed ranges. Call it at the beginning of a transaction. */
  refresh(): void {
    const revision = this.#revisionNow.get(SEEN_REVISION) ?? null;
    if (revision === this.#revision) return;
    this.#ranges = this.#all.all();
    this.#revision = revision;
  }

  holds(seq: number): boolean {
    return this.covers(seq, seq) === 'all';
  }

  /** Returns how many of these seqs, both inclusive, are marked as seen. Seqs without an event count as well. */
  covers(first: number, last: number): 'all' | 'some' | 'none' {
    const range = this.#endingAtOrAfter(first);
    if (range === undefined || range.first > last) return 'none';
    return range.first <= first && range.last >= last ? 'all' : 'some';
  }

  #endingAtOrAfter(seq: number): SeenRange | undefined {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const range = this.#ranges[middle];
      if (range !== undefined && range.last < seq) low = middle + 1;
      else high = middle;
    }
    return this.#ranges[low];
  }
}

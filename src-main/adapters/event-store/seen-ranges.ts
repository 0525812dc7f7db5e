/**
 * Which events somebody has looked at, as ranges held in memory: a person opens some hundreds a day, and looks through
 * long stretches at once. Read again only when somebody marked something; whatever was not marked was not seen.
 */
import type { Database } from 'better-sqlite3';
import { type PreparedStatement, prepareStatement } from './statements.ts';

/** Under this name in `meta`: a number that is different after each change. */
export const SEEN_REVISION = 'seen-revision';

export interface SeenRange {
  readonly first: number;
  readonly last: number;
}

export class SeenRanges {
  readonly #revisionNow: PreparedStatement<[key: string], { value: string }>;
  readonly #all: PreparedStatement<[], SeenRange>;
  /** Disjoint and ascending, none next to another. */
  #ranges: readonly SeenRange[] = [];
  #revision: string | null = null;

  constructor(database: Database) {
    this.#revisionNow = prepareStatement(database, 'SELECT value FROM meta WHERE key = ?');
    this.#all = prepareStatement(database, 'SELECT first, last FROM seen ORDER BY first');
  }

  /** At the beginning of a transaction. */
  refresh(): void {
    const revision = this.#revisionNow.get(SEEN_REVISION)?.value ?? null;
    if (revision === this.#revision) return;
    this.#ranges = this.#all.all();
    this.#revision = revision;
  }

  holds(seq: number): boolean {
    return this.covers(seq, seq) === 'all';
  }

  /** How many of these seqs, both inclusive, were marked; whether there are events of them is not looked at. */
  covers(first: number, last: number): 'all' | 'some' | 'none' {
    const range = this.#endingAtOrBehind(first);
    if (range === undefined || range.first > last) return 'none';
    return range.first <= first && range.last >= last ? 'all' : 'some';
  }

  #endingAtOrBehind(seq: number): SeenRange | undefined {
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

/** Holds seen events as ranges in memory: a user opens some hundreds a day and marks long ranges together. */
import type { Database } from 'better-sqlite3';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';

/** Key in `meta` of a number that changes with each mark. */
export const SEEN_REVISION = 'seen-revision';

export interface SeenRange {
  readonly first: number;
  readonly last: number;
}

export function createSeenRanges(database: Database) {
  let ranges: readonly SeenRange[] = [];
  let knownRevision: string | null = null;
  const revisionNow = metaStatements(database).meta;
  const all = preparing(database).prepare<[], SeenRange>('SELECT first, last FROM seen ORDER BY first');

  /** Loads changed ranges. Call it at the beginning of a transaction. */
  function refresh(): void {
    const revision = revisionNow.get(SEEN_REVISION) ?? null;
    if (revision === knownRevision) return;
    ranges = all.all();
    knownRevision = revision;
  }

  function holds(seq: number): boolean {
    return covers(seq, seq) === 'all';
  }

  /** Returns how many of these seqs, both inclusive, are marked as seen. Seqs without an event count as well. */
  function covers(first: number, last: number): 'all' | 'some' | 'none' {
    const range = endingAtOrAfter(first);
    if (range === undefined || range.first > last) return 'none';
    return range.first <= first && range.last >= last ? 'all' : 'some';
  }

  function endingAtOrAfter(seq: number): SeenRange | undefined {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const range = ranges[middle];
      if (range !== undefined && range.last < seq) low = middle + 1;
      else high = middle;
    }
    return ranges[low];
  }

  return { refresh, holds, covers };
}
export type SeenRanges = ReturnType<typeof createSeenRanges>;

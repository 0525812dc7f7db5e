/**
 * Counts, facets and histograms of any filter, exactly, in pieces from the newest down. A chunk of which everything
 * falls into one bucket is added from its facets' counts, without being read; of another one the columns are read, and
 * rows only where nothing else can decide.
 */
import type { CountQuery } from '../../core/ports/event-store.ts';
import { Buckets, type Sorting } from './buckets.ts';
import { firstOf } from './chunk.ts';
import type { Chunk, ChunkIndex } from './chunk-index.ts';
import { isWhole, type Matches, type Part, type Search } from './matches.ts';

export interface Tallied {
  /** By class, bucket by bucket. */
  readonly counts: Float64Array;
  readonly next: number | null;
}

export class Tallies {
  readonly #matches: Matches;
  readonly #chunks: ChunkIndex;
  readonly #pieceMs: number;

  constructor(matches: Matches, chunks: ChunkIndex, pieceMs: number) {
    this.#matches = matches;
    this.#chunks = chunks;
    this.#pieceMs = pieceMs;
  }

  /** @param query its filter has no time outside the edges */
  tally({ filter, after, to }: CountQuery, sorting: Sorting): Tallied {
    const buckets = new Buckets(sorting);
    const search = this.#matches.begin(filter);
    if (search === null) return { counts: buckets.counts, next: null };
    const startedAt = performance.now();
    for (const part of this.#matches.parts(search, 'older', { first: after + 1, last: to })) {
      this.#add(search, part, buckets);
      if (performance.now() - startedAt < this.#pieceMs) continue;
      const rest = { first: after + 1, last: part.first - 1 };
      return { counts: buckets.counts, next: this.#matches.any(search, 'older', rest) ? rest.last : null };
    }
    return { counts: buckets.counts, next: null };
  }

  #add(search: Search, part: Part, buckets: Buckets): void {
    const { chunk } = part;
    if (search.text !== null) {
      for (const { facet, receivedAt } of this.#matches.rows(search, part, 'older', Number.MAX_SAFE_INTEGER))
        buckets.add(facet, receivedAt, 1);
      return;
    }
    if (chunk === null || this.#matches.isDividedBySeen(search, part)) {
      for (const [, at, facet] of this.#matches.places(search, part)) buckets.add(facet, at, 1);
      return;
    }
    const { pass, byTime } = this.#matches.judge(search, chunk);
    const needsTimes = byTime || !buckets.hasInOne(chunk.earliest, chunk.latest);
    if (isWhole(part, chunk) && !needsTimes) buckets.addChunk(chunk, pass);
    else if (needsTimes && !chunk.isTimed)
      for (const [, at, facet] of this.#matches.places(search, part)) buckets.add(facet, at, 1);
    else this.#addColumns(search, part, chunk, needsTimes, buckets);
  }

  #addColumns(search: Search, { first, last }: Part, chunk: Chunk, withTimes: boolean, buckets: Buckets): void {
    const { since, until } = search;
    const { pass } = this.#matches.judge(search, chunk);
    const beginning = firstOf(chunk.id);
    const meant = { pass, first: first - beginning, last: last - beginning, since, until };
    buckets.addColumns(chunk, this.#chunks.columns(chunk, withTimes), meant);
  }
}

/**
 * Counts, facets and histograms of any filter, exactly, in pieces from the newest down. A chunk of which everything
 * falls into one bucket is added from its facets' counts, without being read; of another one the columns are read, and
 * rows only where nothing else can decide.
 */
import type { CountQuery } from '../../core/ports/event-store.ts';
import { firstOf, NO_EVENT } from './chunk.ts';
import type { Chunk, ChunkIndex, Columns } from './chunk-index.ts';
import { isWhole, type Matches, type Part, type Range, type Search } from './matches.ts';

/** Into what the matching events are sorted. */
export interface Sorting {
  /** By facet: what it is counted as. */
  readonly classes: Uint32Array;
  readonly classCount: number;
  /** Ascending; `null`: one bucket for all times. */
  readonly edges: readonly number[] | null;
}

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
    const columns = this.#chunks.columns(chunk, withTimes);
    const beginning = firstOf(chunk.id);
    const span = { from: since - chunk.earliest, to: until - chunk.earliest };
    buckets.addColumns(chunk, columns, pass, { first: first - beginning, last: last - beginning }, span);
  }
}

class Buckets {
  readonly counts: Float64Array;
  readonly #classes: Uint32Array;
  readonly #classCount: number;
  readonly #edges: Float64Array | null;
  #last = 0;

  constructor({ classes, classCount, edges }: Sorting) {
    this.#classes = classes;
    this.#classCount = classCount;
    this.#edges = edges === null ? null : Float64Array.from(edges);
    this.counts = new Float64Array(classCount * (edges === null ? 1 : edges.length - 1));
  }

  hasInOne(earliest: number, latest: number): boolean {
    return this.#bucketOf(earliest) === this.#bucketOf(latest);
  }

  add(facet: number, at: number, count: number): void {
    const place = this.#bucketOf(at) * this.#classCount + (this.#classes[facet] ?? 0);
    this.counts[place] = (this.counts[place] ?? 0) + count;
  }

  addChunk({ facets, earliest }: Chunk, pass: Uint8Array | null): void {
    const bucket = this.#bucketOf(earliest) * this.#classCount;
    for (let index = 0; index < facets.length; index += 2) {
      if (pass !== null && pass[index / 2] !== 1) continue;
      const place = bucket + (this.#classes[facets[index] ?? 0] ?? 0);
      this.counts[place] = (this.counts[place] ?? 0) + (facets[index + 1] ?? 0);
    }
  }

  /** Millions of them in one histogram: a loop without a call for most. @param span of times, as the columns have them */
  addColumns(
    { facets, earliest }: Chunk,
    { places, times }: Columns,
    pass: Uint8Array | null,
    { first, last }: Range,
    span: { readonly from: number; readonly to: number },
  ): void {
    const { counts } = this;
    const classes = Uint32Array.from(
      { length: facets.length / 2 },
      (_, index) => this.#classes[facets[2 * index] ?? 0] ?? 0,
    );
    let bucket = this.#bucketOf(earliest) * this.#classCount;
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let place = first; place <= last; place += 1) {
      const index = places[place] ?? NO_EVENT;
      if (index === NO_EVENT || (pass !== null && pass[index] !== 1)) continue;
      if (times !== null) {
        const time = times[place] ?? 0;
        if (time < span.from || time > span.to) continue;
        if (time < from || time >= to) {
          bucket = this.#bucketOf(earliest + time) * this.#classCount;
          from = (this.#edges?.[this.#last] ?? Number.NEGATIVE_INFINITY) - earliest;
          to = (this.#edges?.[this.#last + 1] ?? Number.POSITIVE_INFINITY) - earliest;
        }
      }
      const sum = bucket + (classes[index] ?? 0);
      counts[sum] = (counts[sum] ?? 0) + 1;
    }
  }

  /** Neighbours are of the same as a rule. */
  #bucketOf(at: number): number {
    const edges = this.#edges;
    if (edges === null) return 0;
    if (at >= (edges[this.#last] ?? 0) && at < (edges[this.#last + 1] ?? 0)) return this.#last;
    let low = 0;
    let high = edges.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((edges[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return low;
  }
}

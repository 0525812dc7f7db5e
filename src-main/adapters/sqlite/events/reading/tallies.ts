/** Counts exactly, from the newest event down. A chunk in one bucket is counted by its facets, without being read. */
import type { CountQuery } from '../../../../core/ports/event-store.ts';
import { Buckets, type BucketLayout } from '../columns/buckets.ts';
import { firstSeqOfChunk } from '../texts/chunk.ts';
import type { Chunk, ChunkIndex } from '../columns/chunk-index.ts';
import { coversChunk, type EventMatcher, type ScanPart, type PreparedSearch } from './event-matcher.ts';

export interface TallyBatch {
  readonly counts: Float64Array;
  readonly next: number | null;
}

export function createTallies(matches: EventMatcher, chunks: ChunkIndex, batchMs: number) {
  /** The filter excludes times outside the edges of the buckets. */
  function tally({ filter, after, to }: CountQuery, sorting: BucketLayout): TallyBatch {
    const buckets = new Buckets(sorting);
    const search = matches.prepareSearch(filter);
    if (search === null) return { counts: buckets.counts, next: null };
    const startedAt = performance.now();
    for (const part of matches.parts(search, 'older', { first: after + 1, last: to })) {
      add(search, part, buckets);
      if (performance.now() - startedAt < batchMs) continue;
      const rest = { first: after + 1, last: part.first - 1 };
      return { counts: buckets.counts, next: matches.hasCandidates(search, 'older', rest) ? rest.last : null };
    }
    return { counts: buckets.counts, next: null };
  }

  function add(search: PreparedSearch, part: ScanPart, buckets: Buckets): void {
    const { chunk } = part;
    if (matches.needsRows(search)) {
      const exact = matches.exactEvents(search, part);
      if (exact !== null) for (const [, at, facet] of exact) buckets.add(facet, at, 1);
      else
        for (const { facet, receivedAt } of matches.rows(search, part, 'older', Number.MAX_SAFE_INTEGER))
          buckets.add(facet, receivedAt, 1);
      return;
    }
    if (chunk === null || matches.isPartlySeen(search, part)) {
      for (const [, at, facet] of matches.eventFacets(search, part)) buckets.add(facet, at, 1);
      return;
    }
    const { pass, needsTimeCheck } = matches.evaluateChunk(search, chunk);
    const needsTimes = needsTimeCheck || !buckets.isInOneBucket(chunk.earliest, chunk.latest);
    if (coversChunk(part, chunk) && !needsTimes) buckets.addChunk(chunk, pass);
    else if (needsTimes && !chunk.isTimed)
      for (const [, at, facet] of matches.eventFacets(search, part)) buckets.add(facet, at, 1);
    else addColumns(search, part, chunk, needsTimes, buckets);
  }

  function addColumns(
    search: PreparedSearch,
    { first, last }: ScanPart,
    chunk: Chunk,
    withTimes: boolean,
    buckets: Buckets,
  ): void {
    const { since, until } = search;
    const { pass } = matches.evaluateChunk(search, chunk);
    const firstSeq = firstSeqOfChunk(chunk.id);
    const meant = { pass, first: first - firstSeq, last: last - firstSeq, since, until };
    buckets.addColumns(chunk, chunks.columns(chunk, withTimes), meant);
  }

  return { tally };
}
export type Tallies = ReturnType<typeof createTallies>;

/**
 * Which stored events a filter means, part by part: a part is a few neighbouring seqs, all of one chunk or all behind
 * the last one. What the chunks' facets and times decide in memory is never read; of what is left, columns before rows,
 * and texts before rows only where nothing but them can decide.
 */
import type { Database } from 'better-sqlite3';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { RowIdentifiers } from '../../../src-shared/domain/identifier-matcher.ts';
import { firstSeqOfChunk, lastSeqOfChunk, NO_EVENT } from './chunk.ts';
import type { Chunk, ChunkIndex } from './chunk-index.ts';
import type { FacetMask, FacetIndex } from './facet-index.ts';
import { type FilterCondition, filterCondition } from './filter-condition.ts';
import { unpackDigits, unpackUuid } from './packed-values.ts';
import { BLOCK_SIZE, blockOf, firstSeqOfBlock, lastSeqOfBlock } from './received-block.ts';
import { type EventFacet, RowQueries } from './row-queries.ts';
import type { BlockWalk, SearchIndex } from './search-index.ts';
import { type SearchQuery, searchQuery } from './search-query.ts';
import type { SeenRanges } from './seen-ranges.ts';
import type { EventRow } from './statements.ts';
import type { TextReader } from './text-reader.ts';
import { TextSearch } from './text-search.ts';

export type Direction = 'older' | 'newer';

/** Inclusive at both ends. */
export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

export interface ScanPart extends SeqRange {
  /** `null`: behind the last one, or in one that cannot be read. */
  readonly chunk: Chunk | null;
}

/** A filter made ready for one call. */
export interface PreparedSearch extends FilterCondition {
  readonly facetMask: FacetMask;
  readonly text: TextSearch | null;
  /** What the search index is asked; `null` where the filter asks for nothing that narrows. */
  readonly query: SearchQuery | null;
  /** Of the chunk that was asked last. */
  lastEvaluation: (ChunkEvaluation & { readonly chunk: Chunk }) | null;
}

/** What a chunk says of a filter. */
export interface ChunkEvaluation {
  /** Nothing in it can match. */
  readonly isExcluded: boolean;
  /** By its pairs of facets: 1 where it passes. `null`: all of them do. */
  readonly pass: Uint8Array | null;
  /** Some of its times are out of the span. */
  readonly needsTimeCheck: boolean;
}

/** Rows of one part where rows, or their texts one by one, have to be looked at. */
const ROWS_PER_PART = 512;

export class EventMatcher {
  readonly #facets: FacetIndex;
  readonly #chunks: ChunkIndex;
  readonly #texts: TextReader;
  readonly #seen: Pick<SeenRanges, 'covers' | 'holds'>;
  readonly #index: SearchIndex;
  readonly #queries: RowQueries;

  constructor(
    database: Database,
    facets: FacetIndex,
    chunks: ChunkIndex,
    texts: TextReader,
    seen: Pick<SeenRanges, 'covers' | 'holds'>,
    index: SearchIndex,
  ) {
    this.#facets = facets;
    this.#chunks = chunks;
    this.#texts = texts;
    this.#seen = seen;
    this.#index = index;
    this.#queries = new RowQueries(database);
  }

  /** `null` where nothing can match: a value that nobody ever sent, a span that ends before it begins. */
  prepareSearch(filter: Filter): PreparedSearch | null {
    const condition = filterCondition(filter);
    const facetMask = this.#facets.maskFor(filter);
    if (
      condition.since > condition.until ||
      condition.seen === 'both' ||
      (facetMask !== null && !facetMask.includes(1))
    )
      return null;
    const text = condition.texts.length > 0 ? new TextSearch(condition.texts) : null;
    const query = searchQuery(condition.texts);
    return { ...condition, facetMask, text, query, lastEvaluation: null };
  }

  /** In this direction, without the chunks in which nothing can match, and without the blocks that the index rules out. */
  *parts(
    search: PreparedSearch,
    direction: Direction,
    { first, last }: SeqRange,
  ): Generator<ScanPart, void, undefined> {
    // Only what the index reaches does it rule out.
    const reach = search.query === null ? -1 : Math.min(last, this.#index.indexedThrough);
    const reached = { first, last: reach };
    const left = { first: Math.max(first, reach + 1), last };
    if (direction === 'older') yield* this.#partsOf(search, direction, left, null);
    if (search.query !== null && first <= reach) {
      const walk = this.#index.walk(search.query, direction, { first: blockOf(first), last: blockOf(reach) });
      yield* this.#partsOf(search, direction, reached, walk);
    }
    if (direction === 'newer') yield* this.#partsOf(search, direction, left, null);
  }

  /** Whether there is an event in the range that the chunks cannot rule out. */
  hasCandidates(search: PreparedSearch, direction: Direction, range: SeqRange): boolean {
    for (const part of this.parts(search, direction, range))
      if ((part.chunk !== null && coversChunk(part, part.chunk)) || this.#queries.edge('newer', part) !== null)
        return true;
    return false;
  }

  evaluateChunk(search: PreparedSearch, chunk: Chunk): ChunkEvaluation {
    if (search.lastEvaluation?.chunk !== chunk) search.lastEvaluation = { ...evaluate(search, chunk), chunk };
    return search.lastEvaluation;
  }

  /** Some of the part were seen and some were not, and the filter asks for one of the two. */
  isPartlySeen({ seen }: PreparedSearch, { first, last }: SeqRange): boolean {
    return seen !== null && this.#seen.covers(first, last) === 'some';
  }

  /** Those that match, in this direction. */
  rows(search: PreparedSearch, part: ScanPart, direction: Direction, limit: number): EventRow[] {
    const { text } = search;
    // A block of a chunk of which some was seen may have none of it.
    if (this.#isExcludedBySeen(search, part)) return [];
    let seqs = this.#candidates(search, part);
    if (seqs?.length === 0) return [];
    if (text === null) return this.#queries.rows(search, part, seqs, direction, limit);
    const block = this.#texts.block(blockOf(part.first));
    const among = text.candidates(block, this.#texts.seqsWithoutText(block));
    if (among === 'none') return [];
    if (among === 'all') return this.#queries.rows(search, part, seqs, direction, limit);
    seqs = (seqs ?? [...among].toSorted((one, other) => one - other)).filter(
      (seq) => among.has(seq) && seq >= part.first && seq <= part.last,
    );
    const rows = this.#queries.rows(search, part, seqs, direction, Number.MAX_SAFE_INTEGER);
    return rows.filter((row) => text.holds(identifiersOf(row), () => this.#textOf(row.seq))).slice(0, limit);
  }

  /** Those of the part that have the facet and the time, and were seen or not. Only where texts are not asked for. */
  eventFacets(search: PreparedSearch, range: SeqRange): readonly EventFacet[] {
    const { facetMask: choice, since, until, seen } = search;
    const places = this.#queries.eventFacets(range);
    const isDivided = this.isPartlySeen(search, range);
    const anyTime = since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
    if (choice === null && anyTime && !isDivided) return places;
    return places.filter(
      ([seq, at, facet]) =>
        at >= since &&
        at <= until &&
        (choice === null || choice[facet] === 1) &&
        (!isDivided || this.#seen.holds(seq) === seen),
    );
  }

  /** @param walk over the blocks that may hold a match; `null`: any may */
  *#partsOf(
    search: PreparedSearch,
    direction: Direction,
    { first, last }: SeqRange,
    walk: BlockWalk | null,
  ): Generator<ScanPart, void, undefined> {
    const { tail } = this.#chunks;
    const behind = { first: Math.max(first, tail), last };
    const inChunks = { first, last: Math.min(last, tail - 1) };
    if (direction === 'older') yield* this.#tailParts(search, direction, behind, walk);
    yield* this.#chunkParts(search, direction, inChunks, walk);
    if (direction === 'newer') yield* this.#tailParts(search, direction, behind, walk);
  }

  *#tailParts(
    search: PreparedSearch,
    direction: Direction,
    range: SeqRange,
    walk: BlockWalk | null,
  ): Generator<ScanPart, void, undefined> {
    if (range.first > range.last) return;
    if (walk === null) yield* this.#rowParts(search, direction, range);
    else
      for (const part of candidateBlocks(range, direction, walk))
        if (!this.#isExcludedBySeen(search, part)) yield { ...part, chunk: null };
  }

  *#rowParts(search: PreparedSearch, direction: Direction, range: SeqRange): Generator<ScanPart, void, undefined> {
    const size = search.text === null ? ROWS_PER_PART : BLOCK_SIZE;
    for (let rest = range; ;) {
      // Rows may be few and far between.
      const edge = this.#queries.edge(direction, rest);
      if (edge === null) return;
      const step = stepAt(edge, size, rest);
      if (!this.#isExcludedBySeen(search, step)) yield { ...step, chunk: null };
      rest = remainderAfter(step, direction, rest);
    }
  }

  *#chunkParts(
    search: PreparedSearch,
    direction: Direction,
    range: SeqRange,
    walk: BlockWalk | null,
  ): Generator<ScanPart, void, undefined> {
    for (let rest = range; rest.first <= rest.last;) {
      const chunk = this.#chunks.nearest(nearEnd(direction, rest), direction);
      if (chunk === null) return;
      const first = Math.max(rest.first, firstSeqOfChunk(chunk.id));
      const last = Math.min(rest.last, lastSeqOfChunk(chunk.id));
      const part = { first, last };
      rest = remainderAfter(part, direction, rest);
      if (chunk.isDamaged) yield* this.#rowParts(search, direction, part);
      if (chunk.isDamaged || this.evaluateChunk(search, chunk).isExcluded || this.#isExcludedBySeen(search, part))
        continue;
      if (search.text === null) yield { ...part, chunk };
      else if (walk === null) yield* blockParts(part, direction, chunk);
      else {
        for (const block of candidateBlocks(part, direction, walk)) yield { ...block, chunk };
        // Nothing that lies before the next candidate can match.
        rest = remainderFromBlock(
          rest.first > rest.last ? null : walk.next(blockOf(nearEnd(direction, rest))),
          direction,
          rest,
        );
      }
    }
  }

  #isExcludedBySeen({ seen }: PreparedSearch, { first, last }: SeqRange): boolean {
    return seen !== null && this.#seen.covers(first, last) === (seen ? 'none' : 'all');
  }

  /** By facet, time, and what was seen, ascending; `null`: all that are there. */
  #candidates(search: PreparedSearch, part: ScanPart): number[] | null {
    const { since, until, facetMask: choice, seen } = search;
    const { first, last, chunk } = part;
    const isDivided = this.isPartlySeen(search, part);
    if (chunk === null) {
      // Times alone are a condition of the rows themselves.
      return choice === null && !isDivided ? null : this.eventFacets(search, part).map(([seq]) => seq);
    }
    const { pass, needsTimeCheck } = this.evaluateChunk(search, chunk);
    const withTimes = needsTimeCheck && chunk.isTimed;
    if (pass === null && !withTimes && !isDivided) return null;
    const { places, times } = this.#chunks.columns(chunk, withTimes);
    const from = since - chunk.earliest;
    const to = until - chunk.earliest;
    const beginning = firstSeqOfChunk(chunk.id);
    const seqs: number[] = [];
    for (let place = first - beginning; place <= last - beginning; place += 1) {
      const index = places[place] ?? NO_EVENT;
      if (index === NO_EVENT || (pass !== null && pass[index] !== 1)) continue;
      if (isDivided && this.#seen.holds(beginning + place) !== seen) continue;
      const time = withTimes ? (times?.[place] ?? 0) : from;
      if (!withTimes || (time >= from && time <= to)) seqs.push(beginning + place);
    }
    return seqs;
  }

  #textOf(seq: number): string {
    return this.#texts.entry(seq)?.data.toString() ?? '';
  }
}

function identifiersOf({ id, eid, iccid, requestId }: EventRow): RowIdentifiers {
  return { id: unpackUuid(id), eid: unpackDigits(eid), iccid: unpackDigits(iccid), requestId: unpackUuid(requestId) };
}

function evaluate(
  { since, until, facetMask: choice }: PreparedSearch,
  { events, earliest, latest, facets }: Chunk,
): ChunkEvaluation {
  if (events === 0 || earliest > until || latest < since)
    return { isExcluded: true, pass: null, needsTimeCheck: false };
  const byTime = earliest < since || latest > until;
  if (choice === null) return { isExcluded: false, pass: null, needsTimeCheck: byTime };
  // Most chunks have none of a rare value: nothing is made for them.
  let first = 0;
  while (first < facets.length && choice[facets[first] ?? 0] !== 1) first += 2;
  if (first >= facets.length) return { isExcluded: true, pass: null, needsTimeCheck: byTime };
  const pass = new Uint8Array(facets.length / 2);
  let passing = 0;
  for (let index = first / 2; index < pass.length; index += 1) {
    const passes = choice[facets[2 * index] ?? 0] ?? 0;
    pass[index] = passes;
    passing += passes;
  }
  return { isExcluded: false, pass: passing === pass.length ? null : pass, needsTimeCheck: byTime };
}

/** The first seq is 1. */
export function coversChunk({ first, last }: SeqRange, { id }: Chunk): boolean {
  return first <= Math.max(1, firstSeqOfChunk(id)) && last === lastSeqOfChunk(id);
}

function* blockParts(range: SeqRange, direction: Direction, chunk: Chunk): Generator<ScanPart, void, undefined> {
  for (let left = range; left.first <= left.last;) {
    const step = stepAt(nearEnd(direction, left), BLOCK_SIZE, left);
    left = remainderAfter(step, direction, left);
    yield { ...step, chunk };
  }
}

/** Those of the range that may hold a match. */
function* candidateBlocks(
  range: SeqRange,
  direction: Direction,
  walk: BlockWalk,
): Generator<SeqRange, void, undefined> {
  for (let left = range; left.first <= left.last;) {
    const block = walk.next(blockOf(nearEnd(direction, left)));
    if (block === null || lastSeqOfBlock(block) < left.first || firstSeqOfBlock(block) > left.last) return;
    const step = atBlock(block, left);
    yield step;
    left = remainderAfter(step, direction, left);
  }
}

/** What is left of the range from the block on; nothing, where there is none. */
function remainderFromBlock(block: number | null, direction: Direction, { first, last }: SeqRange): SeqRange {
  if (direction === 'older') return { first, last: block === null ? first - 1 : Math.min(last, lastSeqOfBlock(block)) };
  return { first: block === null ? last + 1 : Math.max(first, firstSeqOfBlock(block)), last };
}

function atBlock(block: number, { first, last }: SeqRange): SeqRange {
  return { first: Math.max(first, firstSeqOfBlock(block)), last: Math.min(last, lastSeqOfBlock(block)) };
}

function nearEnd(direction: Direction, { first, last }: SeqRange): number {
  return direction === 'older' ? last : first;
}

/** The part of this size in which the seq lies, as far as it lies in the range. */
function stepAt(seq: number, size: number, { first, last }: SeqRange): SeqRange {
  const beginning = seq - (seq % size);
  return { first: Math.max(first, beginning), last: Math.min(last, beginning + size - 1) };
}

/** What is left of the range after this part of it. */
function remainderAfter(part: SeqRange, direction: Direction, { first, last }: SeqRange): SeqRange {
  return direction === 'older' ? { first, last: part.first - 1 } : { first: part.last + 1, last };
}

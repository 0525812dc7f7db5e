/**
 * Finds matching events part by part: adjacent seqs, all in one chunk or all after the last one. Reads columns before
 * rows, and texts before rows only if nothing else can decide.
 */
import type { Database } from 'better-sqlite3';
import type { Filter } from '../../../../../src-shared/domain/filter/filter.ts';
import type { RowIdentifiers } from '../../../../../src-shared/domain/filter/identifier-matcher.ts';
import { firstSeqOfChunk, lastSeqOfChunk, NO_EVENT } from '../texts/chunk.ts';
import type { Chunk, ChunkIndex } from '../columns/chunk-index.ts';
import type { FacetMask, FacetIndex } from '../columns/facet-index.ts';
import { type FilterCondition, filterCondition } from '../columns/filter-condition.ts';
import { unpackDigits, unpackUuid } from '../texts/packed-values.ts';
import { BLOCK_SIZE, blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import { type EventFacet, createRowQueries, type Direction, type SeqRange } from './row-queries.ts';
import type { BlockWalk, SearchIndex } from '../search/search-index.ts';
import { type SearchQuery, searchQuery } from '../search/search-query.ts';
import type { SeenRanges } from '../rows/seen-ranges.ts';
import type { EventRow } from '../rows/event-columns.ts';
import type { TextReader } from '../texts/text-reader.ts';
import { TextSearch } from '../search/text-search.ts';

export interface ScanPart extends SeqRange {
  /** Null after the last chunk, and in a chunk that cannot be read. */
  readonly chunk: Chunk | null;
  /** Seqs that the search index has found, ascending; null if any event may match. */
  readonly events: readonly number[] | null;
  readonly isExact: boolean;
}

export interface PreparedSearch extends FilterCondition {
  readonly facetMask: FacetMask;
  readonly text: TextSearch | null;
  readonly query: SearchQuery | null;
  lastEvaluation: (ChunkEvaluation & { readonly chunk: Chunk }) | null;
}

export interface ChunkEvaluation {
  readonly isExcluded: boolean;
  /** 1 for each pair of facets that passes; null if all pass. */
  readonly pass: Uint8Array | null;
  readonly needsTimeCheck: boolean;
}

type Parts<Part extends SeqRange = ScanPart> = Generator<Part, void, undefined>;

const ROWS_PER_PART = 512;
/** A page draws in 16 ms. */
const MAX_LOOKAHEAD_MS = 12;
const NO_EVENTS: readonly number[] = [];

export function createEventMatcher(
  database: Database,
  facets: FacetIndex,
  chunks: ChunkIndex,
  texts: TextReader,
  seenRanges: Pick<SeenRanges, 'covers' | 'holds'>,
  searchIndex: SearchIndex,
) {
  const queries = createRowQueries(database);

  /** Returns null if nothing can match: an unknown value, or a span that ends before it begins. */
  function prepareSearch(filter: Filter): PreparedSearch | null {
    const condition = filterCondition(filter);
    const facetMask = facets.maskFor(filter);
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

  /** Yields the parts in this direction, without chunks and blocks in which nothing can match. */
  function* parts(search: PreparedSearch, direction: Direction, { first, last }: SeqRange): Parts {
    // The index rules out only blocks that it covers.
    const reach = search.query === null ? -1 : Math.min(last, searchIndex.indexedThrough);
    const reached = { first, last: reach };
    const left = { first: Math.max(first, reach + 1), last };
    if (direction === 'older') yield* partsOf(search, direction, left, null);
    if (search.query !== null && first <= reach) {
      const walk = searchIndex.walk(search.query, direction);
      yield* partsOf(search, direction, reached, walk);
    }
    if (direction === 'newer') yield* partsOf(search, direction, left, null);
  }

  /** Also returns true if this is not known after some milliseconds. */
  function hasCandidates(search: PreparedSearch, direction: Direction, range: SeqRange): boolean {
    const until = performance.now() + MAX_LOOKAHEAD_MS;
    for (const part of parts(search, direction, range)) {
      if (part.events === NO_EVENTS && performance.now() < until) continue;
      if ((part.chunk !== null && coversChunk(part, part.chunk)) || queries.edge('newer', part) !== null) return true;
    }
    return false;
  }

  /** Returns false if columns decide which events match. */
  function needsRows({ text }: PreparedSearch): boolean {
    return text !== null;
  }

  function evaluateChunk(search: PreparedSearch, chunk: Chunk): ChunkEvaluation {
    if (search.lastEvaluation?.chunk !== chunk) search.lastEvaluation = { ...evaluate(search, chunk), chunk };
    return search.lastEvaluation;
  }

  function isPartlySeen({ seen }: PreparedSearch, { first, last }: SeqRange): boolean {
    return seen !== null && seenRanges.covers(first, last) === 'some';
  }

  function rows(search: PreparedSearch, part: ScanPart, direction: Direction, limit: number): EventRow[] {
    const { text } = search;
    // A block can be ruled out although its chunk was not.
    if (part.events === NO_EVENTS || isExcludedBySeen(search, part)) return [];
    let seqs = candidates(search, part);
    if (seqs?.length === 0) return [];
    if (text === null) return queries.rows(search, part, seqs, direction, limit);
    const among = part.events === null ? textCandidates(text, part) : new Set(part.events);
    if (among === 'none') return [];
    if (among === 'all') return queries.rows(search, part, seqs, direction, limit);
    seqs = (seqs ?? [...among].toSorted((one, other) => one - other)).filter(
      (seq) => among.has(seq) && seq >= part.first && seq <= part.last,
    );
    const found = queries.rows(search, part, seqs, direction, Number.MAX_SAFE_INTEGER);
    return found.filter((row) => text.holds(identifiersOf(row), () => textOf(row.seq))).slice(0, limit);
  }

  function textCandidates(text: TextSearch, { first }: SeqRange) {
    const block = texts.block(blockOf(first));
    const found = text.candidates(block, texts.seqsWithoutText(block));
    if (found === 'none') texts.release();
    return found;
  }

  function eventFacets(search: PreparedSearch, range: SeqRange): readonly EventFacet[] {
    const { facetMask: choice, since, until, seen } = search;
    const places = queries.eventFacets(range);
    const isDivided = isPartlySeen(search, range);
    const anyTime = since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
    if (choice === null && anyTime && !isDivided) return places;
    return places.filter(
      ([seq, at, facet]) =>
        at >= since &&
        at <= until &&
        (choice === null || choice[facet] === 1) &&
        (!isDivided || seenRanges.holds(seq) === seen),
    );
  }

  /** Returns the events of the part that match, from columns; null if texts or rows must decide. */
  function exactEvents(search: PreparedSearch, part: ScanPart): readonly EventFacet[] | null {
    const { since, until, seen } = search;
    const { events, isExact, chunk, first, last } = part;
    if (events === null || !isExact || chunk?.isTimed !== true) return null;
    if (isExcludedBySeen(search, part)) return [];
    const { pass } = evaluateChunk(search, chunk);
    const { places, times } = chunks.columns(chunk, true);
    const isDivided = isPartlySeen(search, part);
    const firstSeq = firstSeqOfChunk(chunk.id);
    return events.flatMap((seq): EventFacet[] => {
      const index = places[seq - firstSeq] ?? NO_EVENT;
      const at = chunk.earliest + (times?.[seq - firstSeq] ?? 0);
      const matches =
        seq >= first &&
        seq <= last &&
        index !== NO_EVENT &&
        (pass === null || pass[index] === 1) &&
        at >= since &&
        at <= until &&
        (!isDivided || seenRanges.holds(seq) === seen);
      return matches ? [[seq, at, chunk.facets[2 * index] ?? 0]] : [];
    });
  }

  /** @param walk over the blocks that may match; null if any block may */
  function* partsOf(
    search: PreparedSearch,
    direction: Direction,
    { first, last }: SeqRange,
    walk: BlockWalk | null,
  ): Parts {
    const { tail } = chunks;
    const tailRange = { first: Math.max(first, tail), last };
    const inChunks = { first, last: Math.min(last, tail - 1) };
    if (direction === 'older') yield* tailParts(search, direction, tailRange, walk);
    yield* chunkParts(search, direction, inChunks, walk);
    if (direction === 'newer') yield* tailParts(search, direction, tailRange, walk);
  }

  function* tailParts(search: PreparedSearch, direction: Direction, range: SeqRange, walk: BlockWalk | null): Parts {
    if (range.first > range.last) return;
    if (walk === null) yield* rowParts(search, direction, range);
    else
      for (const part of candidateBlocks(range, direction, walk))
        if (!isExcludedBySeen(search, part)) yield { ...part, chunk: null };
  }

  function* rowParts(search: PreparedSearch, direction: Direction, range: SeqRange): Parts {
    const size = needsRows(search) ? BLOCK_SIZE : ROWS_PER_PART;
    for (let rest = range; ;) {
      // Skips to the next existing row, because there may be few.
      const edge = queries.edge(direction, rest);
      if (edge === null) return;
      const step = stepAt(edge, size, rest);
      if (!isExcludedBySeen(search, step)) yield { ...step, chunk: null, events: null, isExact: false };
      rest = remainderAfter(step, direction, rest);
    }
  }

  function* chunkParts(search: PreparedSearch, direction: Direction, range: SeqRange, walk: BlockWalk | null): Parts {
    for (let rest = range; rest.first <= rest.last;) {
      const chunk = chunks.nearest(nearEnd(direction, rest), direction);
      if (chunk === null) return;
      const first = Math.max(rest.first, firstSeqOfChunk(chunk.id));
      const last = Math.min(rest.last, lastSeqOfChunk(chunk.id));
      const part = { first, last };
      rest = remainderAfter(part, direction, rest);
      if (chunk.isDamaged) yield* rowParts(search, direction, part);
      if (chunk.isDamaged || evaluateChunk(search, chunk).isExcluded || isExcludedBySeen(search, part)) continue;
      if (!needsRows(search)) yield { ...part, chunk, events: null, isExact: false };
      else if (walk === null) yield* blockParts(part, direction, chunk);
      else {
        for (const block of candidateBlocks(part, direction, walk)) yield { ...block, chunk };
        // The caller can stop after each chunk, also if many have no candidates.
        yield { ...part, chunk, events: NO_EVENTS, isExact: false };
      }
    }
  }

  function isExcludedBySeen({ seen }: PreparedSearch, { first, last }: SeqRange): boolean {
    return seen !== null && seenRanges.covers(first, last) === (seen ? 'none' : 'all');
  }

  /** Returns the seqs that match by facet, time and seen, ascending; null means all rows of the part. */
  function candidates(search: PreparedSearch, part: ScanPart): number[] | null {
    const { since, until, facetMask: choice, seen } = search;
    const { first, last, chunk } = part;
    const isDivided = isPartlySeen(search, part);
    if (chunk === null) {
      // The query of the rows checks the times.
      return choice === null && !isDivided ? null : eventFacets(search, part).map(([seq]) => seq);
    }
    const { pass, needsTimeCheck } = evaluateChunk(search, chunk);
    const withTimes = needsTimeCheck && chunk.isTimed;
    if (pass === null && !withTimes && !isDivided) return null;
    const { places, times } = chunks.columns(chunk, withTimes);
    const from = since - chunk.earliest;
    const to = until - chunk.earliest;
    const firstSeq = firstSeqOfChunk(chunk.id);
    const seqs: number[] = [];
    for (let place = first - firstSeq; place <= last - firstSeq; place += 1) {
      const index = places[place] ?? NO_EVENT;
      if (index === NO_EVENT || (pass !== null && pass[index] !== 1)) continue;
      if (isDivided && seenRanges.holds(firstSeq + place) !== seen) continue;
      const time = withTimes ? (times?.[place] ?? 0) : from;
      if (!withTimes || (time >= from && time <= to)) seqs.push(firstSeq + place);
    }
    return seqs;
  }

  function textOf(seq: number): string {
    return texts.entry(seq)?.data.toString() ?? '';
  }

  return {
    prepareSearch,
    parts,
    hasCandidates,
    needsRows,
    evaluateChunk,
    isPartlySeen,
    rows,
    eventFacets,
    exactEvents,
  };
}
export type EventMatcher = ReturnType<typeof createEventMatcher>;

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
  // Most chunks do not contain a rare value, so nothing is allocated for them.
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

/** Seqs start at 1, so the first chunk has no seq 0. */
export function coversChunk({ first, last }: SeqRange, { id }: Chunk): boolean {
  return first <= Math.max(1, firstSeqOfChunk(id)) && last === lastSeqOfChunk(id);
}

function* blockParts(range: SeqRange, direction: Direction, chunk: Chunk): Parts {
  for (let left = range; left.first <= left.last;) {
    const step = stepAt(nearEnd(direction, left), BLOCK_SIZE, left);
    left = remainderAfter(step, direction, left);
    yield { ...step, chunk, events: null, isExact: false };
  }
}

function* candidateBlocks(range: SeqRange, direction: Direction, walk: BlockWalk): Parts<Omit<ScanPart, 'chunk'>> {
  for (let left = range; left.first <= left.last;) {
    const block = walk.next(blockOf(nearEnd(direction, left)), blockOf(farEnd(direction, left)));
    if (block === null) return;
    const step = atBlock(block, left);
    yield { ...step, ...walk.eventsIn(block) };
    left = remainderAfter(step, direction, left);
  }
}

function atBlock(block: number, { first, last }: SeqRange): SeqRange {
  return { first: Math.max(first, firstSeqOfBlock(block)), last: Math.min(last, lastSeqOfBlock(block)) };
}

function farEnd(direction: Direction, { first, last }: SeqRange): number {
  return direction === 'older' ? first : last;
}

function nearEnd(direction: Direction, { first, last }: SeqRange): number {
  return direction === 'older' ? last : first;
}

function stepAt(seq: number, size: number, { first, last }: SeqRange): SeqRange {
  const firstSeq = seq - (seq % size);
  return { first: Math.max(first, firstSeq), last: Math.min(last, firstSeq + size - 1) };
}

function remainderAfter(part: SeqRange, direction: Direction, { first, last }: SeqRange): SeqRange {
  return direction === 'older' ? { first, last: part.first - 1 } : { first: part.last + 1, last };
}

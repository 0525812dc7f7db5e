/** Counts events by fields and time, in batches: memory depends on the groups of one batch only. */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import type { FilterTerm } from '../../../../src-shared/domain/filter/filter.ts';
import { LAST_MOMENT } from '../../../../src-shared/lib/last-moment.ts';
import type { CountQuery, EventGroup, EventReader, GroupsQuery } from '../../../core/ports/event-store.ts';
import { readGroups } from '../../../core/timeline/tallies.ts';
import { type BucketLength, bucketEdges } from './time-buckets.ts';
import type { Zone } from '../../../../src-shared/lib/zone.ts';

type GroupReader = Pick<EventReader, 'groups'>;

export interface GroupedCountQuery extends CountQuery {
  readonly by: readonly FacetField[];
  readonly every: { readonly length: BucketLength; readonly zone: Zone } | null;
}

export interface CountedGroup {
  /** Values in the order of the fields; null for events without the field. */
  readonly values: readonly (string | null)[];
  /** UTC epoch ms; null if not counted by time. */
  readonly from: number | null;
  readonly count: number;
}

/** Per batch. With fields, each bucket can have many groups. */
const MAX_BUCKETS = { alone: 1_000, withFields: 100 };

/** @throws AppError STORE_… */
export async function* countedGroups(
  reader: GroupReader,
  { by, every, ...query }: GroupedCountQuery,
): AsyncGenerator<CountedGroup, void, undefined> {
  if (every === null) {
    yield* sorted(await groups(reader, { ...query, by, edges: null })).map((group) => toCountedGroup(group, null));
    return;
  }
  const times = await receivedSpan(reader, { ...query, filter: { terms: query.filter.terms.filter(isTime) } });
  if (times === null) return;
  const maxBuckets = by.length === 0 ? MAX_BUCKETS.alone : MAX_BUCKETS.withFields;
  for (const edges of inBatches(bucketEdges(times.first, times.last, every.length, every.zone), maxBuckets)) {
    const found = await groups(reader, { ...query, by, edges });
    if (by.length > 0) yield* sorted(found).map((group) => toCountedGroup(group, edges[group.bucket] ?? null));
    else {
      const counts = new Map(found.map(({ bucket, count }) => [bucket, count]));
      for (const [bucket, from] of edges.slice(0, -1).entries())
        yield { values: [], from, count: counts.get(bucket) ?? 0 };
    }
  }
}

const toCountedGroup = ({ values, count }: EventGroup, from: number | null): CountedGroup => ({ values, from, count });

const isTime = ({ kind }: FilterTerm) => kind === 'since' || kind === 'until';

/** Each batch begins with the last edge of the one before. */
function* inBatches(edges: Iterable<number>, maxBuckets: number): Generator<readonly number[]> {
  let batch: number[] = [];
  for (const edge of edges) {
    batch.push(edge);
    if (batch.length <= maxBuckets) continue;
    yield batch;
    batch = [edge];
  }
  if (batch.length > 1) yield batch;
}

async function groups(reader: GroupReader, query: GroupsQuery): Promise<readonly EventGroup[]> {
  return (await readGroups(reader, query, { maxBatches: Infinity })).value;
}

function sorted(found: readonly EventGroup[]): EventGroup[] {
  const name = ({ values }: EventGroup) => JSON.stringify(values);
  return found.toSorted(
    (one, other) => one.bucket - other.bucket || other.count - one.count || (name(one) < name(other) ? -1 : 1),
  );
}

const ALL_TIMES = { from: -LAST_MOMENT, to: LAST_MOMENT };
const PARTS = 1_000;

interface Span {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Finds when the earliest and the latest event were received. They are not always the first and last stored ones,
 * because a clock may have been set back. Divides the first and the last part that has events until it is 1 ms long.
 */
async function receivedSpan(
  reader: GroupReader,
  query: CountQuery,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const ends = await occupiedEnds(reader, query, ALL_TIMES);
  if (ends === null) return null;
  let { first, last } = ends;
  while (first.to - first.from > 1) first = (await occupiedEnds(reader, query, first))?.first ?? nextTo(first.from);
  while (last.to - last.from > 1) last = (await occupiedEnds(reader, query, last))?.last ?? nextTo(last.to - 1);
  return { first: first.from, last: last.from };
}

/** Used if retention has removed the events of the part in the meantime. */
const nextTo = (from: number): Span => ({ from, to: from + 1 });

async function occupiedEnds(
  reader: GroupReader,
  query: CountQuery,
  { from, to }: Span,
): Promise<{ readonly first: Span; readonly last: Span } | null> {
  const parts = Math.min(PARTS, to - from);
  const edges = Array.from({ length: parts + 1 }, (_, index) => from + Math.floor(((to - from) / parts) * index));
  const buckets = (await groups(reader, { ...query, by: [], edges })).map(({ bucket }) => bucket);
  const part = (bucket: number): Span => ({ from: edges[bucket] ?? from, to: edges[bucket + 1] ?? to });
  return buckets.length === 0 ? null : { first: part(Math.min(...buckets)), last: part(Math.max(...buckets)) };
}

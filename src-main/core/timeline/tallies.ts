/** Sums counts, facets and histograms over batches. If texts must be read, the result may be partial. */
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import type { Outcome } from '../../../src-shared/domain/event/event.ts';
import type { Combinations } from '../../../src-shared/domain/differences/differences.ts';
import type {
  CombinationsQuery,
  CountQuery,
  EventGroup,
  EventReader,
  GroupsQuery,
  HistogramQuery,
} from '../ports/event-store.ts';

/** Batches of some milliseconds each: about a second in total, even while others read. */
const MAX_BATCHES = 64;

/** `next` is the `to` to continue with; null if everything is counted. */
export interface TallyResult<Value> {
  readonly value: Value;
  readonly next: number | null;
}

export interface TallyLimits {
  readonly signal?: AbortSignal | undefined;
  readonly enough?: AbortSignal;
  readonly maxBatches?: number;
}

/** @throws AppError STORE_…; the signal's reason */
export async function readCount(
  reader: Pick<EventReader, 'count'>,
  query: CountQuery,
  limits: TallyLimits = {},
): Promise<TallyResult<number>> {
  let count = 0;
  const next = await inBatches(query.to, limits, async (to) => {
    const batch = await reader.count({ ...query, to }, limits.signal);
    count += batch.count;
    return batch.next;
  });
  return { value: count, next };
}

interface FacetTally {
  readonly field: FacetField;
  /** Most frequent first. Null counts the events without the field. */
  readonly values: { readonly value: string | null; readonly count: number }[];
}

export interface FacetTallies {
  readonly count: number;
  readonly fields: FacetTally[];
}

/** @throws AppError STORE_…; the signal's reason */
export async function readFacets(
  reader: Pick<EventReader, 'facets'>,
  query: CountQuery & { readonly fields: readonly FacetField[] },
  limits: TallyLimits = {},
): Promise<TallyResult<FacetTallies>> {
  let count = 0;
  const sums = new Map(query.fields.map((field) => [field, new Map<string | null, number>()]));
  const next = await inBatches(query.to, limits, async (to) => {
    const batch = await reader.facets({ ...query, to }, limits.signal);
    count += batch.count;
    for (const { field, values } of batch.fields) {
      const ofField = sums.get(field);
      for (const { value, count: more } of values) ofField?.set(value, (ofField.get(value) ?? 0) + more);
    }
    return batch.next;
  });
  const fields = [...sums].map(([field, values]) => ({
    field,
    values: [...values]
      .map(([value, sum]) => ({ value, count: sum }))
      .toSorted((one, other) => other.count - one.count),
  }));
  return { value: { count, fields }, next };
}

export interface OutcomeCounts {
  readonly outcome: Outcome | null;
  readonly counts: number[];
}

/** @throws AppError STORE_…; the signal's reason */
export async function readHistogram(
  reader: Pick<EventReader, 'histogram'>,
  query: HistogramQuery,
  limits: TallyLimits = {},
): Promise<TallyResult<OutcomeCounts[]>> {
  const sums = new Map<Outcome | null, number[]>();
  const next = await inBatches(query.to, limits, async (to) => {
    const batch = await reader.histogram({ ...query, to }, limits.signal);
    for (const { outcome, counts } of batch.outcomes) {
      const before = sums.get(outcome);
      sums.set(
        outcome,
        counts.map((count, bucket) => count + (before?.[bucket] ?? 0)),
      );
    }
    return batch.next;
  });
  return { value: [...sums].map(([outcome, counts]) => ({ outcome, counts })), next };
}

/** Returns a part for each batch. @throws AppError STORE_…; the signal's reason */
export async function readCombinations(
  reader: Pick<EventReader, 'combinations'>,
  query: CombinationsQuery,
  limits: TallyLimits = {},
): Promise<TallyResult<Combinations[]>> {
  const value: Combinations[] = [];
  const next = await inBatches(query.to, limits, async (to) => {
    const batch = await reader.combinations({ ...query, to }, limits.signal);
    value.push(batch);
    return batch.next;
  });
  return { value, next };
}

/** Returns the groups in no order. @throws AppError BAD_ARGUMENT, STORE_…; the signal's reason */
export async function readGroups(
  reader: Pick<EventReader, 'groups'>,
  query: GroupsQuery,
  limits: TallyLimits = {},
): Promise<TallyResult<EventGroup[]>> {
  const sums = new Map<string, EventGroup>();
  const next = await inBatches(query.to, limits, async (to) => {
    const batch = await reader.groups({ ...query, to }, limits.signal);
    for (const group of batch.groups) {
      const key = JSON.stringify([group.bucket, ...group.values]);
      sums.set(key, { ...group, count: group.count + (sums.get(key)?.count ?? 0) });
    }
    return batch.next;
  });
  return { value: [...sums.values()], next };
}

async function inBatches(
  to: number,
  { signal, enough, maxBatches = MAX_BATCHES }: TallyLimits,
  countBatch: (to: number) => Promise<number | null>,
): Promise<number | null> {
  let next: number | null = to;
  for (let batches = 0; next !== null && batches < maxBatches; batches += 1) {
    signal?.throwIfAborted();
    next = await countBatch(next);
    if (enough?.aborted === true) return next;
  }
  return next;
}

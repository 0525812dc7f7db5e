/** Pure. An incomplete sum is a minimum. */
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import type { TimelineFacets, TimelineHistogram } from '../../../src-shared/api/timeline.ts';
import type { Outcome } from '../../../src-shared/domain/event/event.ts';
import { type Filter, resolveTime } from '../../../src-shared/domain/filter/filter.ts';
import { filterSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { PartialResult } from '../loading/paced-query.ts';
import type { TimeSpan } from '../../time/bar-edges.ts';

export interface FacetCount {
  /** `null`: events without the field. */
  readonly value: string | null;
  readonly count: number;
}
export type FacetTable = ReadonlyMap<FacetField, readonly FacetCount[]>;
export type OutcomeBars = ReadonlyMap<Outcome | null, readonly number[]>;

export interface FacetSums {
  readonly count: number;
  readonly fields: FacetTable;
}

export const NO_BARS: OutcomeBars = new Map();
export const EMPTY_FACETS: FacetSums = { count: 0, fields: new Map() };

/** `read` receives the newest event that is not counted yet; null for the newest of all. */
export async function* summed<Batch extends { readonly next: number | null }, Sum>(
  read: (to: number | null) => Promise<Batch>,
  empty: Sum,
  add: (sum: Sum, batch: Batch) => Sum,
  first: number | null = null,
): AsyncGenerator<PartialResult<Sum>> {
  let value = empty;
  let to = first;
  do {
    const batch: Batch = await read(to);
    value = add(value, batch);
    to = batch.next;
    yield { value, isComplete: to === null };
  } while (to !== null);
}

export function withFacets(sums: FacetSums, { count, fields }: Pick<TimelineFacets, 'count' | 'fields'>): FacetSums {
  const added = new Map(sums.fields);
  for (const { field, values } of fields) {
    const counts = new Map((added.get(field) ?? []).map((each) => [each.value, each.count]));
    for (const each of values) counts.set(each.value, (counts.get(each.value) ?? 0) + each.count);
    const all = [...counts].map(([value, sum]) => ({ value, count: sum }));
    added.set(
      field,
      all.toSorted((one, other) => other.count - one.count || (one.value ?? '').localeCompare(other.value ?? '')),
    );
  }
  return { count: sums.count + count, fields: added };
}

export function withBars(bars: OutcomeBars, { outcomes }: Pick<TimelineHistogram, 'outcomes'>): OutcomeBars {
  const added = new Map(bars);
  for (const { outcome, counts } of outcomes) {
    const before = added.get(outcome);
    added.set(
      outcome,
      counts.map((count, index) => count + (before?.[index] ?? 0)),
    );
  }
  return added;
}

/** By default from the oldest stored event to now. */
export function shownSpan(filter: Filter, now: number, oldestAt: number | null): TimeSpan {
  const { since, until } = filterSpan(filter, now);
  const to = until === null ? now : resolveTime(until, now);
  const from = since === null ? Math.min(oldestAt ?? to, to) : resolveTime(since, now);
  // A span that ends before it starts is empty.
  return { from, to: Math.max(to, from) };
}

/** True if the result changes as time passes, even without new events. */
export function movesWithTime({ terms }: Filter): boolean {
  return terms.some((term) => (term.kind === 'since' || term.kind === 'until') && term.time.kind !== 'at');
}

/** Converts tallies by facet to the answers of the port. */
import type { FacetField } from '../../../../../src-shared/domain/event/event-fields.ts';
import { type Outcome, outcomes } from '../../../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../../../src-shared/domain/filter/filter.ts';
import { matchesFacet, isFacetTerm } from '../../../../../src-shared/domain/filter/filter-match.ts';
import type {
  CountBatch,
  CountQuery,
  FacetCounts,
  Groups,
  GroupsQuery,
  Histogram,
  HistogramQuery,
} from '../../../../core/ports/event-store.ts';
import { GroupClasses } from './group-classes.ts';
import { type Facet, type FacetIndex, distinctFacetValues } from './facet-index.ts';
import type { Tallies } from './tallies.ts';

export function count(tallies: Tallies, facetIndex: FacetIndex, query: CountQuery): CountBatch {
  const classes = new Uint32Array(facetIndex.size);
  const { counts, next } = tallies.tally(query, { classes, classCount: 1, edges: null });
  return { count: counts[0] ?? 0, next };
}

/**
 * Tallies once by facet, without the terms on the requested fields. Those terms are applied afterwards, for each field
 * separately.
 */
export function facets(
  tallies: Tallies,
  facetIndex: FacetIndex,
  { fields, filter, ...range }: CountQuery & { readonly fields: readonly FacetField[] },
): FacetCounts {
  const isRequested = (field: FacetField) => fields.includes(field);
  const later = filter.terms.filter(isFacetTerm).filter(({ field }) => isRequested(field));
  const before = { terms: filter.terms.filter((term) => !(isFacetTerm(term) && isRequested(term.field))) };
  const classes = new Uint32Array(facetIndex.size);
  for (let id = 0; id < classes.length; id += 1) classes[id] = id;
  const { counts, next } = tallies.tally(
    { ...range, filter: before },
    { classes, classCount: facetIndex.size, edges: null },
  );
  let matching = 0;
  const found = new Map(fields.map((field) => [field, new Map<string | null, number>()]));
  for (const [id, events] of counts.entries()) {
    if (events === 0) continue;
    const facet = facetIndex.get(id);
    const failed = later.filter((term) => !matchesFacet(term, facet.values));
    if (failed.length === 0) matching += events;
    for (const [field, values] of found)
      if (failed.every((term) => term.field === field)) addValues(values, facet, field, events);
  }
  return {
    count: matching,
    fields: [...found].map(([field, values]) => ({
      field,
      values: [...values].map(([value, events]) => ({ value, count: events })),
    })),
    next,
  };
}

function addValues(found: Map<string | null, number>, facet: Facet, field: FacetField, events: number): void {
  for (const value of distinctFacetValues(facet, field)) found.set(value, (found.get(value) ?? 0) + events);
}

const OUTCOMES: readonly (Outcome | null)[] = [null, ...outcomes];

export function histogram(
  tallies: Tallies,
  facetIndex: FacetIndex,
  { filter, edges, ...range }: HistogramQuery,
): Histogram {
  const classes = new Uint32Array(facetIndex.size);
  for (let id = 0; id < classes.length; id += 1)
    classes[id] = OUTCOMES.indexOf(facetIndex.find(id)?.values.outcome ?? null);
  const classCount = OUTCOMES.length;
  const query = { ...range, filter: withTimeBounds(filter, edges) };
  const { counts, next } = tallies.tally(query, { classes, classCount, edges });
  const bars = OUTCOMES.map((outcome, index) => ({
    outcome,
    counts: Array.from({ length: edges.length - 1 }, (_, bucket) => counts[bucket * classCount + index] ?? 0),
  }));
  return { outcomes: bars.filter((one) => one.counts.some((events) => events > 0)), next };
}

/** @throws AppError BAD_ARGUMENT if there would be too many groups */
export function groups(tallies: Tallies, facetIndex: FacetIndex, query: GroupsQuery): Groups {
  const { by, edges, filter, ...range } = query;
  const sorted = new GroupClasses(facetIndex, by, edges === null ? 1 : edges.length - 1);
  const { classes, classCount } = sorted;
  const matching = { ...range, filter: edges === null ? filter : withTimeBounds(filter, edges) };
  const { counts, next } = tallies.tally(matching, { classes, classCount, edges });
  return { groups: sorted.groupsOf(counts), next };
}

/** Receive times are integers: "before the last edge" is "at or before the millisecond before it". */
function withTimeBounds({ terms }: Filter, edges: readonly number[]): Filter {
  return {
    terms: [
      ...terms,
      { kind: 'since', time: { kind: 'at', at: edges[0] ?? 0 } },
      { kind: 'until', time: { kind: 'at', at: Math.ceil(edges.at(-1) ?? 0) - 1 } },
    ],
  };
}

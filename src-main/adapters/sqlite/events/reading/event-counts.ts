import type { FacetField } from '../../../../../src-shared/domain/event/event-fields.ts';
import { type Outcome, outcomes } from '../../../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../../../src-shared/domain/filter/filter.ts';
import { isFacetTerm } from '../../../../../src-shared/domain/filter/filter-match.ts';
import type {
  CombinationBatch,
  CombinationsQuery,
  CountBatch,
  CountQuery,
  FacetCounts,
  Groups,
  GroupsQuery,
  Histogram,
  HistogramQuery,
} from '../../../../core/ports/event-store.ts';
import { facetDivision, groupClasses } from '../columns/group-classes.ts';
import type { FacetIndex, FacetMask, ValueSets } from '../columns/facet-index.ts';
import type { Tallies } from './tallies.ts';

export function count(tallies: Tallies, facetIndex: FacetIndex, query: CountQuery): CountBatch {
  const classes = new Uint32Array(facetIndex.size);
  const { counts, next } = tallies.tally(query, { classes, classCount: 1, edges: null });
  return { count: counts[0] ?? 0, next };
}

/** Applies the terms on the requested fields after one tally, for each field separately. */
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
  const without = (field: FacetField | null) =>
    facetIndex.maskFor({ terms: later.filter((term) => term.field !== field) });
  return {
    count: sumOf(counts, without(null)),
    fields: fields.map((field) => ({
      field,
      values: countsByValue(facetIndex.valueSets(field), counts, without(field)),
    })),
    next,
  };
}

function sumOf(counts: Float64Array, mask: FacetMask): number {
  return counts.reduce((sum, events, id) => (mask === null || mask[id] === 1 ? sum + events : sum), 0);
}

function countsByValue({ setOf, sets }: ValueSets, counts: Float64Array, mask: FacetMask) {
  const bySet = new Float64Array(sets.length);
  for (let id = 1; id < counts.length; id += 1)
    if (mask === null || mask[id] === 1) {
      const set = setOf[id] ?? 0;
      bySet[set] = (bySet[set] ?? 0) + (counts[id] ?? 0);
    }
  const found = new Map<string | null, number>();
  for (const [set, events] of bySet.entries())
    if (events > 0) for (const value of sets[set]?.values ?? []) found.set(value, (found.get(value) ?? 0) + events);
  return [...found].map(([value, sum]) => ({ value, count: sum }));
}

const OUTCOMES: readonly (Outcome | null)[] = [null, ...outcomes];

export function histogram(
  tallies: Tallies,
  facetIndex: FacetIndex,
  { filter, edges, ...range }: HistogramQuery,
): Histogram {
  const classes = new Uint32Array(facetIndex.size);
  const { setOf, sets } = facetIndex.valueSets('outcome');
  const classOfSet = sets.map(({ facet }) => OUTCOMES.indexOf(facet.outcome));
  for (let id = 0; id < classes.length; id += 1) classes[id] = classOfSet[setOf[id] ?? -1] ?? 0;
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
  const sorted = groupClasses(facetIndex, by, edges === null ? 1 : edges.length - 1);
  const { classes, classCount } = sorted;
  const matching = { ...range, filter: edges === null ? filter : withTimeBounds(filter, edges) };
  const { counts, next } = tallies.tally(matching, { classes, classCount, edges });
  return { groups: sorted.groupsOf(counts), next };
}

export function combinations(
  tallies: Tallies,
  facetIndex: FacetIndex,
  { fields, ...query }: CombinationsQuery,
): CombinationBatch {
  const known = fields.map((field) => facetIndex.valueSets(field));
  const { classes, members } = facetDivision(facetIndex, fields);
  const { counts, next } = tallies.tally(query, { classes, classCount: members.length, edges: null });
  const found = members.flatMap((facet, index) => {
    const events = counts[index] ?? 0;
    return events > 0 ? [{ facet, events }] : [];
  });
  const rows = new Uint32Array(found.length * known.length);
  for (const [row, { facet }] of found.entries())
    for (const [column, { setOf }] of known.entries()) rows[row * known.length + column] = setOf[facet] ?? 0;
  return {
    sets: known.map(({ sets }) => sets.map(({ values }) => values.filter((value) => value !== null))),
    rows,
    counts: Float64Array.from(found, ({ events }) => events),
    next,
  };
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

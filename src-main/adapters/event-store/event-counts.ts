/** What is tallied by facet, as the answers of the port. */
import { type Outcome, outcomeSchema } from '../../../src-shared/domain/event.ts';
import type { FacetField } from '../../../src-shared/domain/filter.ts';
import { facetValues } from '../../../src-shared/domain/filter-match.ts';
import type { Counted, CountQuery, FacetCounts, Histogram, HistogramQuery } from '../../core/ports/event-store.ts';
import type { FacetIndex } from './facet-index.ts';
import type { Tallies } from './tallies.ts';

export function count(tallies: Tallies, known: FacetIndex, query: CountQuery): Counted {
  const classes = new Uint32Array(known.size);
  const { counts, next } = tallies.tally(query, { classes, classCount: 1, edges: null });
  return { count: counts[0] ?? 0, next };
}

export function facets(
  tallies: Tallies,
  known: FacetIndex,
  { fields, ...query }: CountQuery & { readonly fields: readonly FacetField[] },
): FacetCounts {
  const classes = new Uint32Array(known.size);
  for (let id = 0; id < classes.length; id += 1) classes[id] = id;
  const { counts, next } = tallies.tally(query, { classes, classCount: known.size, edges: null });
  return { fields: fields.map((field) => ({ field, values: valuesOf(field, known, counts) })), next };
}

function valuesOf(field: FacetField, known: FacetIndex, counts: Float64Array) {
  const found = new Map<string | null, number>();
  const add = (value: string | null, events: number) => found.set(value, (found.get(value) ?? 0) + events);
  for (const [id, events] of counts.entries()) {
    if (events === 0) continue;
    const values = facetValues(known.get(id), field);
    if (values.length === 0) add(null, events);
    for (const [place, value] of values.entries()) if (values.indexOf(value) === place) add(value, events);
  }
  return [...found].map(([value, events]) => ({ value, count: events }));
}

const OUTCOMES: readonly (Outcome | null)[] = [null, ...outcomeSchema.options];

export function histogram(tallies: Tallies, known: FacetIndex, { filter, edges, ...range }: HistogramQuery): Histogram {
  const classes = new Uint32Array(known.size);
  for (let id = 0; id < classes.length; id += 1) classes[id] = OUTCOMES.indexOf(known.find(id)?.outcome ?? null);
  // Receive times are whole: what is before the last edge is at or before the millisecond ahead of it.
  const within = {
    terms: [
      ...filter.terms,
      { kind: 'since' as const, time: { kind: 'at' as const, at: edges[0] ?? 0 } },
      { kind: 'until' as const, time: { kind: 'at' as const, at: Math.ceil(edges.at(-1) ?? 0) - 1 } },
    ],
  };
  const classCount = OUTCOMES.length;
  const { counts, next } = tallies.tally({ ...range, filter: within }, { classes, classCount, edges });
  const outcomes = OUTCOMES.map((outcome, index) => ({
    outcome,
    counts: Array.from({ length: edges.length - 1 }, (_, bucket) => counts[bucket * classCount + index] ?? 0),
  }));
  return { outcomes: outcomes.filter((one) => one.counts.some((events) => events > 0)), next };
}

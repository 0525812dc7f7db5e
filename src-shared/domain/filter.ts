/**
 * Which events: a value that page, address, command line, saved views and alarms share. A filter is a list of terms
 * that all hold; a term holds where one of its values does, or, negated, where none does. Its text is
 * `filter-text.ts`, its meaning in memory `filter-match.ts`, in SQL `adapters/event-store/filter-condition.ts`; a
 * property test proves that the two meanings agree.
 */
import * as z from 'zod';

/** Compared whole and exactly. `code`: any of an event's error codes. `id`: the `id` field of the stream. */
export const valueFields = [
  'outcome',
  'kind',
  'operation',
  'state',
  'code',
  'country',
  'principal',
  'eid',
  'iccid',
  'request',
  'id',
  'mark',
] as const;
export type ValueField = (typeof valueFields)[number];

/** Fields with few values, whose combination is an event's facet: they are counted without looking at the events. */
export const facetFields = ['outcome', 'kind', 'operation', 'state', 'code', 'country', 'principal', 'mark'] as const;
export type FacetField = Extract<ValueField, (typeof facetFields)[number]>;

/** A moment, or so long before now; now is when the filter is used. */
const filterTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: z.number() }),
  z.object({ kind: z.literal('ago'), ms: z.number().nonnegative() }),
]);
export type FilterTime = z.infer<typeof filterTimeSchema>;

/** Bounds of one filter: in characters for a value. */
export const FILTER_MOST = { terms: 64, values: 64, valueLength: 256 };

const valuesSchema = z.array(z.string().min(1).max(FILTER_MOST.valueLength)).min(1).max(FILTER_MOST.values);
const filterTermSchema = z.discriminatedUnion('kind', [
  /** `""` cannot be a value: an event without the field matches only a negated term. */
  z.object({ kind: z.literal('value'), field: z.enum(valueFields), values: valuesSchema, negated: z.boolean() }),
  /** Anywhere in the received text, as written or with its JSON escapes undone, or in the event's id; in any case. */
  z.object({ kind: z.literal('text'), values: valuesSchema, negated: z.boolean() }),
  /** Our receive time: at or after (`since`), at or before (`until`). */
  z.object({ kind: z.literal('since'), time: filterTimeSchema }),
  z.object({ kind: z.literal('until'), time: filterTimeSchema }),
]);
export type FilterTerm = z.infer<typeof filterTermSchema>;

export const filterSchema = z.object({ terms: z.array(filterTermSchema).max(FILTER_MOST.terms) });
export type Filter = z.infer<typeof filterSchema>;

/** Every event. */
export const EVERYTHING: Filter = { terms: [] };

/** The filter with relative times made absolute: what is matched and translated. */
export function resolveTimes(filter: Filter, now: number): Filter {
  return {
    terms: filter.terms.map((term) =>
      (term.kind === 'since' || term.kind === 'until') && term.time.kind === 'ago'
        ? { ...term, time: { kind: 'at', at: now - term.time.ms } }
        : term,
    ),
  };
}

/** Whether the received texts are looked through for it. */
export function readsTexts({ terms }: Filter): boolean {
  return terms.some(({ kind }) => kind === 'text');
}

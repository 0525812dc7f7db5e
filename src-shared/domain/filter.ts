/**
 * Which events: a value that page, address, command line, saved views and alarms share. A filter is a list of terms
 * that all hold; a term holds where one of its values does, or, negated, where none does. Its text is
 * `filter-text.ts`, its meaning in memory `filter-match.ts`, in SQL `adapters/event-store/filter-condition.ts`; a
 * property test proves that the two meanings agree.
 */
import * as z from 'zod';
import { eventMarkSchema } from '../service/event-mark.ts';
import { outcomeSchema } from './event.ts';
import { identifierPiece, isTooShort } from './identifier-match.ts';

/**
 * Fields with few values, compared whole and exactly; their combination is an event's facet, so that they are counted
 * without looking at the events. `code`: any of an event's error codes, `type`: any of its error types.
 */
export const facetFields = [
  'outcome',
  'kind',
  'operation',
  'state',
  'code',
  'type',
  'country',
  'principal',
  'mark',
] as const;
export type FacetField = (typeof facetFields)[number];

/**
 * Identifiers, by any piece of them (`identifier-match.ts`). An event may have many of one field: a request names its
 * resources. `event`: the `id` field of the stream; `id`: any of the others.
 */
export const identifierFields = ['eid', 'iccid', 'imsi', 'msisdn', 'request', 'resource', 'event', 'id'] as const;
export type IdentifierField = (typeof identifierFields)[number];

export const valueFields = [...facetFields, ...identifierFields] as const;
export type ValueField = (typeof valueFields)[number];

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
  z
    .object({ kind: z.literal('value'), field: z.enum(valueFields), values: valuesSchema, negated: z.boolean() })
    .refine(({ field, values }) => values.every((value) => mayBe(field, value)), 'values that the field can have'),
  /** Anywhere in the received text, as written or with its JSON escapes undone, or in the event's id; in any case. */
  z.object({ kind: z.literal('text'), values: valuesSchema, negated: z.boolean() }),
  /** Whether somebody has looked at it; a stored fact of ours (`EventSummary.seen`). */
  z.object({ kind: z.literal('seen'), seen: z.boolean() }),
  /** Our receive time: at or after (`since`), at or before (`until`). */
  z.object({ kind: z.literal('since'), time: filterTimeSchema }),
  z.object({ kind: z.literal('until'), time: filterTimeSchema }),
]);
export type FilterTerm = z.infer<typeof filterTermSchema>;

export const filterSchema = z.object({ terms: z.array(filterTermSchema).max(FILTER_MOST.terms) });
export type Filter = z.infer<typeof filterSchema>;

/** The words of ours that a field takes; `null` where it takes those of the service, of which there may be new ones. */
export function closedValues(field: ValueField): readonly string[] | null {
  if (field === 'outcome') return outcomeSchema.options;
  return field === 'mark' ? eventMarkSchema.shape.code.options : null;
}

/** What no text of a filter could say is no filter, either. */
function mayBe(field: ValueField, value: string): boolean {
  if (isIdentifierField(field)) return !isTooShort(identifierPiece(value));
  return closedValues(field)?.includes(value) ?? true;
}

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

/** Whether the received texts are looked through for it: identifiers stand in them, too. */
export function readsTexts({ terms }: Filter): boolean {
  return terms.some((term) => term.kind === 'text' || (term.kind === 'value' && isIdentifierField(term.field)));
}

export function isIdentifierField(field: ValueField): field is IdentifierField {
  return identifierFields.some((identifierField) => identifierField === field);
}

export function isFacetField(field: ValueField): field is FacetField {
  return facetFields.some((facetField) => facetField === field);
}

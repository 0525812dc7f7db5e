/**
 * Which events: a value that page, address, command line, saved views and alarms share. A filter is a list of terms
 * that all hold; a term holds where one of its values does, or, negated, where none does. Its text is
 * `filter-text.ts`, its meaning in memory `filter-match.ts`, in SQL `adapters/event-store/filter-condition.ts`; a
 * property test proves that the two meanings agree.
 */
import { markCodes } from '../service/mark-codes.ts';
import { outcomes } from './outcomes.ts';

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
 * Identifiers, by any piece of them (`identifier-pattern.ts`). An event may have many of one field: a request names its
 * resources. `event`: the `id` field of the stream; `id`: any of the others.
 */
export const identifierFields = ['eid', 'iccid', 'imsi', 'msisdn', 'request', 'resource', 'event', 'id'] as const;
export type IdentifierField = (typeof identifierFields)[number];

export const valueFields = [...facetFields, ...identifierFields] as const;
export type ValueField = (typeof valueFields)[number];

/** A moment, or so long before now; now is when the filter is used. */
export type FilterTime = { kind: 'at'; at: number } | { kind: 'ago'; ms: number };

export type FilterTerm =
  /** `""` cannot be a value: an event without the field matches only a negated term. */
  | { kind: 'value'; field: ValueField; values: string[]; negated: boolean }
  /** Anywhere in the received text, as written or with its JSON escapes undone, or in the event's id; in any case. */
  | { kind: 'text'; values: string[]; negated: boolean }
  /** Whether somebody has looked at it; a stored fact of ours (`EventSummary.seen`). */
  | { kind: 'seen'; seen: boolean }
  /** Our receive time: at or after (`since`), at or before (`until`). */
  | { kind: 'since'; time: FilterTime }
  | { kind: 'until'; time: FilterTime };

export interface Filter {
  terms: FilterTerm[];
}

/** Bounds of one filter: in characters for a value. */
export const FILTER_LIMITS = { terms: 64, values: 64, valueLength: 256 };

/** The words of ours that a field takes; `null` where it takes those of the service, of which there may be new ones. */
export function allowedValues(field: ValueField): readonly string[] | null {
  if (field === 'outcome') return outcomes;
  return field === 'mark' ? markCodes : null;
}

/** Every event. */
export const EVERYTHING: Filter = { terms: [] };

/** UTC epoch ms. @param now the same, for ages */
export function resolveTime(time: FilterTime, now: number): number {
  return time.kind === 'at' ? time.at : now - time.ms;
}

/** The filter with relative times made absolute: what is matched and translated. */
export function resolveTimes(filter: Filter, now: number): Filter {
  return {
    terms: filter.terms.map((term) =>
      (term.kind === 'since' || term.kind === 'until') && term.time.kind === 'ago'
        ? { ...term, time: { kind: 'at', at: resolveTime(term.time, now) } }
        : term,
    ),
  };
}

/** Whether the received texts are looked through for it: identifiers stand in them, too. */
export function needsTexts({ terms }: Filter): boolean {
  return terms.some((term) => term.kind === 'text' || (term.kind === 'value' && isIdentifierField(term.field)));
}

export function isIdentifierField(field: ValueField): field is IdentifierField {
  return identifierFields.some((identifierField) => identifierField === field);
}

export function isFacetField(field: ValueField): field is FacetField {
  return facetFields.some((facetField) => facetField === field);
}

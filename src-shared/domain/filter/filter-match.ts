/** `adapters/sqlite/events/columns/filter-condition.ts` does the same in SQL; a property test keeps the two equal. */
import { assertNever } from '../../lib/assert-never.ts';
import type { EventSummary } from '../event/event.ts';
import { type FacetColumn, type FacetField, facetTable, type IdentifierField } from '../event/event-fields.ts';
import { type Filter, type FilterTerm, type FilterTime, isFacetField, isIdentifierField } from './filter.ts';
import { createIdentifierMatcher } from './identifier-matcher.ts';
import { createTextMatcher } from './text-matcher.ts';

/** `filter` has absolute times (`resolveTimes`). `raw` is called only if a text term must decide. */
export function matchesFilter(filter: Filter, event: EventSummary, raw: () => string): boolean {
  return (
    filter.terms.every((term) => readsText(term) || matchesTerm(term, event, raw)) &&
    filter.terms.every((term) => !readsText(term) || matchesTerm(term, event, raw))
  );
}

export type FacetValues = Pick<EventSummary, Exclude<FacetColumn['property'], 'marks'>> & {
  readonly marks: readonly { readonly code: string }[];
};

type ValueTerm = Extract<FilterTerm, { kind: 'value' }>;
export type FacetTerm = ValueTerm & { readonly field: FacetField };
export type IdentifierTerm = ValueTerm & { readonly field: IdentifierField };

export function isIdentifierTerm(term: FilterTerm): term is IdentifierTerm {
  return term.kind === 'value' && isIdentifierField(term.field);
}

export function isFacetTerm(term: FilterTerm): term is FacetTerm {
  return term.kind === 'value' && isFacetField(term.field);
}

export function matchesFacet(term: FacetTerm, facet: FacetValues): boolean {
  const values = term.values.map((value) => value.normalize());
  return facetValues(facet, term.field).some((value) => values.includes(value.normalize())) !== term.negated;
}

/** Returns UTC epoch ms. @throws Error for a relative time: the caller must resolve "now" once for all events */
export function absoluteTime(time: FilterTime): number {
  if (time.kind !== 'at') throw new Error('Relative times of a filter are resolved before it is used.');
  return time.at;
}

/** The row contains `event`, so that field needs no text. */
function readsText(term: FilterTerm): boolean {
  return term.kind === 'text' || (isIdentifierTerm(term) && term.field !== 'event');
}

function matchesTerm(term: FilterTerm, event: EventSummary, raw: () => string): boolean {
  switch (term.kind) {
    case 'value':
      if (isFacetField(term.field)) return matchesFacet({ ...term, field: term.field }, event);
      return createIdentifierMatcher(term.field, term.values)(event, raw) !== term.negated;
    case 'text':
      return createTextMatcher(term.values)(raw(), event.id) !== term.negated;
    case 'seen':
      return event.seen === term.seen;
    case 'since':
      return event.receivedAt >= absoluteTime(term.time);
    case 'until':
      return event.receivedAt <= absoluteTime(term.time);
    default:
      return assertNever(term);
  }
}

/** Returns no values if the event does not have the field: then only a negated term matches. */
export function facetValues(facet: FacetValues, field: FacetField): readonly string[] {
  const value = facet[facetTable[field].property];
  if (value === null) return [];
  return typeof value === 'string' ? [value] : value.map((each) => (typeof each === 'string' ? each : each.code));
}

/**
 * What a filter means for one event in memory. SQL says the same of a stored row
 * (`adapters/event-store/filter-condition.ts`), and a property test holds the two together.
 */
import { assertNever } from '../lib/assert-never.ts';
import type { EventSummary } from './event.ts';
import {
  type FacetField,
  facetFields,
  type Filter,
  type FilterTerm,
  type FilterTime,
  type ValueField,
} from './filter.ts';
import { textSearch } from './received-text.ts';

/**
 * @param filter with absolute times, see `resolveTimes`.
 * @param raw the received text; asked for only where a text term has to decide.
 */
export function matchesFilter(filter: Filter, event: EventSummary, raw: () => string): boolean {
  const cheap = filter.terms.every((term) => term.kind === 'text' || holds(term, event, raw));
  return cheap && filter.terms.every((term) => term.kind !== 'text' || holds(term, event, raw));
}

/** What an event's facet says of it: the values with few values. */
export type FacetFields = Pick<
  EventSummary,
  'outcome' | 'kind' | 'operation' | 'state' | 'countryCode' | 'principal'
> & {
  readonly errorCodes: readonly string[];
  readonly marks: readonly { readonly code: string }[];
};

export type FacetTerm = Extract<FilterTerm, { kind: 'value' }> & { readonly field: FacetField };

/** Decided by an event's facet alone. */
export function isOfFacet(term: FilterTerm): term is FacetTerm {
  return term.kind === 'value' && isFacetField(term.field);
}

export function facetHolds(term: FacetTerm, facet: FacetFields): boolean {
  return facetValues(facet, term.field).some((value) => term.values.includes(value)) !== term.negated;
}

/** UTC epoch ms. @throws Error for a relative time: whoever matches must say what "now" is, once for all events. */
export function absoluteTime(time: FilterTime): number {
  if (time.kind === 'ago') throw new Error('Relative times of a filter are resolved before it is used.');
  return time.at;
}

function holds(term: FilterTerm, event: EventSummary, raw: () => string): boolean {
  switch (term.kind) {
    case 'value':
      return valuesOf(event, term.field).some((value) => term.values.includes(value)) !== term.negated;
    case 'text':
      return textSearch(term.values)(raw(), event.id) !== term.negated;
    case 'since':
      return event.receivedAt >= absoluteTime(term.time);
    case 'until':
      return event.receivedAt <= absoluteTime(term.time);
    default:
      return assertNever(term);
  }
}

/** None where the event does not have the field: then only a negated term holds. */
function valuesOf(event: EventSummary, field: ValueField): readonly string[] {
  if (isFacetField(field)) return facetValues(event, field);
  switch (field) {
    case 'eid':
      return present(event.eid);
    case 'iccid':
      return present(event.iccid);
    case 'request':
      return present(event.requestId);
    case 'id':
      return present(event.id);
    default:
      return assertNever(field);
  }
}

export function facetValues(facet: FacetFields, field: FacetField): readonly string[] {
  switch (field) {
    case 'code':
      return facet.errorCodes;
    case 'mark':
      return facet.marks.map((mark) => mark.code);
    case 'outcome':
      return present(facet.outcome);
    case 'kind':
      return present(facet.kind);
    case 'operation':
      return present(facet.operation);
    case 'state':
      return present(facet.state);
    case 'country':
      return present(facet.countryCode);
    case 'principal':
      return present(facet.principal);
    default:
      return assertNever(field);
  }
}

function isFacetField(field: ValueField): field is FacetField {
  return facetFields.some((facetField) => facetField === field);
}

function present(value: string | null): readonly string[] {
  return value === null ? [] : [value];
}

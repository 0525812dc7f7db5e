/**
 * A filter with one thing changed, as a click on a value, on a chip or in the histogram changes it. It never makes a
 * filter that `filterSchema` would refuse: where there is no room for one more, the filter stays as it is.
 */
import {
  type Filter,
  FILTER_LIMITS,
  type FilterTerm,
  type FilterTime,
  isFacetField,
  isIdentifierField,
  resolveTime,
  type ValueField,
} from './filter.ts';
import { matchesIdentifier, parseIdentifierPattern, exactPattern } from './identifier-pattern.ts';

type ValueTerm = Extract<FilterTerm, { kind: 'value' }>;

/** `null`: open at this end. */
export interface FilterSpan {
  readonly since: FilterTime | null;
  readonly until: FilterTime | null;
}

/**
 * In (`negated` false): only events with this value; where the filter asks for other values of the field, this one too,
 * and where it asks for this and others, this one alone. Out: no events with it. What asked for the opposite goes.
 * @param value of an identifier field the whole identifier: pieces of it would match no less, and go as well.
 */
export function withValue(filter: Filter, field: ValueField, value: string, negated: boolean): Filter {
  const added = isIdentifierField(field) ? exactIdentifier(value) : value;
  if (value === '' || added.length > FILTER_LIMITS.valueLength) return filter;
  const isAdded = (candidate: string) => candidate === added;
  const holds = isIdentifierField(field)
    ? (candidate: string) => matchesIdentifier(parseIdentifierPattern(candidate), value)
    : isAdded;
  // A piece that is asked for stays where one whole is filtered out: the others that have it are still meant.
  const terms = filter.terms.flatMap((term): FilterTerm[] =>
    isOf(term, field, !negated) ? withoutValues(term, negated ? isAdded : holds) : [term],
  );
  const at = terms.findIndex((term) => isOf(term, field, negated));
  const found = terms[at];
  if (found === undefined || found.kind !== 'value')
    return terms.length < FILTER_LIMITS.terms
      ? { terms: [...terms, { kind: 'value', field, values: [added], negated }] }
      : filter;
  if (negated && found.values.some(holds)) return { terms };
  const others = found.values.some(isAdded) ? [] : found.values.filter((candidate) => !holds(candidate));
  if (others.length === FILTER_LIMITS.values) return filter;
  return { terms: terms.with(at, { ...found, values: [...others, added] }) };
}

/** A filter with less matches more: the way out of a filter that matches nothing. */
export function withoutTerm(filter: Filter, index: number): Filter {
  return { terms: filter.terms.filter((_, at) => at !== index) };
}

/** Asks nothing of the field any more, neither in nor out. */
export function withoutField(filter: Filter, field: ValueField): Filter {
  return { terms: filter.terms.filter((term) => term.kind !== 'value' || term.field !== field) };
}

/** What is left for the events themselves to decide. */
export function withoutFacetTerms(filter: Filter): Filter {
  return { terms: filter.terms.filter((term) => term.kind !== 'value' || !isFacetField(term.field)) };
}

/** The filter that asks for one value and nothing else. */
export function onlyValue(field: ValueField, value: string): Filter {
  return withValue({ terms: [] }, field, value, false);
}

/** The times that bound it, as they are written; of several the narrowest. @param now UTC epoch ms, for ages */
export function filterSpan(filter: Filter, now: number): FilterSpan {
  const at = (time: FilterTime) => resolveTime(time, now);
  let since: FilterTime | null = null;
  let until: FilterTime | null = null;
  for (const term of filter.terms)
    if (term.kind === 'since') since = since !== null && at(since) >= at(term.time) ? since : term.time;
    else if (term.kind === 'until') until = until !== null && at(until) <= at(term.time) ? until : term.time;
  return { since, until };
}

/** With these times and no others. */
export function withSpan(filter: Filter, { since, until }: FilterSpan): Filter {
  const { terms } = withoutSpan(filter);
  const times: FilterTerm[] = [];
  if (since !== null) times.push({ kind: 'since', time: since });
  if (until !== null) times.push({ kind: 'until', time: until });
  return terms.length + times.length <= FILTER_LIMITS.terms ? { terms: [...terms, ...times] } : filter;
}

export function withoutSpan(filter: Filter): Filter {
  return { terms: filter.terms.filter(({ kind }) => kind !== 'since' && kind !== 'until') };
}

/** The few that are longer than a value may be are found by all of them that fits. */
function exactIdentifier(identifier: string): string {
  const whole = exactPattern(identifier);
  return whole.length <= FILTER_LIMITS.valueLength ? whole : `${identifier.slice(0, FILTER_LIMITS.valueLength - 1)}…`;
}

function isOf(term: FilterTerm, field: ValueField, negated: boolean): term is ValueTerm {
  return term.kind === 'value' && term.field === field && term.negated === negated;
}

function withoutValues(term: ValueTerm, isGone: (value: string) => boolean): ValueTerm[] {
  const values = term.values.filter((candidate) => !isGone(candidate));
  return values.length === 0 ? [] : [values.length === term.values.length ? term : { ...term, values }];
}

/** Never creates a filter that `filterSchema` would refuse: without room for another term, it stays as it is. */
import {
  type Filter,
  FILTER_LIMITS,
  type FilterTerm,
  type FilterTime,
  isIdentifierField,
  resolveTime,
  type ValueField,
} from './filter.ts';
import { matchesIdentifier, parseIdentifierPattern, exactPattern } from './identifier-pattern.ts';

type ValueTerm = Extract<FilterTerm, { kind: 'value' }>;

export interface FilterSpan {
  readonly since: FilterTime | null;
  readonly until: FilterTime | null;
}

/**
 * Adds the value, or keeps only it if it is one of several; `negated` excludes it. Removes terms that ask for the
 * opposite. Of an identifier, `value` is the complete one; parts of it are removed.
 */
export function withValue(filter: Filter, field: ValueField, value: string, negated: boolean): Filter {
  const added = isIdentifierField(field) ? exactIdentifier(value) : value;
  if (value === '' || added.length > FILTER_LIMITS.valueLength) return filter;
  const isAdded = (candidate: string) => candidate === added;
  const holds = isIdentifierField(field)
    ? (candidate: string) => matchesIdentifier(parseIdentifierPattern(candidate), value)
    : isAdded;
  // Excluding one identifier keeps an included part of it, because other identifiers still match that part.
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

export function valuesOf({ terms }: Filter, field: ValueField, negated: boolean): ReadonlySet<string> {
  return new Set(terms.flatMap((term) => (isOf(term, field, negated) ? term.values : [])));
}

export function withoutValue(filter: Filter, field: ValueField, value: string): Filter {
  const isValue = (candidate: string) => candidate === value;
  return {
    terms: filter.terms.flatMap((term) =>
      term.kind === 'value' && term.field === field ? withoutValues(term, isValue) : [term],
    ),
  };
}

export function withoutTerm(filter: Filter, index: number): Filter {
  return { terms: filter.terms.filter((_, at) => at !== index) };
}

export function withoutField(filter: Filter, field: ValueField): Filter {
  return { terms: filter.terms.filter((term) => term.kind !== 'value' || term.field !== field) };
}

export function onlyValue(field: ValueField, value: string): Filter {
  return withValue({ terms: [] }, field, value, false);
}

/** Returns the narrowest times in the filter, as written. @param now UTC epoch ms, for ages */
export function filterSpan(filter: Filter, now: number): FilterSpan {
  const at = (time: FilterTime) => resolveTime(time, now);
  let since: FilterTime | null = null;
  let until: FilterTime | null = null;
  for (const term of filter.terms)
    if (term.kind === 'since') since = since !== null && at(since) >= at(term.time) ? since : term.time;
    else if (term.kind === 'until') until = until !== null && at(until) <= at(term.time) ? until : term.time;
  return { since, until };
}

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

/** An identifier that is longer than a value may be is matched by the part that fits. */
function exactIdentifier(identifier: string): string {
  const exact = exactPattern(identifier);
  return exact.length <= FILTER_LIMITS.valueLength ? exact : `${identifier.slice(0, FILTER_LIMITS.valueLength - 1)}…`;
}

function isOf(term: FilterTerm, field: ValueField, negated: boolean): term is ValueTerm {
  return term.kind === 'value' && term.field === field && term.negated === negated;
}

function withoutValues(term: ValueTerm, isRemoved: (value: string) => boolean): ValueTerm[] {
  const values = term.values.filter((candidate) => !isRemoved(candidate));
  return values.length === 0 ? [] : [values.length === term.values.length ? term : { ...term, values }];
}

/**
 * A filter with one thing changed, as a click on a value or on a chip changes it. It never makes a filter that
 * `filterSchema` would refuse: where there is no room for one more, the filter stays as it is.
 */
import { type Filter, FILTER_MOST, type FilterTerm, type ValueField } from './filter.ts';

type ValueTerm = Extract<FilterTerm, { kind: 'value' }>;

/**
 * In (`negated` false): only events with this value; where the filter asks for other values of the field, this one too,
 * and where it asks for this and others, this one alone. Out: no events with it. What asked for the opposite goes.
 */
export function withValue(filter: Filter, field: ValueField, value: string, negated: boolean): Filter {
  if (value === '' || value.length > FILTER_MOST.valueLength) return filter;
  const terms = filter.terms.flatMap((term) =>
    isOf(term, field, !negated) && term.values.includes(value) ? withoutValue(term, value) : [term],
  );
  const at = terms.findIndex((term) => isOf(term, field, negated));
  const found = terms[at];
  if (found === undefined || found.kind !== 'value')
    return terms.length < FILTER_MOST.terms
      ? { terms: [...terms, { kind: 'value', field, values: [value], negated }] }
      : filter;
  const has = found.values.includes(value);
  if (!has && found.values.length === FILTER_MOST.values) return filter;
  const values = has ? (negated ? found.values : [value]) : [...found.values, value];
  return { terms: terms.with(at, { ...found, values }) };
}

/** A filter with less matches more: the way out of a filter that matches nothing. */
export function withoutTerm(filter: Filter, index: number): Filter {
  return { terms: filter.terms.filter((_, at) => at !== index) };
}

/** The filter that asks for one value and nothing else. */
export function onlyValue(field: ValueField, value: string): Filter {
  return withValue({ terms: [] }, field, value, false);
}

function isOf(term: FilterTerm, field: ValueField, negated: boolean): term is ValueTerm {
  return term.kind === 'value' && term.field === field && term.negated === negated;
}

function withoutValue(term: ValueTerm, value: string): ValueTerm[] {
  const values = term.values.filter((candidate) => candidate !== value);
  return values.length === 0 ? [] : [{ ...term, values }];
}

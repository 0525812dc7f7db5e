/** Timeline filters for the stored events that name a subscription. As filters they can be shared in a link. */
import { type Filter, FILTER_LIMITS } from '../../../../src-shared/domain/filter/filter.ts';
import { exactPattern } from '../../../../src-shared/domain/filter/identifier-pattern.ts';
import { FAILURE_DAYS } from '../../../../src-shared/domain/rows-find.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

export function namingFilter(identifiers: readonly string[]): Filter {
  const values = identifiers.map(exactPattern).slice(0, FILTER_LIMITS.values);
  return { terms: [{ kind: 'value', field: 'id', values, negated: false }] };
}

/** Matches the failed and partial events of the last days, which the column of failures counts. */
export function failuresFilter(identifiers: readonly string[]): Filter {
  return {
    terms: [
      { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false },
      ...namingFilter(identifiers).terms,
      { kind: 'since', time: { kind: 'ago', ms: FAILURE_DAYS * DAY_MS } },
    ],
  };
}

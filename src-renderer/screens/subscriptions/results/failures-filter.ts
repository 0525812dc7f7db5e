/** From a subscription to the stored events that name it: filters of the timeline, so that they can be passed on. */
import { type Filter, FILTER_LIMITS } from '../../../../src-shared/domain/filter.ts';
import { exactPattern } from '../../../../src-shared/domain/identifier-pattern.ts';
import { FAILURE_DAYS } from '../../../stores/row-failures.ts';

const DAY_MS = 86_400_000;

/** Every event that names it by any of its identifiers. */
export function namingFilter(identifiers: readonly string[]): Filter {
  const values = identifiers.map(exactPattern).slice(0, FILTER_LIMITS.values);
  return { terms: [{ kind: 'value', field: 'id', values, negated: false }] };
}

/** Of the last days those that failed, in whole or in part: what the number beside a row counts. */
export function failuresFilter(identifiers: readonly string[]): Filter {
  return {
    terms: [
      { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false },
      ...namingFilter(identifiers).terms,
      { kind: 'since', time: { kind: 'ago', ms: FAILURE_DAYS * DAY_MS } },
    ],
  };
}

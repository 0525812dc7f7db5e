/**
 * Failures of the last 24 hours by value, with their share of all results against the days before. A share does not
 * change with the time that was watched. Pure.
 */
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import { withSpan, withValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { FacetSums } from '../../stores/timeline/tally-sums.ts';

export type WhereField = Extract<FacetField, 'country' | 'operation' | 'code' | 'company'>;
export const whereFields = ['country', 'operation', 'code', 'company'] as const satisfies readonly WhereField[];

/** Receive times, UTC epoch ms: results at or after `from`, and before or at `to`. */
export interface ResultSpan {
  readonly from: number;
  readonly to: number;
}

interface WhereCounts {
  readonly today: FacetSums;
  readonly hour: FacetSums;
  readonly before: FacetSums;
}

interface WhereBar {
  readonly value: string;
  readonly count: number;
  readonly lastHour: number;
  /** Share of all results now, divided by that of the days before. Null if too little is known. */
  readonly times: number | 'new' | null;
}

/** Fewer failures, or fewer earlier results, say nothing about a rate. */
const MIN_FAILURES = 5;
const MIN_RESULTS_BEFORE = 50;

export function failuresIn({ from, to }: ResultSpan): Filter {
  const failed: Filter = {
    terms: [
      ...OUTCOME_EVENTS.terms,
      { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false },
    ],
  };
  return withSpan(failed, { since: { kind: 'at', at: from }, until: { kind: 'at', at: to } });
}

/** The events that a bar counts. */
export function barFilter(span: ResultSpan, field: WhereField, value: string): Filter {
  return withValue(failuresIn(span), field, value, false);
}

/** `rest`: failures without a value. */
export function whereBars(
  { today, hour, before }: WhereCounts,
  field: WhereField,
  isHidden: (value: string) => boolean,
) {
  const [results, resultsBefore] = [resultsOf(today), resultsOf(before)];
  const bars: WhereBar[] = [];
  let rest = 0;
  for (const { value, count } of today.fields.get(field) ?? []) {
    if (value === null) rest += count;
    else if (!isHidden(value)) {
      const countBefore = countOf(before, field, value);
      const isKnown = count >= MIN_FAILURES && resultsBefore >= MIN_RESULTS_BEFORE;
      const times = countBefore === 0 ? 'new' : count / results / (countBefore / resultsBefore);
      bars.push({ value, count, lastHour: countOf(hour, field, value), times: isKnown ? times : null });
    }
  }
  return { bars, rest };
}

export function timesText(times: WhereBar['times']): string {
  if (times === null || times === 'new') return times ?? '';
  if (times >= 9.5) return `${Math.round(times)}×`;
  return times >= 1.5 || times <= 0.67 ? `${times.toFixed(1)}×` : '';
}

/** Counted without the filter's term for the outcome, so these are all results. */
function resultsOf(sums: FacetSums): number {
  return (sums.fields.get('outcome') ?? []).reduce((sum, { count }) => sum + count, 0);
}

function countOf(sums: FacetSums, field: WhereField, value: string): number {
  return sums.fields.get(field)?.find((each) => each.value === value)?.count ?? 0;
}

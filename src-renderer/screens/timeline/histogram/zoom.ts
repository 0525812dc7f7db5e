/** Changes the span of a filter for zooming in and out of the histogram. Pure. */
import {
  valuesOf,
  withoutField,
  withoutSpan,
  withSpan,
  withValue,
} from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter, FilterTime } from '../../../../src-shared/domain/filter/filter.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';

/** Minimum length before zooming out; shorter spans cannot be distinguished. */
const MIN_SPAN_MS = 1_000;

/** Selects events from `from` until before `to`. */
export function zoomedIn(filter: Filter, { from, to }: TimeSpan): Filter {
  // `until` is inclusive.
  return withSpan(filter, { since: at(from), until: at(Math.max(from, to - 1)) });
}

/** Three times as long around the same middle, without an end that reaches the present or the oldest stored event. */
export function zoomedOut(filter: Filter, { from, to }: TimeSpan, now: number, oldestAt: number | null): Filter {
  const length = Math.max(MIN_SPAN_MS, to - from);
  const [start, end] = [Math.floor(from - length), Math.ceil(to + length)];
  const since = oldestAt === null || start > oldestAt ? at(start) : null;
  const until = end < now ? at(end) : null;
  return withSpan(withoutSpan(filter), { since, until });
}

export function outcomeToggled(filter: Filter, outcome: Outcome): Filter {
  const others = withoutField(filter, 'outcome');
  return isOnlyOutcome(filter, outcome) ? others : withValue(others, 'outcome', outcome, false);
}

/** True if the filter excludes the outcome; its count is then what another filter would show. */
export function isOutsideFilter({ terms }: Filter, outcome: Outcome): boolean {
  return terms.some(
    (term) => term.kind === 'value' && term.field === 'outcome' && term.values.includes(outcome) === term.negated,
  );
}

export function isOnlyOutcome(filter: Filter, outcome: Outcome): boolean {
  const included = valuesOf(filter, 'outcome', false);
  return included.size === 1 && included.has(outcome);
}

function at(moment: number): FilterTime {
  return { kind: 'at', at: moment };
}

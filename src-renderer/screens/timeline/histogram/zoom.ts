/** The span of a filter as the histogram changes it: into a part of it, and out again. Pure. */
import { withoutField, withoutSpan, withSpan } from '../../../../src-shared/domain/filter-edit.ts';
import type { Filter, FilterTime } from '../../../../src-shared/domain/filter.ts';
import type { Outcome } from '../../../../src-shared/domain/event.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';

/** Shorter than this nothing can be told apart. */
const MIN_SPAN_MS = 1_000;

/** Events from `from` on and before `to`. */
export function zoomedIn(filter: Filter, { from, to }: TimeSpan): Filter {
  // `until` includes its moment.
  return withSpan(filter, { since: at(from), until: at(Math.max(from, to - 1)) });
}

/**
 * Three times as long, around the same middle. What would reach the present has no end, so that it goes on with it; what
 * would reach the oldest stored event has no beginning.
 * @param oldestAt `null`: not known
 */
export function zoomedOut(filter: Filter, { from, to }: TimeSpan, now: number, oldestAt: number | null): Filter {
  const length = Math.max(MIN_SPAN_MS, to - from);
  const [begin, end] = [Math.floor(from - length), Math.ceil(to + length)];
  const since = oldestAt === null || begin > oldestAt ? at(begin) : null;
  const until = end < now ? at(end) : null;
  return withSpan(withoutSpan(filter), { since, until });
}

/** A figure is the way to its rows, and back: only events with this outcome, or any again. */
export function outcomeToggled(filter: Filter, outcome: Outcome): Filter {
  const { terms } = withoutField(filter, 'outcome');
  return isOnlyOutcome(filter, outcome)
    ? { terms }
    : { terms: [...terms, { kind: 'value', field: 'outcome', values: [outcome], negated: false }] };
}

/** What is counted of it is not among what matches: it is what another filter would bring. */
export function isOutsideFilter({ terms }: Filter, outcome: Outcome): boolean {
  return terms.some(
    (term) => term.kind === 'value' && term.field === 'outcome' && term.values.includes(outcome) === term.negated,
  );
}

export function isOnlyOutcome({ terms }: Filter, outcome: Outcome): boolean {
  return terms.some(
    (term) =>
      term.kind === 'value' &&
      term.field === 'outcome' &&
      !term.negated &&
      term.values.length === 1 &&
      term.values[0] === outcome,
  );
}

function at(moment: number): FilterTime {
  return { kind: 'at', at: moment };
}

/** How many events there are for whoever reads, out of all that were counted. Pure. */
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { foldsBeats } from '../../../stores/timeline-lines.ts';
import type { Tally } from '../../../stores/tally-store.ts';

/** As the list has them: it folds heartbeats that nobody asked for, and they are no news. */
export function eventsOf({ filter, count, fields }: Pick<Tally, 'filter' | 'count' | 'fields'>): number {
  if (!foldsBeats(filter)) return count;
  // Kinds are counted as if nothing were asked of them; only then are these the heartbeats that match.
  if (!leavesBeatsIn(filter)) return count;
  const beats = fields.get('kind')?.find(({ value }) => value === 'HEARTBEAT')?.count ?? 0;
  return Math.max(0, count - beats);
}

function leavesBeatsIn({ terms }: Filter): boolean {
  return terms.every(
    (term) => term.kind !== 'value' || term.field !== 'kind' || term.values.includes('HEARTBEAT') !== term.negated,
  );
}

/** The filter by which they are counted one by one: without the heartbeats that the list folds. */
export function withoutFolded(filter: Filter): Filter {
  return foldsBeats(filter)
    ? { terms: [...filter.terms, { kind: 'value', field: 'kind', values: ['HEARTBEAT'], negated: true }] }
    : filter;
}

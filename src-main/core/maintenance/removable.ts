/**
 * Counts the stored events that a shorter retention would remove, before the user decides. An upper bound: pinned and
 * newest events stay, and a chunk removes a class only when its newest event of that class is old enough.
 */
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import type { EventReader, RetentionLimits } from '../ports/event-store.ts';
import { readCount } from '../timeline/tallies.ts';
import { type KeepDays, retentionLimits } from './retention-limits.ts';

type ValueTerm = Extract<FilterTerm, { kind: 'value' }>;

const HEARTBEAT: ValueTerm = { kind: 'value', field: 'kind', values: ['HEARTBEAT'], negated: false };
const FAILED: ValueTerm = {
  kind: 'value',
  field: 'outcome',
  values: ['failed', 'partial', 'unknown'],
  negated: false,
};
const no = (term: ValueTerm): FilterTerm => ({ ...term, negated: !term.negated });

/** Same classes as in `adapters/sqlite/events/writing/retention.ts`. */
const CLASSES: Readonly<Record<keyof RetentionLimits, readonly FilterTerm[]>> = {
  heartbeats: [HEARTBEAT],
  failures: [no(HEARTBEAT), FAILED],
  successes: [no(HEARTBEAT), no(FAILED)],
};

/** `at`: trusted time; null if no event confirms one, so nothing is removed. @throws AppError STORE_… */
export async function countRemovable(
  reader: Pick<EventReader, 'extent' | 'count'>,
  at: number | null,
  now: KeepDays,
  requested: KeepDays,
): Promise<number> {
  if (at === null) return 0;
  const { newestSeq } = await reader.extent();
  const [before, after] = [retentionLimits(at, now), retentionLimits(at, requested)];
  const counts = classes
    .filter((eventClass) => after[eventClass] > before[eventClass])
    .map(async (eventClass) => {
      const until: FilterTerm = { kind: 'until', time: { kind: 'at', at: after[eventClass] } };
      const filter: Filter = { terms: [...CLASSES[eventClass], until] };
      return (await readCount(reader, { filter, after: 0, to: newestSeq }, { maxBatches: Infinity })).value;
    });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const classes = ['heartbeats', 'failures', 'successes'] as const satisfies readonly (keyof RetentionLimits)[];

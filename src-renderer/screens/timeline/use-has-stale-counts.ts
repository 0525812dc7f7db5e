/** Whether the numbers that stand there are those of another filter, and stay so: it was changed while nobody answers. */
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter-text.ts';
import { useAsOf, useTally } from '../../stores/use-stores.ts';

export function useHasStaleCounts(filter: Filter): boolean {
  const isLost = useAsOf() !== null;
  const counted = useTally(({ counts }) => counts.value?.filter ?? null);
  return isLost && counted !== null && printFilter(counted) !== printFilter(filter);
}

/** True if the counts belong to another filter and cannot be updated, because the backend cannot be reached. */
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { useAsOf, useTally } from '../../stores/use-stores.ts';

export function useHasStaleCounts(filter: Filter): boolean {
  const isLost = useAsOf() !== null;
  const counted = useTally(({ counts }) => counts.value?.filter ?? null);
  return isLost && counted !== null && printFilter(counted) !== printFilter(filter);
}

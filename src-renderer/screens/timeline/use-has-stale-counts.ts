/** Counts that belong to another filter than the shown one. */
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { useIsLate } from '../../grid/use-is-late.ts';
import { useAsOf, useTally } from '../../stores/use-stores.ts';

/** True if the counts cannot be updated, because the backend cannot be reached. */
export function useHasStaleCounts(filter: Filter): boolean {
  const isLost = useAsOf() !== null;
  const counted = useTally(({ counts }) => counts.value?.filter ?? null);
  return isLost && counted !== null && printFilter(counted) !== printFilter(filter);
}

/** True if figures of the previous filter are shown for longer than a usual response takes. */
export function useIsOfPreviousFilter(filter: Filter, figures: { readonly filter: Filter } | null): boolean {
  return useIsLate(figures !== null && printFilter(figures.filter) !== printFilter(filter));
}

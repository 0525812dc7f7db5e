/** Counts one after another, so that other requests wait for at most one partial count. */
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { withoutFoldedHeartbeats } from '../timeline/folded-heartbeats.ts';
import { useStores } from '../use-stores.ts';
import { countAllEvents } from '../timeline/count-all-events.ts';
import { useWatchQuery } from './use-watch-query.ts';

interface FilterCountOptions {
  readonly after?: number;
  readonly debounceMs?: number;
  readonly refreshKey?: unknown;
}

/** In the order of the filters; null until counted. A known count stays until its filter is counted again. */
export function useCounts(
  filters: readonly Filter[],
  { after = 0, debounceMs = 0, refreshKey }: FilterCountOptions = {},
): readonly (number | null)[] {
  const stores = useStores();
  const key = JSON.stringify([after, filters.map((filter) => printFilter(filter))]);
  const { value } = useWatchQuery<ReadonlyMap<number, number | null>>(
    filters.length === 0 ? null : key,
    async ({ watch, update, signal }) => {
      const at = stores.now();
      for (const [index, filter] of filters.entries()) {
        const query = { watch, filter: withoutFoldedHeartbeats(filter), at, after, to: null };
        // An entry that cannot be counted is shown without a number.
        const count = await countAllEvents(stores.backend.timeline, query, () => !signal.aborted).catch(() => null);
        if (signal.aborted) break;
        update((before) => new Map(before).set(index, count));
      }
      return null;
    },
    { pauseMs: debounceMs, revision: refreshKey },
  );
  return filters.map((_, index) => value?.get(index) ?? null);
}

/**
 * Counts the events of several filters while a component uses them; again when the filters change or the connection
 * returns. Counts one after another, so that other requests wait for at most one partial count.
 */
import { useEffect, useState } from 'react';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { withoutFoldedHeartbeats } from '../timeline/folded-heartbeats.ts';
import { useStores, useWatch } from '../use-stores.ts';
import { countAllEvents } from './count-all-events.ts';

interface FilterCountOptions {
  readonly after?: number;
  /** Waits this long after the last change before counting. */
  readonly debounceMs?: number;
  readonly refreshKey?: unknown;
}

/** Counts in the order of the filters; null until counted, or if counting failed. */
export function useCounts(
  filters: readonly Filter[],
  { after = 0, debounceMs = 0, refreshKey }: FilterCountOptions = {},
): readonly (number | null)[] {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const key = JSON.stringify([watch, after, filters.map((filter) => printFilter(filter))]);
  const [result, setResult] = useState({ key: '', counts: new Map<number, number>() });
  useEffect(() => {
    if (watch === null || !isOpen || filters.length === 0) return undefined;
    let isCurrent = true;
    async function countAll(watchId: WatchId): Promise<void> {
      const at = stores.now();
      for (const [index, filter] of filters.entries()) {
        const query = { watch: watchId, filter: withoutFoldedHeartbeats(filter), at, after, to: null };
        // An entry that cannot be counted is shown without a number.
        const count = await countAllEvents(stores.backend.timeline, query, () => isCurrent).catch(() => null);
        if (!isCurrent) return;
        if (count !== null)
          setResult((before) => ({ key, counts: new Map(before.key === key ? before.counts : []).set(index, count) }));
      }
    }
    const stopWaiting =
      debounceMs === 0 ? void countAll(watch) : stores.clock.after(debounceMs, () => void countAll(watch));
    return () => {
      isCurrent = false;
      stopWaiting?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the watch, the filters and `after`
  }, [stores, key, isOpen, debounceMs, refreshKey]);
  return filters.map((_, index) => (result.key === key ? (result.counts.get(index) ?? null) : null));
}

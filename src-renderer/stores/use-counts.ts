/**
 * How many events each of a few filters has, counted while somebody looks: anew where they are others, and where the
 * backend is there again. One after another, so that whoever asks for rows meanwhile waits for one piece at most.
 */
import { useEffect, useState } from 'react';
import { printFilter } from '../../src-shared/domain/filter-text.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { withoutFoldedHeartbeats } from './folded-heartbeats.ts';
import { useStores, useWatch } from './use-stores.ts';
import { countAllEvents } from './count-all-events.ts';

interface FilterCountOptions {
  /** Of the events after this number. */
  readonly after?: number;
  /** Not before somebody has rested for so long. */
  readonly debounceMs?: number;
  /** Where it is another, there may be more than were counted. */
  readonly refreshKey?: unknown;
}

/** In the order of the filters; `null` until it is counted, or where it cannot be. */
export function useCounts(
  filters: readonly Filter[],
  { after = 0, debounceMs = 0, refreshKey }: FilterCountOptions = {},
): readonly (number | null)[] {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const key = JSON.stringify([watch, after, filters.map((filter) => printFilter(filter))]);
  const [answer, setAnswer] = useState({ key: '', counts: new Map<number, number>() });
  useEffect(() => {
    if (watch === null || !isOpen || filters.length === 0) return undefined;
    let isWanted = true;
    async function countAll(of: WatchId): Promise<void> {
      const at = stores.now();
      for (const [index, filter] of filters.entries()) {
        const query = { watch: of, filter: withoutFoldedHeartbeats(filter), at, after, to: null };
        // What cannot be counted stands there without a number: it is as good a way to its rows.
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const count = await countAllEvents(stores.backend.timeline, query, () => isWanted).catch(() => null);
        if (!isWanted) return;
        if (count !== null)
          setAnswer((before) => ({ key, counts: new Map(before.key === key ? before.counts : []).set(index, count) }));
      }
    }
    const stopWaiting =
      debounceMs === 0 ? void countAll(watch) : stores.clock.after(debounceMs, () => void countAll(watch));
    return () => {
      isWanted = false;
      stopWaiting?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the watch, the filters and `after`
  }, [stores, key, isOpen, debounceMs, refreshKey]);
  return filters.map((_, index) => (answer.key === key ? (answer.counts.get(index) ?? null) : null));
}

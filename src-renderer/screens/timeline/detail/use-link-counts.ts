/** How many events each of some filters has: read once, when an event has been open for a moment, and never while stepping. */
import { useEffect, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { withoutFolded } from '../../../stores/folded-beats.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { wholeCount } from '../../../stores/whole-count.ts';

/** Longer than somebody rests who goes from one event to the next. */
const AFTER_MS = 400;

/** By the text of a filter; what is not counted yet is not there. */
export function useLinkCounts(filters: readonly Filter[]): ReadonlyMap<string, number> {
  const stores = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const texts = filters.map((filter) => printFilter(filter)).join('\n');
  useEffect(() => {
    if (watch === null || isLost) return undefined;
    let wanted = true;
    const { backend, clock } = stores;
    const stopWaiting = clock.after(AFTER_MS, () => void countAll());
    async function countAll(): Promise<void> {
      const at = stores.now();
      for (const filter of filters) {
        if (!wanted || watch === null) return;
        const query = { watch, filter: withoutFolded(filter), at, after: 0, to: null };
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after another: nobody waits for them
          const count = await wholeCount(
            (piece) => backend.timeline.count(piece),
            query,
            () => wanted,
          );
          if (count !== null) setCounts((before) => new Map(before).set(printFilter(filter), count));
        } catch {
          // The link is as good without its number.
        }
      }
    }
    return () => {
      wanted = false;
      stopWaiting();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `texts` says all that `filters` does
  }, [stores, watch, isLost, texts]);
  return counts;
}

/** How many events each of a few filters has, asked together while somebody looks, and anew where they are others. */
import { useEffect, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { wholeCount } from '../../../stores/whole-count.ts';

/** In the order of the filters; `null` until it is counted, or where it cannot be. */
export function useCounts(filters: readonly Filter[]): readonly (number | null)[] {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const key = JSON.stringify([watch, filters.map((filter) => printFilter(filter))]);
  const [answer, setAnswer] = useState<{ key: string; counts: ReadonlyMap<number, number> }>({
    key: '',
    counts: new Map(),
  });
  useEffect(() => {
    if (watch === null || !isOpen) return undefined;
    let isWanted = true;
    const at = stores.now();
    const { timeline } = stores.backend;
    filters.forEach((filter, index) => {
      const tell = (sum: number) =>
        setAnswer((before) => ({ key, counts: new Map([...(before.key === key ? before.counts : []), [index, sum]]) }));
      const query = { watch, filter, at, after: 0, to: null };
      wholeCount(
        (each) => timeline.count(each),
        query,
        () => isWanted,
      )
        .then((sum) => isWanted && sum !== null && tell(sum))
        // It stands there without a count: taking it out is offered all the same.
        .catch(() => undefined);
    });
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the watch and the filters
  }, [stores, key, isOpen]);
  return filters.map((_, index) => (answer.key === key ? (answer.counts.get(index) ?? null) : null));
}

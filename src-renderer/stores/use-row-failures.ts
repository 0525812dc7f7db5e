import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useNow, useStores, useWatch } from './use-stores.ts';
import { type RowFailures, rowKey } from './subscriptions/row-failures.ts';

/** Requests again after this time, because events arrive while the screen is open. */
const REFRESH_INTERVAL_MS = 300_000;

/** Null until they are loaded. Reads only while the cell is in view. */
export function useRowFailures(identifiers: readonly string[], cell: RefObject<Element | null>): RowFailures | null {
  const { rowFailures } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch);
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const key = rowKey(identifiers);
  const whileInView = useEffectEvent(() => {
    if (cell.current === null || identifiers.length === 0) return undefined;
    let hide: (() => void) | null = null;
    const observer = new IntersectionObserver((changes) => {
      hide?.();
      hide = changes.at(-1)?.isIntersecting === true ? rowFailures.show(identifiers, period) : null;
    });
    observer.observe(cell.current);
    return () => {
      observer.disconnect();
      hide?.();
    };
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` stands for the identifiers
  useEffect(() => whileInView(), [watch, period, key]);
  return useStore(rowFailures, ({ byRow }) => byRow.get(key) ?? null);
}

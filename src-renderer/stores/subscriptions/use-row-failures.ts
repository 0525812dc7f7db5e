import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useNow, useStores, useWatch } from '../use-stores.ts';
import { type RowFailures, rowKey } from './row-failures.ts';

/** Requests again after this time, because events arrive while the screen is open. */
const REFRESH_INTERVAL_MS = 300_000;

/** Returns the stored failures of a visible row; null until they are loaded. */
export function useRowFailures(identifiers: readonly string[]): RowFailures | null {
  const { rowFailures } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch);
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const key = rowKey(identifiers);
  const show = useEffectEvent(() => rowFailures.show(identifiers, period));
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` stands for the identifiers
  useEffect(() => show(), [watch, period, key]);
  return useStore(rowFailures, ({ byRow }) => byRow.get(key) ?? null);
}

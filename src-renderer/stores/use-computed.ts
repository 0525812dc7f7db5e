import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { ClockReading } from '../time/page-clock.ts';
import { shareEqual } from './loading/share-equal.ts';
import { useStores } from './use-stores.ts';
import type { WatchState } from '../watch-state.ts';

/** `subscribe` is stable. `compute` returns JSON. */
export function useComputed<T>(subscribe: (changed: () => void) => () => void, compute: () => T): T {
  const last = useRef<T | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const value = shareEqual(last.current, compute());
    last.current = value;
    return value;
  });
}

/** Computes with each snapshot of the backend and each second. Renders again only when the value is no longer equal. */
export function useComputedFromWatch<T>(compute: (state: WatchState, now: ClockReading) => T): T {
  const { watch, clock } = useStores();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = [watch.subscribe(changed), clock.everySecond(changed)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [watch, clock],
  );
  return useComputed(subscribe, () => compute(watch.getState(), clock.read()));
}

/** How components reach the stores and the time. */
import { createContext, useContext, useEffect, useReducer } from 'react';
import { useStore } from 'zustand';
import { backendNow, readSignal, type Signal } from '../signal.ts';
import type { ClockReading } from '../time/page-clock.ts';
import type { Appearance } from './appearance-store.ts';
import type { CoverageState } from './coverage-store.ts';
import type { StorageState } from './storage-store.ts';
import type { Stores } from './stores.ts';
import type { TimelineState } from './timeline-state.ts';
import type { WatchState } from './watch-store.ts';

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('A component that reads the stores stands outside of StoresContext.');
  return stores;
}

export function useWatch<T>(select: (state: WatchState) => T): T {
  return useStore(useStores().watch, select);
}
export function useTimeline<T>(select: (state: TimelineState) => T): T {
  return useStore(useStores().timeline, select);
}
export function useCoverage<T>(select: (state: CoverageState) => T): T {
  return useStore(useStores().coverage, select);
}
export function useStorage<T>(select: (state: StorageState) => T): T {
  return useStore(useStores().storage, select);
}
export function useAppearance<T>(select: (state: Appearance) => T): T {
  return useStore(useStores().appearance, select);
}

/** The page's clocks, read anew each second. */
function useClock(): ClockReading {
  const { clock } = useStores();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => clock.everySecond(tick), [clock]);
  return clock.read();
}

/** The signal as it is this second, with the backend's wall clock at that moment. */
export function useSignal(): { signal: Signal; now: number } {
  const watch = useWatch((state) => state);
  const reading = useClock();
  return { signal: readSignal(watch, reading), now: backendNow(watch, reading) };
}

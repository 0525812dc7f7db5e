import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Signal } from '../signal.ts';
import type { AccessState } from './access-store.ts';
import type { AlarmsState } from './alarms-store.ts';
import type { Appearance } from './appearance-store.ts';
import type { BoardState } from './board-store.ts';
import type { CoverageState } from './coverage-store.ts';
import type { DayState } from './timeline/day-store.ts';
import type { ExportsState } from './exports-store.ts';
import type { IdListState } from './subscriptions/id-list-store.ts';
import type { AwayState } from './away-store.ts';
import type { ProfilesState } from './profiles-store.ts';
import type { SavedSearchesState } from './subscriptions/saved-searches-store.ts';
import type { SearchDraft } from './subscriptions/search-draft-store.ts';
import type { StorageState } from './storage-store.ts';
import type { RowFailures } from './subscriptions/row-failures.ts';
import type { Stores } from './stores.ts';
import type { SubscriptionRowsState } from './subscriptions/subscription-rows.ts';
import type { SubscriptionsState } from './subscriptions/subscriptions-store.ts';
import type { TallyState } from './timeline/tally-store.ts';
import type { TimelineState } from './timeline/timeline-window.ts';
import type { ViewsState } from './views-store.ts';
import type { WatchState } from './watch-store.ts';

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('A component that reads the stores is outside StoresContext.');
  return stores;
}

export function useWatch<T>(select: (state: WatchState) => T): T {
  return useStore(useStores().watch, select);
}
export function useTimeline<T>(select: (state: TimelineState) => T): T {
  return useStore(useStores().timeline, select);
}
export function useTally<T>(select: (state: TallyState) => T): T {
  return useStore(useStores().tally, select);
}
export function useCoverage<T>(select: (state: CoverageState) => T): T {
  return useStore(useStores().coverage, select);
}
export function useBoard<T>(select: (state: BoardState) => T): T {
  return useStore(useStores().board, select);
}
export function useAlarms<T>(select: (state: AlarmsState) => T): T {
  return useStore(useStores().alarms, select);
}
export function useDay<T>(select: (state: DayState) => T): T {
  return useStore(useStores().day, select);
}
export function useAway<T>(select: (state: AwayState) => T): T {
  return useStore(useStores().away, select);
}
export function useStorage<T>(select: (state: StorageState) => T): T {
  return useStore(useStores().storage, select);
}
export function useSubscriptions<T>(select: (state: SubscriptionsState) => T): T {
  return useStore(useStores().subscriptions, select);
}
export function useSubscriptionRows<T>(select: (state: SubscriptionRowsState) => T): T {
  return useStore(useStores().subscriptionRows, select);
}
export function useRowFailures(ordinal: number): RowFailures | null {
  return useStore(useStores().rowFailures, ({ byOrdinal }) => byOrdinal.get(ordinal) ?? null);
}
export function useViews<T>(select: (state: ViewsState) => T): T {
  return useStore(useStores().views, select);
}
export function useExports<T>(select: (state: ExportsState) => T): T {
  return useStore(useStores().exports, select);
}
export function useAccess<T>(select: (state: AccessState) => T): T {
  return useStore(useStores().access, select);
}
export function useSearchDraft<T>(select: (state: SearchDraft) => T): T {
  return useStore(useStores().searchDraft, select);
}
export function useSavedSearches<T>(select: (state: SavedSearchesState) => T): T {
  return useStore(useStores().savedSearches, select);
}
export function useIdList<T>(select: (state: IdListState) => T): T {
  return useStore(useStores().idList, select);
}
export function useProfiles<T>(select: (state: ProfilesState) => T): T {
  return useStore(useStores().profiles, select);
}
export function useAppearance<T>(select: (state: Appearance) => T): T {
  return useStore(useStores().appearance, select);
}

/** Renders again when the signal's state changes, not every second. */
export function useSignal(): Signal {
  return useStore(useStores().signal);
}

/**
 * The backend's wall clock, UTC epoch ms. Use it only in leaf components, because they render again with each step.
 * @param stepMs whole seconds; renders again after each step of the wall clock
 */
export function useNow(stepMs = 1_000): number {
  const stores = useStores();
  const { clock } = stores;
  const everySecond = useCallback((listener: () => void) => clock.everySecond(listener), [clock]);
  useSyncExternalStore(everySecond, () => Math.floor(stores.now() / stepMs));
  return stores.now();
}

/** Renders again when `at` is reached, not every second. False if `at` is null. */
export function useIsPast(at: number | null): boolean {
  const stores = useStores();
  const { clock } = stores;
  const everySecond = useCallback((listener: () => void) => clock.everySecond(listener), [clock]);
  return useSyncExternalStore(everySecond, () => at !== null && stores.now() >= at);
}

/** Time of the last message by the backend's wall clock if the connection is lost; null while it is open. */
export function useAsOf(): number | null {
  return useWatch(({ wire }) => (wire.kind === 'lost' ? wire.since : null));
}

/**
 * Time up to which the current session is known to have received, by the backend's wall clock; null if there is no
 * session. This is now while watching, else the last event, which is newer than the loaded coverage.
 */
export function useWatchedUntil(now: number): number | null {
  const isWatching = useSignal().kind === 'watching';
  const lastEventAt = useWatch(({ shown }) => (shown?.stream.kind === 'watching' ? shown.stream.lastEventAt : null));
  return isWatching ? now : lastEventAt;
}

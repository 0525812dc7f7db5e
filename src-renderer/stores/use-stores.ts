import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { Signal } from '../signal.ts';
import type { Stores } from './stores.ts';

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('A component that reads the stores is outside StoresContext.');
  return stores;
}

type StateOf<Store> = Store extends { getState: () => infer State } ? State : never;
type SelectHook<Store> = <T>(select: (state: StateOf<Store>) => T) => T;

function storeHook<Store extends Pick<StoreApi<unknown>, 'getState' | 'getInitialState' | 'subscribe'>>(
  storeOf: (stores: Stores) => Store,
): SelectHook<Store> {
  return (select) => useStore(storeOf(useStores()), select);
}

export const useWatch: SelectHook<Stores['watch']> = storeHook((stores) => stores.watch);
export const useTimeline: SelectHook<Stores['timeline']> = storeHook((stores) => stores.timeline);
export const useTally: SelectHook<Stores['tally']> = storeHook((stores) => stores.tally);
export const useCoverage: SelectHook<Stores['coverage']> = storeHook((stores) => stores.coverage);
export const useBoard: SelectHook<Stores['board']> = storeHook((stores) => stores.board);
export const useAlarms: SelectHook<Stores['alarms']> = storeHook((stores) => stores.alarms);
export const useDay: SelectHook<Stores['day']> = storeHook((stores) => stores.day);
export const useAway: SelectHook<Stores['away']> = storeHook((stores) => stores.away);
export const useStorage: SelectHook<Stores['storage']> = storeHook((stores) => stores.storage);
export const useSubscriptions: SelectHook<Stores['subscriptions']> = storeHook((stores) => stores.subscriptions);
export const useViews: SelectHook<Stores['views']> = storeHook((stores) => stores.views);
export const useLinks: SelectHook<Stores['links']> = storeHook((stores) => stores.links);
export const useOutlets: SelectHook<Stores['outlets']> = storeHook((stores) => stores.outlets);
export const useShift: SelectHook<Stores['shift']> = storeHook((stores) => stores.shift);
export const useTeam: SelectHook<Stores['team']> = storeHook((stores) => stores.team);
export const useExports: SelectHook<Stores['exports']> = storeHook((stores) => stores.exports);
export const useAccess: SelectHook<Stores['access']> = storeHook((stores) => stores.access);
export const useSearchDraft: SelectHook<Stores['searchDraft']> = storeHook((stores) => stores.searchDraft);
export const useSavedSearches: SelectHook<Stores['savedSearches']> = storeHook((stores) => stores.savedSearches);
export const useIdList: SelectHook<Stores['idList']> = storeHook((stores) => stores.idList);
export const useProfiles: SelectHook<Stores['profiles']> = storeHook((stores) => stores.profiles);
export const useAppearance: SelectHook<Stores['appearance']> = storeHook((stores) => stores.appearance);

export function useShownEntry(): ProfileEntry | null {
  const id = useWatch(({ shown }) => shown?.profile.id);
  return useProfiles(({ entries }) => entries?.find((entry) => entry.id === id) ?? null);
}

/** Renders again when the signal's state changes, not every second and not with each heartbeat. */
export function useSignal(): Signal {
  return useStore(useStores().signal);
}

/** Time of the last heartbeat of this session; null before the first one, and while not watching. */
export function useLastHeartbeatAt(): number | null {
  return useWatch(({ shown }) => (shown?.stream.kind === 'watching' ? shown.stream.lastHeartbeatAt : null));
}

/** By the backend's wall clock. Only for leaf components: renders again after each step of whole seconds. */
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

/** Now, or the last message if the connection is lost, by the backend's wall clock. */
export function useKnownNow(stepMs?: number): number {
  const ticked = useNow(stepMs);
  return useAsOf() ?? ticked;
}

/** Now while watching, else the last event, which is newer than the loaded coverage; null without a session. */
export function useWatchedUntil(now: number): number | null {
  const isWatching = useSignal().kind === 'watching';
  // Not selected while watching, because it changes with each event.
  const lastEventAt = useWatch(({ shown }) =>
    !isWatching && shown?.stream.kind === 'watching' ? shown.stream.lastEventAt : null,
  );
  return isWatching ? now : lastEventAt;
}

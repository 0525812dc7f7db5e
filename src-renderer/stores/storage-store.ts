/**
 * Figures of the files in which the shown watch stores its events. Loaded only while a component is subscribed, because
 * the backend must count.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createLatestLoader, NOT_LOADED } from './latest-loader.ts';
import { pollWhileSubscribed } from './poll-while-subscribed.ts';
import type { Loadable, WatchScoped } from './watch-scoped.ts';

export interface StorageState extends Loadable<StoreReport> {
  readonly isBackingUp: boolean;
  readonly requestError: Error | null;
}

export interface StorageStore extends StoreApi<StorageState>, WatchScoped {
  /** Loads now and every minute until the returned function is called. */
  poll(): Stop;
  /** Loads again if a component is subscribed. */
  refresh(): void;
  /** Makes a copy; the result appears in the state. */
  backUp(): Promise<void>;
  acknowledge(): Promise<void>;
}

const NOTHING: StorageState = { ...NOT_LOADED, isBackingUp: false, requestError: null };

/** @param now the backend's wall clock */
export function createStorageStore(
  backend: Pick<BackendClient, 'storage'>,
  clock: PageClock,
  now: () => number,
): StorageStore {
  const store = createStore<StorageState>(() => NOTHING);
  const reading = createLatestLoader(
    (watch) => backend.storage.report(watch),
    now,
    (told) => store.setState(told),
  );
  const { poll, isPolling } = pollWhileSubscribed(clock, refresh);

  function refresh(): void {
    if (isPolling()) reading.refresh();
  }

  /** Runs one user action, then reloads the figures. */
  async function ask(call: (watch: WatchId) => Promise<void>, after: Partial<StorageState> = {}): Promise<void> {
    const { watch } = reading;
    if (watch === null) return;
    store.setState({ requestError: null });
    let requestError: Error | null = null;
    try {
      await call(watch);
    } catch (error) {
      requestError = asError(error);
    }
    if (watch !== reading.watch) return;
    store.setState({ requestError, ...after });
    refresh();
  }

  return {
    ...store,
    refresh,
    poll,
    async backUp() {
      if (reading.watch !== null) store.setState({ isBackingUp: true });
      await ask((watch) => backend.storage.backUp(watch), { isBackingUp: false });
    },
    acknowledge: () => ask((watch) => backend.storage.acknowledge(watch)),
    open({ watch }) {
      store.setState(NOTHING);
      reading.open(watch);
      refresh();
    },
    onSnapshot(shown, before, resumed) {
      // A finished copy or repair changes the figures.
      if (resumed || turnOf(shown) !== turnOf(before)) refresh();
    },
    close() {
      reading.open(null);
      store.setState(NOTHING);
    },
  };
}

function turnOf({ store: { backup, incident } }: WatchSnapshot): string {
  return `${backup.kind} ${incident?.mending.kind}`;
}

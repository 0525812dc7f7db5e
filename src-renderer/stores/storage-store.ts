/**
 * What is known of the files in which the watch that is shown keeps its events. Read when somebody looks, and never
 * otherwise: it costs the backend a count.
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

/** What was read, and what became of what was asked for here. */
export interface StorageState extends Loadable<StoreReport> {
  /** A copy that was asked for here is being made. */
  readonly isBackingUp: boolean;
  /** What the last thing that was asked for here failed with. */
  readonly requestError: Error | null;
}

export interface StorageStore extends StoreApi<StorageState>, WatchScoped {
  /** Reads now and each minute, until what it returns is called. */
  poll(): Stop;
  /** Reads anew where somebody looks. */
  refresh(): void;
  /** Makes a copy; what it comes to is in the state. */
  backUp(): Promise<void>;
  acknowledge(): Promise<void>;
}

const NOTHING: StorageState = { ...NOT_LOADED, isBackingUp: false, requestError: null };

/** @param now the backend's wall clock. */
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

  /** One thing that a person asked for; the figures are read anew after it. */
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
      // A copy that was made and events that were brought back are in the figures.
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

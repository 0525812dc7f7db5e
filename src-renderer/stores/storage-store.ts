/** Loaded only while a component is subscribed, because the backend must count. */
import { createStore } from 'zustand/vanilla';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createLatestLoader, NOT_LOADED } from './loading/latest-loader.ts';
import { pollWhileSubscribed } from './loading/poll-while-subscribed.ts';
import type { Loadable } from './loading/watch-scoped.ts';

interface StorageState extends Loadable<StoreReport> {
  readonly isBackingUp: boolean;
  readonly requestError: Error | null;
}

const NOTHING: StorageState = { ...NOT_LOADED, isBackingUp: false, requestError: null };

export type StorageStore = ReturnType<typeof createStorageStore>;

export function createStorageStore(backend: Pick<BackendClient, 'storage'>, clock: PageClock, now: () => number) {
  const store = createStore<StorageState>(() => NOTHING);
  const loader = createLatestLoader(
    (watch) => backend.storage.report.query({ watch }),
    now,
    (result) => store.setState(result),
  );
  const { poll, isPolling } = pollWhileSubscribed(clock, refresh);

  function refresh(): void {
    if (isPolling()) loader.refresh();
  }

  async function request(call: (watch: WatchId) => Promise<unknown>, after: Partial<StorageState> = {}): Promise<void> {
    const { watch } = loader;
    if (watch === null) return;
    store.setState({ requestError: null });
    let requestError: Error | null = null;
    try {
      await call(watch);
    } catch (error) {
      requestError = asError(error);
    }
    if (watch !== loader.watch) return;
    store.setState({ requestError, ...after });
    refresh();
  }

  return {
    ...store,
    refresh,
    poll,
    async backUp() {
      if (loader.watch !== null) store.setState({ isBackingUp: true });
      await request((watch) => backend.storage.backUp.mutate({ watch }), { isBackingUp: false });
    },
    acknowledge: () => request((watch) => backend.storage.acknowledge.mutate({ watch })),
    open({ watch }: WatchSnapshot) {
      store.setState(NOTHING);
      loader.open(watch);
      refresh();
    },
    onSnapshot(shown: WatchSnapshot, before: WatchSnapshot, resumed: boolean) {
      // A finished copy or repair changes the figures.
      if (resumed || turnOf(shown) !== turnOf(before)) refresh();
    },
    close() {
      loader.open(null);
      store.setState(NOTHING);
    },
  };
}

function turnOf({ store: { backup, incident } }: WatchSnapshot): string {
  return `${backup.kind} ${incident?.mending.kind}`;
}

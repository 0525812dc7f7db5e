/**
 * Searches of the shown watch, from the backend's feed. They run in the backend, independently of the page. Results of
 * actions appear when the feed reports them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NotAccepted, SubscriptionsSnapshot as Snapshot } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import type { BackendClient, Stop } from '../../backend/client.ts';
import type { WatchScoped } from '../queries/watch-scoped.ts';

export interface SubscriptionsState {
  readonly searches: Snapshot['searches'] | null;
  readonly notAccepted: Snapshot['notAccepted'];
  readonly requests: Snapshot['requests'];
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  readonly isStarting: boolean;
}

export interface SubscriptionsStore extends StoreApi<SubscriptionsState>, WatchScoped {
  watch(): WatchId | null;
  start(body: string): Promise<string | null>;
  next(id: string): Promise<void>;
  load(id: string, mode: 'go' | 'pause'): Promise<void>;
  cancel(id: string): Promise<void>;
  remove(id: string): Promise<boolean>;
  forgetNotAccepted(part: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
  resubscribe(): void;
  clearError(): void;
}

const NOTHING: SubscriptionsState = {
  searches: null,
  notAccepted: [],
  requests: [],
  feedError: null,
  requestError: null,
  isStarting: false,
};

export function createSubscriptionsStore({
  subscriptions: backend,
}: Pick<BackendClient, 'subscriptions'>): SubscriptionsStore {
  const store = createStore<SubscriptionsState>(() => NOTHING);
  let opened: { readonly watch: WatchId; readonly stop: Stop } | null = null;

  /** @returns the answer; null if the request failed or another watch is shown now */
  async function request<T>(call: (watch: WatchId) => Promise<T>): Promise<{ readonly value: T } | null> {
    if (opened === null) return null;
    const { watch } = opened;
    store.setState({ requestError: null });
    try {
      const value = await call(watch);
      return opened?.watch === watch ? { value } : null;
    } catch (error) {
      if (opened?.watch === watch) store.setState({ requestError: asError(error) });
      return null;
    }
  }
  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(NOTHING);
  }

  return {
    ...store,
    watch: () => opened?.watch ?? null,
    async start(body) {
      if (store.getState().isStarting) return null;
      const openedBefore = opened;
      store.setState({ isStarting: true });
      const started = await request((watch) => backend.start.mutate({ watch, body }));
      // If another watch is shown now, its state must not change.
      if (opened === openedBefore) store.setState({ isStarting: false });
      return started?.value.id ?? null;
    },
    async next(id) {
      await request((watch) => backend.next.mutate({ watch, id }));
    },
    async load(id, mode) {
      await request((watch) => backend.load.mutate({ watch, id, how: mode }));
    },
    async cancel(id) {
      await request((watch) => backend.cancel.mutate({ watch, id }));
    },
    remove: async (id) => (await request((watch) => backend.remove.mutate({ watch, id }))) !== null,
    async forgetNotAccepted(part) {
      await request((watch) => backend.forgetNotAccepted.mutate({ watch, ...part }));
    },
    clearError: () => store.setState({ requestError: null }),
    open: ({ watch }) => listen(watch),
    resubscribe() {
      if (opened !== null) listen(opened.watch);
    },
    onSnapshot: () => undefined,
    close,
  };

  function listen(watch: WatchId): void {
    close();
    const subscription = { watch, stop: () => undefined as void };
    opened = subscription;
    subscription.stop = backend.feed.subscribe(
      { watch },
      {
        onData(feed) {
          if (opened === subscription) store.setState({ ...feed, feedError: null });
        },
        onEnd(error) {
          if (opened === subscription && error !== null) store.setState({ feedError: error });
        },
      },
    );
  }
}

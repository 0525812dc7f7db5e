/**
 * Searches of the shown watch, from the backend's feed. They run in the backend, independently of the page. Results of
 * actions appear when the feed reports them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NotAccepted, SubscriptionsSnapshot as Snapshot } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';
import { createWatchFeed } from '../queries/watch-feed.ts';
import type { WatchScoped } from '../queries/watch-scoped.ts';

interface SubscriptionsState {
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
  const { shownWatch, open, close, resubscribe, request, send } = createWatchFeed<Snapshot>({
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    onData: (snapshot) => store.setState(snapshot),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(NOTHING),
  });

  return {
    ...store,
    watch: shownWatch,
    async start(body) {
      if (store.getState().isStarting) return null;
      const before = shownWatch();
      store.setState({ isStarting: true });
      const started = await request((watch) => backend.start.mutate({ watch, body }));
      // If another watch is shown now, its state must not change.
      if (shownWatch() === before) store.setState({ isStarting: false });
      return started?.value.id ?? null;
    },
    next: (id) => send((watch) => backend.next.mutate({ watch, id })),
    load: (id, mode) => send((watch) => backend.load.mutate({ watch, id, how: mode })),
    cancel: (id) => send((watch) => backend.cancel.mutate({ watch, id })),
    remove: async (id) => (await request((watch) => backend.remove.mutate({ watch, id }))) !== null,
    forgetNotAccepted: (part) => send((watch) => backend.forgetNotAccepted.mutate({ watch, ...part })),
    clearError: () => store.setState({ requestError: null }),
    open,
    resubscribe,
    close,
  };
}

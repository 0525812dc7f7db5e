/** Searches run in the backend, independently of the page. Results of actions appear when the feed reports them. */
import { createStore } from 'zustand/vanilla';
import type { NotAccepted, SubscriptionsSnapshot as Snapshot } from '../../../src-shared/api/searches.ts';
import type { BackendClient } from '../../backend/client.ts';
import { createWatchFeed } from '../loading/watch-feed.ts';

interface SubscriptionsState {
  readonly searches: Snapshot['searches'] | null;
  readonly notAccepted: Snapshot['notAccepted'];
  readonly requests: Snapshot['requests'];
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  readonly isStarting: boolean;
}

const NOTHING: SubscriptionsState = {
  searches: null,
  notAccepted: [],
  requests: [],
  feedError: null,
  requestError: null,
  isStarting: false,
};

export type SubscriptionsStore = ReturnType<typeof createSubscriptionsStore>;

export function createSubscriptionsStore({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>) {
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
    async start(body: string) {
      if (store.getState().isStarting) return null;
      const before = shownWatch();
      store.setState({ isStarting: true });
      const started = await request((watch) => backend.start.mutate({ watch, body }));
      // If another watch is shown now, its state must not change.
      if (shownWatch() === before) store.setState({ isStarting: false });
      return started?.value.id ?? null;
    },
    next: (id: string) => send((watch) => backend.next.mutate({ watch, id })),
    load: (id: string, mode: 'go' | 'pause') => send((watch) => backend.load.mutate({ watch, id, how: mode })),
    cancel: (id: string) => send((watch) => backend.cancel.mutate({ watch, id })),
    remove: async (id: string) => (await request((watch) => backend.remove.mutate({ watch, id }))) !== null,
    forgetNotAccepted: (part: Pick<NotAccepted, 'kind' | 'name'>) =>
      send((watch) => backend.forgetNotAccepted.mutate({ watch, ...part })),
    clearError: () => store.setState({ requestError: null }),
    open,
    resubscribe,
    close,
  };
}

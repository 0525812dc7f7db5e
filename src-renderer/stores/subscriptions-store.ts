/**
 * Searches of the shown watch, from the backend's feed. They run in the backend, independently of the page. Results of
 * actions appear when the feed reports them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NotAccepted, SubscriptionsSnapshot as Snapshot } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface SubscriptionsState {
  /** Newest first; null until the first message. */
  readonly searches: Snapshot['searches'] | null;
  readonly notAccepted: Snapshot['notAccepted'];
  /** The most recent requests, newest first. */
  readonly requests: Snapshot['requests'];
  /** Why the feed ended; null while it runs. */
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  /** A search was requested and is not sent yet. */
  readonly isStarting: boolean;
}

export interface SubscriptionsStore extends StoreApi<SubscriptionsState>, WatchScoped {
  watch(): WatchId | null;
  /** @returns the id of the search; null if it failed, see `requestError` */
  start(body: string): Promise<string | null>;
  next(id: string): Promise<void>;
  load(id: string, how: 'go' | 'pause'): Promise<void>;
  cancel(id: string): Promise<void>;
  remove(id: string): Promise<boolean>;
  forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
  /** Restarts the feed after `feedError`. */
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
  async function ask<T>(call: (watch: WatchId) => Promise<T>): Promise<{ readonly answer: T } | null> {
    if (opened === null) return null;
    const { watch } = opened;
    store.setState({ requestError: null });
    try {
      const answer = await call(watch);
      return opened?.watch === watch ? { answer } : null;
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
      const asked = opened;
      store.setState({ isStarting: true });
      const begun = await ask((watch) => backend.start(watch, body));
      // If another watch is shown now, its state must not change.
      if (opened === asked) store.setState({ isStarting: false });
      return begun?.answer ?? null;
    },
    async next(id) {
      await ask((watch) => backend.next(watch, id));
    },
    async load(id, how) {
      await ask((watch) => backend.load(watch, id, how));
    },
    async cancel(id) {
      await ask((watch) => backend.cancel(watch, id));
    },
    remove: async (id) => (await ask((watch) => backend.remove(watch, id))) !== null,
    async forgetNotAccepted(what) {
      await ask((watch) => backend.forgetNotAccepted(watch, what));
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
    const mine = { watch, stop: () => undefined as void };
    opened = mine;
    mine.stop = backend.subscribe(watch, {
      onData(told) {
        if (opened === mine) store.setState({ ...told, feedError: null });
      },
      onEnd(error) {
        if (opened === mine && error !== null) store.setState({ feedError: error });
      },
    });
  }
}

import { createStore } from 'zustand/vanilla';
import type { OutletsSnapshot, OutletTest } from '../../src-shared/api/outlets.ts';
import type { NewOutlet } from '../../src-shared/domain/outlets/outlet.ts';
import type { BackendClient } from '../backend/client.ts';
import { createWatchFeed } from './loading/watch-feed.ts';

export interface OutletsState {
  readonly snapshot: OutletsSnapshot | null;
  /** By the id of the outlet. `pending`: no answer yet. */
  readonly tests: ReadonlyMap<string, OutletTest | 'pending'>;
  readonly feedError: Error | null;
  readonly requestError: Error | null;
}

const NOTHING: OutletsState = { snapshot: null, tests: new Map(), feedError: null, requestError: null };

export type OutletsStore = ReturnType<typeof createOutletsStore>;

export function createOutletsStore({ outlets: backend }: Pick<BackendClient, 'outlets'>) {
  const store = createStore<OutletsState>(() => NOTHING);
  const { open, close, resubscribe, request } = createWatchFeed<OutletsSnapshot>({
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    onData: (snapshot) => store.setState({ snapshot }),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(NOTHING),
  });

  function setTest(id: string, test: OutletTest | 'pending' | null): void {
    const tests = new Map(store.getState().tests);
    if (test === null) tests.delete(id);
    else tests.set(id, test);
    store.setState({ tests });
  }

  return {
    ...store,
    open,
    close,
    resubscribe,
    add: async (outlet: NewOutlet, secret: string | null) =>
      (await request((watch) => backend.add.mutate({ watch, outlet, secret }))) !== null,
    change: async (id: string, outlet: NewOutlet, secret: string | null) =>
      (await request((watch) => backend.change.mutate({ watch, id, outlet, secret }))) !== null,
    remove: async (id: string) => (await request((watch) => backend.remove.mutate({ watch, id }))) !== null,
    async test(id: string) {
      if (store.getState().tests.get(id) === 'pending') return;
      setTest(id, 'pending');
      const answer = await request((watch) => backend.test.mutate({ watch, id }));
      setTest(id, answer?.value ?? null);
    },
    /** @returns null if the request failed */
    testDraft: async (id: string | null, outlet: NewOutlet, secret: string | null): Promise<OutletTest | null> =>
      (await request((watch) => backend.testDraft.mutate({ watch, id, outlet, secret })))?.value ?? null,
    forgetError: () => store.setState({ requestError: null }),
  };
}

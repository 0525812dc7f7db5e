/**
 * What the backend last said about the profile under watch, when it said so, and whether the wire to it is up.
 * Holds facts only; what they mean at a given moment is `signal.ts`.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { BackendClient, Stop } from '../backend-client.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';

type Wire =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** `since`: the page's wall clock, UTC epoch ms. */
  | { readonly kind: 'lost'; readonly since: number };

/** A snapshot and the page's clocks when it came. */
interface SeenSnapshot {
  readonly snapshot: WatchSnapshot;
  readonly at: ClockReading;
  /** The first one since the wire was opened. */
  readonly firstOfWire: boolean;
}

export interface WatchState {
  readonly wire: Wire;
  readonly seen: SeenSnapshot | null;
}

export interface WatchStore extends StoreApi<WatchState> {
  retryNow(): Promise<void>;
  stop(): void;
}

export function createWatchStore(backend: BackendClient, clock: PageClock): WatchStore {
  const store = createStore<WatchState>(() => ({ wire: { kind: 'connecting' }, seen: null }));
  let awaitingFirst = true;
  let stopFeed: Stop | null = null;
  let stopped = false;

  const lose = () => {
    awaitingFirst = true;
    if (store.getState().wire.kind !== 'lost') store.setState({ wire: { kind: 'lost', since: clock.read().wall } });
  };
  const stopWire = backend.onWire((wire) => {
    if (wire === 'lost') lose();
    // While a lost wire is being tried again it is still lost; open it is with the first snapshot, since until then
    // nothing on the page is news.
    else if (wire === 'open' && store.getState().seen === null) store.setState({ wire: { kind: 'open' } });
  });

  function listen(): void {
    stopFeed = backend.watch({
      onData(snapshot) {
        const seen = { snapshot, at: clock.read(), firstOfWire: awaitingFirst };
        awaitingFirst = false;
        store.setState({ wire: { kind: 'open' }, seen });
      },
      // Only a backend that is going away ends this feed, or a bug in it: either way nothing more is known.
      onEnd() {
        stopFeed?.();
        if (stopped) return;
        lose();
        const stopWaiting = clock.everySecond(() => {
          stopWaiting();
          if (!stopped) listen();
        });
        stopFeed = stopWaiting;
      },
    });
  }
  listen();

  return {
    ...store,
    retryNow: () => backend.retryNow(),
    stop() {
      stopped = true;
      stopFeed?.();
      stopWire();
    },
  };
}

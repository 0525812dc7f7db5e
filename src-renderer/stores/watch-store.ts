/**
 * What the backend last said about everything under watch, when it said so, which watch this page shows, and whether
 * the wire is up: snapshots decide that, since a socket answers for a backend that says nothing more. Holds facts only;
 * what they mean at a given moment is `signal.ts`.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackendSnapshot, WatchSnapshot } from '../../src-shared/api/watch.ts';
import { PAGE_CONNECTION_TIMEOUT_MS } from '../../src-shared/api/page-timing.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import { type ClockReading, elapsedMs, type PageClock } from '../time/page-clock.ts';

type Wire =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /**
   * `since`: when anything was last heard, or the last snapshot where only the socket answers; by the backend's wall
   * clock, by the page's where nothing ever was.
   */
  | { readonly kind: 'lost'; readonly since: number };

/** A snapshot and the page's clocks when it came. */
interface ReceivedSnapshot {
  readonly snapshot: BackendSnapshot;
  readonly at: ClockReading;
  /** The first one since the wire was opened. */
  readonly isFirstAfterConnect: boolean;
}

export interface WatchState {
  readonly wire: Wire;
  readonly received: ReceivedSnapshot | null;
  /** The watch of `seen` that this page shows; `null` where none is open. */
  readonly shown: WatchSnapshot | null;
}

export interface WatchStore extends StoreApi<WatchState> {
  /** Shows another watch: at once where it is open, else as soon as it is. */
  show(watch: WatchId): void;
  /** Of the watch that is shown; nothing where there is none. */
  retryNow(): Promise<void>;
  stop(): void;
}

export function createWatchStore(
  { wire, watches }: Pick<BackendClient, 'wire' | 'watches'>,
  clock: PageClock,
): WatchStore {
  const store = createStore<WatchState>(() => ({ wire: { kind: 'connecting' }, received: null, shown: null }));
  let awaitingFirst = true;
  let stopFeed: Stop | null = null;
  let stopAwaiting: Stop | null = null;
  let stopped = false;
  /** Asked for, and not told of yet. */
  let requestedWatch: WatchId | null = null;

  /** @param heard when anything was last heard. */
  const lose = (heard: ClockReading = wire.lastReceived() ?? clock.read()) => {
    awaitingFirst = true;
    const { wire: present, received } = store.getState();
    if (present.kind === 'lost') return;
    const since = received === null ? heard.wall : received.snapshot.at + elapsedMs(received.at, heard);
    store.setState({ wire: { kind: 'lost', since } });
  };
  const stopWire = wire.subscribe((state) => {
    stopAwaiting?.();
    if (state === 'lost') lose();
    else if (state === 'open') {
      awaitSnapshot(clock.read());
      // While a lost wire is being tried again it is still lost; open it is with the first snapshot, since until then
      // nothing on the page is news.
      if (store.getState().received === null) store.setState({ wire: { kind: 'open' } });
    }
  });

  /** Set anew with each snapshot: browsers hold back timers of hidden pages that were set by timers. */
  function awaitSnapshot(since: ClockReading): void {
    stopAwaiting?.();
    const left = PAGE_CONNECTION_TIMEOUT_MS - elapsedMs(since, clock.read());
    stopAwaiting = clock.after(Math.max(0, left), () => {
      if (elapsedMs(since, clock.read()) < PAGE_CONNECTION_TIMEOUT_MS) return awaitSnapshot(since);
      lose(store.getState().received?.at);
      stopFeed?.();
      listen();
      awaitSnapshot(clock.read());
    });
  }

  function listen(): void {
    stopFeed = watches.subscribe({
      onData(snapshot) {
        const received = { snapshot, at: clock.read(), isFirstAfterConnect: awaitingFirst };
        awaitingFirst = false;
        awaitSnapshot(received.at);
        const shown = shownWatch(snapshot, requestedWatch, store.getState().shown?.watch ?? null);
        if (shown?.watch === requestedWatch) requestedWatch = null;
        store.setState({ wire: { kind: 'open' }, received, shown });
      },
      // Only a backend that is going away ends this feed, or a bug in it: either way nothing more is known.
      onEnd() {
        stopFeed?.();
        stopAwaiting?.();
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
    show(watch) {
      const shown = store.getState().received?.snapshot.watches.find((open) => open.watch === watch);
      requestedWatch = shown === undefined ? watch : null;
      if (shown !== undefined) store.setState({ shown });
    },
    async retryNow() {
      const { shown } = store.getState();
      if (shown !== null) await watches.retryNow(shown.watch);
    },
    stop() {
      stopped = true;
      stopFeed?.();
      stopAwaiting?.();
      stopWire();
    },
  };
}

/** The one that is asked for, else the one that was shown, for as long as it is open; else the newest opened. */
function shownWatch(
  { watches }: BackendSnapshot,
  wanted: WatchId | null,
  before: WatchId | null,
): WatchSnapshot | null {
  const open = (id: WatchId | null) => watches.find(({ watch }) => watch === id);
  return open(wanted) ?? open(before) ?? watches.at(-1) ?? null;
}

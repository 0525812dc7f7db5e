/**
 * The connection counts as open only while snapshots arrive, because a socket can answer for a stuck backend. Holds
 * facts only; `signal.ts` interprets them.
 */
import { createStore } from 'zustand/vanilla';
import type { BackendSnapshot, WatchSnapshot } from '../../src-shared/api/watch.ts';
import { PAGE_CONNECTION_TIMEOUT_MS } from '../../src-shared/api/page-timing.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import { type ClockReading, elapsedMs, type PageClock } from '../time/page-clock.ts';
import type { WatchState } from '../watch-state.ts';
import { shareEqual } from './loading/share-equal.ts';

export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore({ wire, watches }: Pick<BackendClient, 'wire' | 'watches'>, clock: PageClock) {
  const store = createStore<WatchState>(() => ({ wire: { kind: 'connecting' }, received: null, shown: null }));
  let awaitingFirst = true;
  let stopFeed: Stop | null = null;
  let stopAwaiting: Stop | null = null;
  let stopped = false;
  /** A requested watch that no snapshot contains yet. */
  let requestedWatch: WatchId | null = null;

  const lose = (lastReceived: ClockReading = wire.lastReceived() ?? clock.read()) => {
    awaitingFirst = true;
    const { wire: present, received } = store.getState();
    if (present.kind === 'lost') return;
    const since = received === null ? lastReceived.wall : received.snapshot.at + elapsedMs(received.at, lastReceived);
    store.setState({ wire: { kind: 'lost', since } });
  };
  const stopWire = wire.subscribe((state) => {
    stopAwaiting?.();
    if (state === 'lost') lose();
    else if (state === 'open') {
      awaitSnapshot(clock.read());
      // Open only with the first snapshot: until then the page shows nothing new, also during a retry.
      if (store.getState().received === null) store.setState({ wire: { kind: 'open' } });
    }
  });

  /** Restarts the timer with each snapshot, because browsers throttle chained timers in hidden pages. */
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
    stopFeed = watches.feed.subscribe(undefined, {
      onData(next) {
        const { received: last } = store.getState();
        // Most snapshots repeat the last one: they only show that the backend answers.
        const snapshot = { ...next, watches: shareEqual(last?.snapshot.watches ?? null, next.watches) };
        const received = { snapshot, at: clock.read(), isFirstAfterConnect: awaitingFirst };
        awaitingFirst = false;
        awaitSnapshot(received.at);
        const shown = shownWatch(snapshot, requestedWatch, store.getState().shown?.watch ?? null);
        if (shown?.watch === requestedWatch) requestedWatch = null;
        store.setState({ wire: { kind: 'open' }, received, shown });
      },
      // The feed ends only if the backend stops or has a bug; in both cases the state is unknown.
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
    /** Shows another watch: immediately if it is open, else when it opens. */
    show(watch: WatchId) {
      const shown = store.getState().received?.snapshot.watches.find((open) => open.watch === watch);
      requestedWatch = shown === undefined ? watch : null;
      if (shown !== undefined) store.setState({ shown });
    },
    /** Retries the connection of the shown watch. Does nothing if there is none. */
    async retryNow() {
      const { shown } = store.getState();
      if (shown !== null) await watches.retryNow.mutate({ watch: shown.watch });
    },
    stop() {
      stopped = true;
      stopFeed?.();
      stopAwaiting?.();
      stopWire();
    },
  };
}

/** Returns the requested watch, else the one shown before if it is still open, else the most recently opened. */
function shownWatch(
  { watches }: BackendSnapshot,
  requested: WatchId | null,
  before: WatchId | null,
): WatchSnapshot | null {
  const open = (id: WatchId | null) => watches.find(({ watch }) => watch === id);
  return open(requested) ?? open(before) ?? watches.at(-1) ?? null;
}

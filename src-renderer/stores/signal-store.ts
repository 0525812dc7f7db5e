/** The signal as it is at this second. Changes when the state does, not with each tick: who counts seconds reads a clock. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { computeSignal, type Signal } from '../signal.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { WatchStore } from './watch-store.ts';

export interface SignalStore extends StoreApi<Signal> {
  stop(): void;
}

export function createSignalStore(watch: WatchStore, clock: PageClock): SignalStore {
  const store = createStore<Signal>(() => computeSignal(watch.getState(), clock.read()));
  let text = JSON.stringify(store.getState());

  function read(): void {
    const signal = computeSignal(watch.getState(), clock.read());
    // Each snapshot brings a cause of its own that says the same.
    const nowText = JSON.stringify(signal);
    if (nowText === text) return;
    text = nowText;
    store.setState(signal, true);
  }
  const stops = [watch.subscribe(read), clock.everySecond(read)];
  return {
    ...store,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

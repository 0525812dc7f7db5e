/** Changes only when the state does, not every second; components that count seconds read a clock. */
import { createStore } from 'zustand/vanilla';
import { computeSignal, type Signal } from '../signal.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { WatchStore } from './watch-store.ts';

export type SignalStore = ReturnType<typeof createSignalStore>;

export function createSignalStore(watch: WatchStore, clock: PageClock) {
  const store = createStore<Signal>(() => computeSignal(watch.getState(), clock.read()));
  let text = JSON.stringify(store.getState());

  function read(): void {
    const signal = computeSignal(watch.getState(), clock.read());
    // Compares as text, because each snapshot has a new but equal cause object.
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

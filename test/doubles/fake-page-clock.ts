import type { ClockReading, PageClock } from '../../src-renderer/time/page-clock.ts';
import { START } from './page-watch.ts';

export class FakePageClock implements PageClock {
  #reading: ClockReading = { wall: START, monotonic: 0 };
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Set<{ readonly dueAt: number; readonly listener: () => void }>();

  read(): ClockReading {
    return this.#reading;
  }
  everySecond(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
  after(ms: number, listener: () => void): () => void {
    const timer = { dueAt: this.#reading.monotonic + ms, listener };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
  /** Number of running timers; 0 after everything was stopped. */
  get pendingTimers(): number {
    return this.#timers.size;
  }
  /**
   * Advances both clocks in one step, as for a page that slept. Due timers run late, in their order, and then one tick.
   */
  advance(ms: number): void {
    this.set({ wall: this.#reading.wall + ms, monotonic: this.#reading.monotonic + ms });
  }
  set(reading: ClockReading): void {
    this.#reading = reading;
    const due = [...this.#timers].filter(({ dueAt }) => dueAt <= reading.monotonic);
    for (const timer of due.toSorted((one, other) => one.dueAt - other.dueAt))
      if (this.#timers.delete(timer)) timer.listener();
    for (const listener of this.#listeners) listener();
  }
}

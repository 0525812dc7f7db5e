/** The page's clocks by hand. */
import type { ClockReading, PageClock } from '../../src-renderer/time/page-clock.ts';
import { START } from './page-backend.ts';

export class FakePageClock implements PageClock {
  #reading: ClockReading = { wall: START, monotonic: 0 };
  readonly #listeners = new Set<() => void>();

  read(): ClockReading {
    return this.#reading;
  }
  everySecond(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  /** Both clocks go on, and the second ticks once. */
  advance(ms: number): void {
    this.set({ wall: this.#reading.wall + ms, monotonic: this.#reading.monotonic + ms });
  }
  set(reading: ClockReading): void {
    this.#reading = reading;
    for (const listener of this.#listeners) listener();
  }
}

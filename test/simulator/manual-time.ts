/** Time that stands still until a test winds it on. */
import type { TimeSource } from '../../src-simulator/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class ManualTime implements TimeSource {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param start UTC epoch ms. */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Winds on, and calls back whatever is due on the way, in order; on the same instant the older first. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

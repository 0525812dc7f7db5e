/** Time that stands still until it is wound on: by a test, or by whoever asks `POST /control/advance`. */
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { TimeSource } from './clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class ManualTime implements TimeSource {
  #now: number;
  /** In the order in which they were asked for. */
  readonly #timers = new Set<Timer>();
  #pendingAdvances = 0;
  #still: Promise<void> = Promise.resolve();

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

  /** When the next callback is due, UTC epoch ms; `null` where nothing waits. */
  nextDueAt(): number | null {
    return this.#next()?.at ?? null;
  }

  /** Winds on, and calls back whatever is due on the way, in order; on the same instant the older first. */
  advance(ms: number): void {
    const end = this.#now + ms;
    while (this.#callNext(end));
    this.#now = end;
  }

  /**
   * The same, and after each callback the event loop turns: what it wrote is handed to the network and what waits for a
   * promise goes on before the next is called. One winding comes after the other.
   * @param endAt tells the end (UTC epoch ms) when it is this winding's turn; an end in the past winds nothing.
   */
  advanceTo(endAt: () => number): Promise<void> {
    this.#pendingAdvances++;
    const winding = this.#windAfter(this.#still, endAt);
    // Whatever one winding met, the next has its turn.
    this.#still = winding.catch(() => undefined);
    return winding;
  }

  /** At once, or when nobody winds any more: whoever comes in between would meet an instant that nobody chose. */
  whenIdle(act: () => void): void {
    if (this.#pendingAdvances === 0) act();
    else void this.#still.then(() => this.whenIdle(act));
  }

  async #windAfter(others: Promise<void>, endAt: () => number): Promise<void> {
    await others;
    try {
      const end = Math.max(this.#now, endAt());
      while (this.#callNext(end)) await loopTurn();
      this.#now = end;
    } finally {
      this.#pendingAdvances--;
    }
  }

  #callNext(end: number): boolean {
    const next = this.#next();
    if (next === null || next.at > end) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
    return true;
  }

  #next(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.at < next.at) next = timer;
    return next;
  }
}

/** Time that only advances on request: by a test or by `POST /control/advance`. */
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { TimeSource } from './clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export class ManualTime implements TimeSource {
  readonly #start: number;
  #now: number;
  readonly #timers = new Set<Timer>();
  #pendingAdvances = 0;
  #still: Promise<void> = Promise.resolve();

  constructor(start: number) {
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  restart(): void {
    this.#now = this.#start;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Returns the time of the next callback in UTC epoch ms, or null if there is none. */
  nextDueAt(): number | null {
    return this.#next()?.at ?? null;
  }

  /** Calls every due callback in order of time, then of creation. */
  advance(ms: number): void {
    const end = this.#now + ms;
    while (this.#callNext(end));
    this.#now = end;
  }

  /**
   * Like `advance`, but lets the event loop turn after each callback, so that its output reaches the network first.
   * Concurrent calls run one after the other. `endAt` is read when this call begins; an end in the past advances
   * nothing.
   */
  advanceTo(endAt: () => number): Promise<void> {
    this.#pendingAdvances++;
    const winding = this.#windAfter(this.#still, endAt);
    // An error of one call must not block the next.
    this.#still = winding.catch(() => undefined);
    return winding;
  }

  /** Runs `act` now, or after all pending advances: a request in between would see an arbitrary time. */
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

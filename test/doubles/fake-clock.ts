/**
 * A clock that only the test moves. Sleepers wake in the order of their due times. Everything that a woken sleeper
 * starts has run before the clock moves on, including a new sleep in the same span.
 */
import type { Clock } from '../../src-main/core/ports/clock.ts';

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

export class FakeClock implements Clock {
  #monotonic = 0;
  #asleep = 0;
  #epoch: number;
  /** Number of calls of `elapsed`, which is expensive on a real clock. */
  elapsedReadings = 0;
  #sleepers: Sleeper[] = [];

  /** @param startAt initial time, UTC epoch ms */
  constructor(startAt: number = Date.UTC(2026, 0, 1)) {
    this.#epoch = startAt;
  }

  /** Whole, as of every clock of a computer; a sleep may end between two milliseconds. */
  now(): number {
    return Math.floor(this.#epoch + this.#monotonic + this.#asleep);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  elapsed(): number {
    this.elapsedReadings += 1;
    return this.#monotonic + this.#asleep;
  }

  /** Number of current sleeps; 0 at the end of a test that left nothing open. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Milliseconds until the next sleeper is due; null if there is none. */
  get nextDueIn(): number | null {
    const next = this.#nextSleeper();
    return next === undefined ? null : next.dueAt - this.#monotonic;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(reasonOf(signal));
        return;
      }
      const sleeper: Sleeper = {
        dueAt: this.#monotonic + Math.max(0, ms),
        wake: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
      };
      const cancel = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(reasonOf(signal));
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** Sets only the wall clock, like a person or a time service. Durations do not change. */
  setWallClock(now: number): void {
    this.#epoch = now - this.#monotonic - this.#asleep;
  }

  /** Simulates sleep of the computer: the wall clock and elapsed time advance, timers and durations do not. */
  sleepComputer(ms: number): void {
    this.#asleep += ms;
  }

  /** Simulates a suspended process: all clocks advance, and sleepers that became due wake late. */
  async suspend(ms: number): Promise<void> {
    await settle();
    this.#monotonic += ms;
    await this.advance(0);
  }

  /** Advances time by `ms` and wakes every sleeper that becomes due, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    await settle();
    for (let next = this.#nextSleeper(); next !== undefined && next.dueAt <= until; next = this.#nextSleeper()) {
      const due = next;
      this.#sleepers = this.#sleepers.filter((other) => other !== due);
      this.#monotonic = Math.max(this.#monotonic, due.dueAt);
      due.wake();
      await settle();
    }
    this.#monotonic = until;
    await settle();
  }

  /** Returns the earliest due sleeper; if several are due at the same time, the one that started first. */
  #nextSleeper(): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (next === undefined || sleeper.dueAt < next.dueAt) next = sleeper;
    }
    return next;
  }
}

/** Lets due promise callbacks run, because a turn of the event loop comes after all of them. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Returns an Error, because the type of an abort reason is any and a sleep always rejects with an Error. */
function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('The sleep was ended.', 'AbortError');
}

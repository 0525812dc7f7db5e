/**
 * Time that moves only when a test says so. Sleepers wake in the order of their due times, and whatever a sleeper
 * starts when it wakes (a new sleep within the same span, too) has run before the clock moves on.
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
  /** How often the dear clock was looked at. */
  elapsedReadings = 0;
  #sleepers: Sleeper[] = [];

  /** `startAt`: UTC epoch milliseconds of the clock's beginning. */
  constructor(startAt: number = Date.UTC(2026, 0, 1)) {
    this.#epoch = startAt;
  }

  now(): number {
    return this.#epoch + this.#monotonic + this.#asleep;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  elapsed(): number {
    this.elapsedReadings += 1;
    return this.#monotonic + this.#asleep;
  }

  /** How many sleeps are under way: 0 at the end of a test that left nothing open. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Milliseconds until the next sleeper is due, or null when nobody sleeps. */
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

  /** Sets the wall clock alone, as a person or a time service does; durations do not notice. */
  setWallClock(now: number): void {
    this.#epoch = now - this.#monotonic - this.#asleep;
  }

  /** The computer sleeps: the wall clock and elapsed time go on, timers and durations stand still. */
  sleepComputer(ms: number): void {
    this.#asleep += ms;
  }

  /** The process is stopped: all clocks go on, and what falls due meanwhile wakes late, afterwards. */
  async suspend(ms: number): Promise<void> {
    await settle();
    this.#monotonic += ms;
    await this.advance(0);
  }

  /** Moves time on by `ms`, waking every sleeper that falls due on the way, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms;
    await settle();
    for (let next = this.#nextSleeper(); next !== undefined && next.dueAt <= until; next = this.#nextSleeper()) {
      const due = next;
      this.#sleepers = this.#sleepers.filter((other) => other !== due);
      this.#monotonic = Math.max(this.#monotonic, due.dueAt);
      due.wake();
      // eslint-disable-next-line no-await-in-loop -- sleepers wake one after the other, that is the point
      await settle();
    }
    this.#monotonic = until;
    await settle();
  }

  /** The earliest due; of several due together, the one that fell asleep first. */
  #nextSleeper(): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (next === undefined || sleeper.dueAt < next.dueAt) next = sleeper;
    }
    return next;
  }
}

/** Lets promise callbacks that are already due run: a turn of the event loop comes after all of them. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** AbortSignal types its reason as any; a sleep rejects with an Error whatever the caller aborted with. */
function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('The sleep was ended.', 'AbortError');
}

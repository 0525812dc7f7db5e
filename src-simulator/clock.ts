/**
 * Runs every duration of the service on one clock, which a test can replace and `timeScale` shortens. Timestamps are
 * not scaled.
 */

/** A time on two clocks, both in ms. The service's clock may stop or jump; the other never does. */
export interface Moment {
  readonly at: number;
  /** Monotonic time of this computer. */
  readonly tick: number;
}

export interface TimeSource {
  now(): number;
  /** Calls back once after `delayMs` real ms. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
  /** Goes back to the start. Missing if the time is this computer's. */
  restart?(): void;
}

/** Longest delay of a Node timer. Node fires a timer with a longer delay immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function systemTimer(delayMs: number, callback: () => void): () => void {
  const rest = delayMs - MAX_TIMER_MS;
  if (rest <= 0) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  }
  let cancel = () => {};
  const timer = setTimeout(() => (cancel = systemTimer(rest, callback)), MAX_TIMER_MS);
  cancel = () => clearTimeout(timer);
  return () => cancel();
}

export const systemTime: TimeSource = { now: () => Date.now(), after: systemTimer };

/** Advances with the monotonic clock from `start` (UTC epoch ms), so changes of the system clock have no effect. */
export function timeFrom(start: number): TimeSource {
  let startedAt = performance.now();
  return {
    now: () => start + Math.floor(performance.now() - startedAt),
    after: systemTimer,
    restart: () => void (startedAt = performance.now()),
  };
}

export class ServiceClock {
  readonly #source: TimeSource;
  readonly #timeScale: number;
  readonly #pending = new Set<() => void>();
  #isStopped = false;

  constructor(source: TimeSource, timeScale: number) {
    this.#source = source;
    this.#timeScale = timeScale;
  }

  now(): number {
    return this.#source.now();
  }

  moment(): Moment {
    return { at: this.now(), tick: performance.now() };
  }

  realMs(serviceMs: number): number {
    return serviceMs / this.#timeScale;
  }

  /** Calls back once after a duration of the service. Returns a function that cancels the call. */
  after(serviceMs: number, callback: () => void): () => void {
    if (this.#isStopped) return () => {};
    const cancel = this.#source.after(this.realMs(serviceMs), () => {
      this.#pending.delete(cancel);
      callback();
    });
    this.#pending.add(cancel);
    return () => {
      this.#pending.delete(cancel);
      cancel();
    };
  }

  /** Cancels every pending call. Later ones are ignored. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }
}

/**
 * The simulator's time. Every duration of the service (heartbeat, session, tokens, scenarios) runs on it, so that a
 * test can put a clock of its own below and `timeScale` can make them all shorter. Timestamps are never scaled: at
 * any scale an event carries the true time.
 */

/** Where time comes from; tests put in one that they wind on by hand. */
export interface TimeSource {
  /** UTC epoch ms. */
  now(): number;
  /** Calls back once after so many real ms. Returns its cancellation. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTime: TimeSource = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

export class ServiceClock {
  readonly #source: TimeSource;
  readonly #timeScale: number;

  constructor(source: TimeSource, timeScale: number) {
    this.#source = source;
    this.#timeScale = timeScale;
  }

  /** UTC epoch ms. */
  now(): number {
    return this.#source.now();
  }

  /** How long a duration of the service really takes, in ms. */
  realMs(serviceMs: number): number {
    return serviceMs / this.#timeScale;
  }

  /** Calls back once after a duration of the service. Returns its cancellation. */
  after(serviceMs: number, callback: () => void): () => void {
    return this.#source.after(this.realMs(serviceMs), callback);
  }
}

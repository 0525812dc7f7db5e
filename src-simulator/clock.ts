/**
 * The simulator's time. Every duration of the service (heartbeat, session, tokens, scenarios) runs on it, so that a
 * test can put a clock of its own below and `timeScale` can make them all shorter. Timestamps are never scaled: at
 * any scale an event carries the time of the source, which is the true one unless another was asked for.
 */

/** Where time comes from; tests put in one that they wind on by hand. */
export interface TimeSource {
  /** UTC epoch ms. */
  now(): number;
  /** Calls back once after so many real ms. Returns its cancellation. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The longest that a timer of Node may wait: what is asked for beyond it is called at once. */
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

/** Begins at a time of its own (UTC epoch ms) and then goes on as this computer's does, whatever sets that one. */
export function timeFrom(start: number): TimeSource {
  const begun = performance.now();
  return { now: () => start + Math.floor(performance.now() - begun), after: systemTimer };
}

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

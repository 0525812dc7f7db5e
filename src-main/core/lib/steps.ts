/** Runs work as steps, either without a break or with pauses. A step itself is never interrupted. */
import type { Clock } from '../ports/clock.ts';

export type Steps<Result> = Generator<void, Result, undefined>;

export function runSync<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Time without a pause, in ms. After it, other work on this thread gets a turn. */
const MAX_BLOCKING_MS = 15;

export class Pace {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #signal: AbortSignal;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  async yieldIfDue(): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#clock.monotonic() - this.#since < MAX_BLOCKING_MS) return;
    await this.#clock.sleep(0, this.#signal);
    this.#since = this.#clock.monotonic();
  }

  async runSteps<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.yieldIfDue();
    }
  }
}

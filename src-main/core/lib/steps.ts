/**
 * Work that can be done at once or in turns: one and the same code, which says between its steps that somebody else may
 * have a turn. The steps themselves are never interrupted.
 */
import type { Clock } from '../ports/clock.ts';

export type Steps<Result> = Generator<void, Result, undefined>;

export function runSync<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** So long at a stretch, ms; then whoever waits for this thread has a turn. */
const MAX_BLOCKING_MS = 15;

/** One piece of work that lets others have their turns, and is given up where nobody wants it any more. */
export class Pace {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #signal: AbortSignal;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  /** @throws the signal's reason */
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
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await this.yieldIfDue();
    }
  }
}

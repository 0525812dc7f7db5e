/**
 * Assigns a moment to each event of a source run and detects time steps. Reading three clocks costs too much for each
 * event: an event reads two, further events of the same network chunk none.
 */
import type { Clock, Moment } from '../ports/clock.ts';
import { type ClockReading, STEP_MS, type TimeStep, TimeSteps } from './time-steps.ts';

const ONE_INSTANT_MS = 100;

export class Timekeeper {
  readonly #clock: Clock;
  readonly #onStep: (step: TimeStep, now: Moment) => void;
  readonly #steps: TimeSteps;
  /** `elapsed` minus `monotonic` at the last reading. */
  #asleepMs: number;
  #eventAt = Number.NaN;
  #eventMoment: Moment = { at: 0, elapsed: 0 };

  constructor(clock: Clock, blindAfterMs: number, onStep: (step: TimeStep, now: Moment) => void) {
    this.#clock = clock;
    this.#onStep = onStep;
    const first = this.#read();
    this.#asleepMs = first.elapsed - first.monotonic;
    this.#steps = new TimeSteps(first, blindAfterMs);
  }

  tick(): void {
    this.#measure(true);
  }

  eventMoment(receivedAt: number): Moment {
    if (receivedAt === this.#eventAt) return this.#eventMoment;
    let now = this.#clock.now();
    let monotonic = this.#clock.monotonic();
    if (this.#steps.mayHaveStepped(now, monotonic)) {
      this.#measure(false);
      now = this.#clock.now();
      monotonic = this.#clock.monotonic();
    }
    // If the event waited for long, the clock may have been set since it was received.
    const at = Math.abs(now - receivedAt) > STEP_MS ? now : receivedAt;
    this.#eventAt = receivedAt;
    this.#eventMoment = { at, elapsed: monotonic + this.#asleepMs };
    return this.#eventMoment;
  }

  #measure(isTick: boolean): void {
    const reading = this.#read();
    const step = this.#steps.read(reading, isTick);
    this.#asleepMs = reading.elapsed - reading.monotonic;
    if (step === null) return;
    // Further events of the network chunk belong after the step.
    this.#eventAt = Number.NaN;
    this.#onStep(step, { at: reading.now, elapsed: reading.elapsed });
  }

  /** A pause of the process between two readings would show a step that did not happen. */
  #read(): ClockReading {
    for (let tries = 1; ; tries += 1) {
      const monotonic = this.#clock.monotonic();
      const reading = { now: this.#clock.now(), monotonic, elapsed: this.#clock.elapsed() };
      if (this.#clock.monotonic() - monotonic < ONE_INSTANT_MS || tries === 3) return reading;
    }
  }
}

/**
 * Time for one run of a source: the moment of each event, and every step that time made. Looking at all three clocks
 * costs too much for every event, so an event pays for two, those of one chunk for none.
 */
import type { Clock, Moment } from '../ports/clock.ts';
import { type ClockReading, STEP_MS, type TimeStep, TimeSteps } from './time-steps.ts';

const ONE_INSTANT_MS = 100;

export class Timekeeper {
  readonly #clock: Clock;
  readonly #onStep: (step: TimeStep, now: Moment) => void;
  readonly #steps: TimeSteps;
  /** `elapsed` less `monotonic`, as of the last look at both. */
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

  /** Once a second. */
  tick(): void {
    this.#look(true);
  }

  /** When an event was received; a step since the last look is told first. */
  eventMoment(receivedAt: number): Moment {
    if (receivedAt === this.#eventAt) return this.#eventMoment;
    let now = this.#clock.now();
    let monotonic = this.#clock.monotonic();
    if (this.#steps.mayHaveStepped(now, monotonic)) {
      this.#look(false);
      now = this.#clock.now();
      monotonic = this.#clock.monotonic();
    }
    // One that waited for us was received by another reckoning of time.
    const at = Math.abs(now - receivedAt) > STEP_MS ? now : receivedAt;
    this.#eventAt = receivedAt;
    this.#eventMoment = { at, elapsed: monotonic + this.#asleepMs };
    return this.#eventMoment;
  }

  #look(isTick: boolean): void {
    const reading = this.#read();
    const step = this.#steps.read(reading, isTick);
    this.#asleepMs = reading.elapsed - reading.monotonic;
    if (step === null) return;
    // What is left of a chunk is told after the step, and belongs after it.
    this.#eventAt = Number.NaN;
    this.#onStep(step, { at: reading.now, elapsed: reading.elapsed });
  }

  /** Of one instant: a process that is stopped between two of the clocks would see a step that time never made. */
  #read(): ClockReading {
    for (let tries = 1; ; tries += 1) {
      const monotonic = this.#clock.monotonic();
      const reading = { now: this.#clock.now(), monotonic, elapsed: this.#clock.elapsed() };
      if (this.#clock.monotonic() - monotonic < ONE_INSTANT_MS || tries === 3) return reading;
    }
  }
}

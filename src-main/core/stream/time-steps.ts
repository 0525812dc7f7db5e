/**
 * Tells when time made a step: the wall clock was set, the computer slept, or this process did not run. A pure detector:
 * it is fed with readings of three clocks and compares each with the one before. Slow drift is no step.
 */
export interface ClockReading {
  /** `Clock.now` */
  readonly now: number;
  /** `Clock.monotonic` */
  readonly monotonic: number;
  /** `Clock.elapsed` */
  readonly elapsed: number;
}

export type TimeStep =
  /** By how much, in ms; negative where it was set back. */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  /** For how long, in ms. */
  | { readonly kind: 'slept' | 'not-running'; readonly forMs: number };

/** What is smaller is within the error that coverage allows itself. */
export const STEP_MS = 1_000;
/** How often time is looked at where nothing arrives. */
export const TICK_MS = 1_000;
/** So late, a tick was held up by more than a busy moment; a short heartbeat makes a shorter stop matter. */
const LATE_MS = 10_000;

export class TimeSteps {
  readonly #lateMs: number;
  #last: ClockReading;
  #tickedAt: number;

  constructor(first: ClockReading, blindAfterMs: number) {
    this.#lateMs = Math.min(LATE_MS, Math.max(STEP_MS, blindAfterMs));
    this.#last = first;
    this.#tickedAt = first.monotonic;
  }

  /** Whether the two cheap clocks give reason to look at the third as well. */
  mayHaveStepped(now: number, monotonic: number): boolean {
    const { now: lastNow, monotonic: lastMonotonic } = this.#last;
    return Math.abs(now - lastNow - (monotonic - lastMonotonic)) > STEP_MS || this.#isLate(monotonic);
  }

  /** At least once a second (`tick`), and between where `mayHaveStepped`. The weightiest step since the last reading. */
  read(reading: ClockReading, isTick: boolean): TimeStep | null {
    const last = this.#last;
    this.#last = reading;
    const isLate = this.#isLate(reading.monotonic);
    const stoodStillMs = reading.monotonic - this.#tickedAt - TICK_MS;
    if (isTick || isLate) this.#tickedAt = reading.monotonic;

    const elapsedMs = reading.elapsed - last.elapsed;
    const sleptMs = elapsedMs - (reading.monotonic - last.monotonic);
    if (sleptMs > STEP_MS) return { kind: 'slept', forMs: sleptMs };
    if (isLate) return { kind: 'not-running', forMs: stoodStillMs };
    const setByMs = reading.now - last.now - elapsedMs;
    return Math.abs(setByMs) > STEP_MS ? { kind: 'clock-set', byMs: setByMs } : null;
  }

  #isLate(monotonic: number): boolean {
    return monotonic - this.#tickedAt > TICK_MS + this.#lateMs;
  }
}

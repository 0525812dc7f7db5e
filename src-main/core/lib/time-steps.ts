/** Detects that the wall clock was set, the computer slept, or the process did not run. Pure. Ignores slow drift. */
export interface ClockReading {
  readonly now: number;
  readonly monotonic: number;
  readonly elapsed: number;
}

export type TimeStep =
  /** Difference in ms; negative if the clock was set back. */
  | { readonly kind: 'clock-set'; readonly byMs: number }
  | { readonly kind: 'slept' | 'not-running'; readonly forMs: number };

/** Smaller steps are within the error that coverage allows. */
export const STEP_MS = 1_000;
export const TICK_MS = 1_000;
/** A tick that is this late means that the process did not run. With a short heartbeat limit, the value is smaller. */
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

  /** Returns true if the cheap clocks disagree or a tick is late, so that the third clock must be read. */
  mayHaveStepped(now: number, monotonic: number): boolean {
    const { now: lastNow, monotonic: lastMonotonic } = this.#last;
    return Math.abs(now - lastNow - (monotonic - lastMonotonic)) > STEP_MS || this.#isLate(monotonic);
  }

  /** Returns the most important step. Call once a second (`tick`), and in between if `mayHaveStepped`. */
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

/** Time, as the core sees it. Durations come from `monotonic` or `elapsed`, points in time from `now`. */
export interface Clock {
  /** UTC epoch milliseconds; may jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary start; never jumps, and stands still while the computer sleeps. */
  monotonic(): number;
  /**
   * Like `monotonic`, with the time that the computer slept. Costs a look at the operating system: for the tick and
   * where the cheap clocks disagree, not for every event.
   */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. Holds the process alive. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** One moment on both scales: the wall clock for people, elapsed time for lengths. */
export interface Moment {
  /** UTC epoch ms. */
  readonly at: number;
  /** `Clock.elapsed` of this process; means nothing in another run. */
  readonly elapsed: number;
}

/** Time source of the core. Durations come from `monotonic` or `elapsed`, points in time from `now`. */
export interface Clock {
  /** UTC epoch ms. May jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary start. Never jumps. Stops during sleep on Linux, but not on macOS and Windows. */
  monotonic(): number;
  /** Like `monotonic`, but includes sleep. Costs a system call: use it for the tick and if the cheap clocks disagree. */
  elapsed(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if aborted. Keeps the process running. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A point in time on both clocks: wall clock for display, elapsed time for durations. */
export interface Moment {
  /** UTC epoch ms. */
  readonly at: number;
  /** `Clock.elapsed`. Valid only in this process. */
  readonly elapsed: number;
}

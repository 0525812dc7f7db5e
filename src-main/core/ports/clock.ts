/** Time, as the core sees it. Durations come from `monotonic`, points in time from `now`. */
export interface Clock {
  /** UTC epoch milliseconds; may jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary start; never jumps. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. Holds the process alive. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

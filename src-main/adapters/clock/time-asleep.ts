/**
 * How long the computer has slept since this was made. Linux counts monotonic time without sleep and the time since
 * boot with it, to 10 ms: what the second gained on the first was slept. On macOS and Windows Node's monotonic clock
 * goes on in sleep (`mach_continuous_time`, `QueryPerformanceCounter`), so there is nothing to add, and sleep shows as
 * a tick that came late. It never goes down, and never jitters.
 */
export interface ClockPair {
  readonly platform: NodeJS.Platform;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Seconds since boot. */
  readonly uptime: () => number;
}

/** Above the resolution of both clocks by far, below what coverage must tell. */
const MIN_SLEEP_MS = 250;
/** A process that was held up between its looks at the two clocks compares different times. */
const MAX_SAMPLE_MS = 20;
const TRIES = 3;

/** Gives the ms slept until now. */
export function timeAsleep({ platform, monotonic, uptime }: ClockPair): () => number {
  if (platform !== 'linux') return () => 0;
  /** `null` where the process was held up each time. */
  const lead = (): number | null => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = monotonic();
      const sinceBoot = uptime() * 1_000;
      if (monotonic() - before < MAX_SAMPLE_MS) return sinceBoot - before;
    }
    return null;
  };
  let base = lead();
  let asleepMs = 0;
  return () => {
    const now = lead();
    if (now === null) return asleepMs;
    base ??= now;
    if (now - base > asleepMs + MIN_SLEEP_MS) asleepMs = now - base;
    return asleepMs;
  };
}

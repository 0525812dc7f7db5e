/**
 * Measures time asleep. On Linux, only the time since boot includes it (10 ms resolution); on macOS and Windows, Node's
 * monotonic clock does, so nothing is added. The result never decreases and never jitters.
 */
export interface ClockPair {
  readonly platform: NodeJS.Platform;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  readonly uptime: () => number;
}

/** Far above the resolution of both clocks, and below what coverage must show. */
const MIN_SLEEP_MS = 250;
/** If the process was paused between the two readings, they belong to different times. */
const MAX_SAMPLE_MS = 20;
const TRIES = 3;

export function timeAsleep({ platform, monotonic, uptime }: ClockPair): () => number {
  if (platform !== 'linux') return () => 0;
  /** Lead of the boot clock over the monotonic clock, in ms; null if the process was paused in every try. */
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

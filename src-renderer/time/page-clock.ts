/**
 * The page's two clocks and its tick. Ages of what the backend said are counted with both, and the greater counts:
 * the monotonic clock stands still while a computer sleeps, the wall clock can be set back. Too old is a false alarm
 * that the next snapshot ends; too young would be falsely green.
 */
export interface ClockReading {
  /** UTC epoch ms. */
  readonly wall: number;
  /** ms since some fixed moment, never backward. */
  readonly monotonic: number;
}

export interface PageClock {
  read(): ClockReading;
  /** Calls about once a second, until stopped. */
  everySecond(listener: () => void): () => void;
}

export function elapsedMs(since: ClockReading, now: ClockReading): number {
  return Math.max(0, now.monotonic - since.monotonic, now.wall - since.wall);
}

export function systemPageClock(): PageClock {
  return {
    read: () => ({ wall: Date.now(), monotonic: performance.now() }),
    everySecond(listener) {
      const timer = setInterval(listener, 1_000);
      return () => clearInterval(timer);
    },
  };
}

/**
 * The page's two clocks, its one tick and its timers. Ages of what the backend said are counted with both clocks, and
 * the greater counts: the monotonic clock stands still while a computer sleeps, the wall clock can be set back. Too old
 * is a false alarm that the next snapshot ends; too young would be falsely green.
 */
export interface ClockReading {
  /** UTC epoch ms. */
  readonly wall: number;
  /** Whole ms since some fixed moment, never backward. */
  readonly monotonic: number;
}

type Stop = () => void;

export interface PageClock {
  read(): ClockReading;
  /** Calls when a second of the wall clock has begun, everybody in the same task, until stopped. */
  everySecond(listener: () => void): Stop;
  /** Calls once, late where the page slept; never after it was stopped. */
  after(ms: number, listener: () => void): Stop;
}

export function elapsedMs(since: ClockReading, now: ClockReading): number {
  return Math.max(0, now.monotonic - since.monotonic, now.wall - since.wall);
}

/** The backend's clock as a page reckons it is behind by what a message takes: it must have turned as well. */
const TICK_LAG_MS = 50;

export function systemPageClock(): PageClock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function awaitSecond(): void {
    timer = setTimeout(tick, 1_000 - ((Date.now() - TICK_LAG_MS) % 1_000));
  }
  function tick(): void {
    awaitSecond();
    for (const listener of listeners) listener();
  }

  return {
    // The browser's clock has fractions. Moments are made from these readings, and the backend refuses a fraction of a ms.
    read: () => ({ wall: Date.now(), monotonic: Math.floor(performance.now()) }),
    everySecond(listener) {
      // The same function may listen twice, and stops once each.
      const own = () => listener();
      if (listeners.size === 0) awaitSecond();
      listeners.add(own);
      return () => {
        if (listeners.delete(own) && listeners.size === 0) clearTimeout(timer);
      };
    },
    after(ms, listener) {
      const own = setTimeout(listener, ms);
      return () => clearTimeout(own);
    },
  };
}

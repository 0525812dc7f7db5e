/**
 * The page's clocks, its tick each second and its timers. An age is the larger of two measurements: the monotonic clock
 * stops while the computer sleeps, and the wall clock can be set back. An age that is too large causes a false alarm
 * that the next snapshot ends; one that is too small would show green falsely.
 */
export interface ClockReading {
  /** UTC epoch ms. */
  readonly wall: number;
  /** Whole milliseconds since a fixed time, never decreasing. */
  readonly monotonic: number;
}

type Stop = () => void;

export interface PageClock {
  read(): ClockReading;
  /** Calls all listeners in the same task after each second of the wall clock begins, until stopped. */
  everySecond(listener: () => void): Stop;
  /** Calls once; late if the page slept, never after it was stopped. */
  after(ms: number, listener: () => void): Stop;
}

export function elapsedMs(since: ClockReading, now: ClockReading): number {
  return Math.max(0, now.monotonic - since.monotonic, now.wall - since.wall);
}

/** The estimate of the backend's clock lags by the message delay. So late, it has reached the new second, too. */
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
    // Rounds down: `performance.now()` has fractions, and the backend refuses times with a fraction of a millisecond.
    read: () => ({ wall: Date.now(), monotonic: Math.floor(performance.now()) }),
    everySecond(listener) {
      // Wraps the listener so that the same function can be added twice and stopped separately.
      const subscriber = () => listener();
      if (listeners.size === 0) awaitSecond();
      listeners.add(subscriber);
      return () => {
        if (listeners.delete(subscriber) && listeners.size === 0) clearTimeout(timer);
      };
    },
    after(ms, listener) {
      const subscriber = setTimeout(listener, ms);
      return () => clearTimeout(subscriber);
    },
  };
}

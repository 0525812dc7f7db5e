/**
 * Implements the clock port. A sleep must never end early, and must leave no timer or listener after it ended. Long ones
 * end together, a little late, so that they wake the process less often.
 */
import { uptime } from 'node:os';
import type { Clock } from '../../core/ports/clock.ts';
import { timeAsleep } from './time-asleep.ts';

/** Node stores the delay of setTimeout in a signed 32-bit integer and fires immediately beyond it. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Sleeps that are longer than the first number end at a multiple of the second one, in ms. */
const GRIDS = [
  [10_000, 1_000],
  [1_000, 200],
  [250, 100],
] as const;

export function createSystemClock(): Clock {
  const monotonic = (): number => performance.now();
  const asleepMs = timeAsleep({ platform: process.platform, monotonic, uptime });
  return {
    now: () => Date.now(),
    monotonic,
    elapsed: () => monotonic() + asleepMs(),
    sleep,
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const dueAt = togetherAt(performance.now() + ms, ms);
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const leftMs = dueAt - performance.now();
      if (leftMs > 0) {
        // Rounded up: a timer may fire a fraction of a millisecond early, but a sleep must not.
        timer = setTimeout(wait, Math.min(Math.ceil(leftMs), MAX_TIMEOUT_MS));
        return;
      }
      signal.removeEventListener('abort', cancel);
      resolve();
    };
    const cancel = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    signal.addEventListener('abort', cancel, { once: true });
    wait();
  });
}

function togetherAt(dueAt: number, ms: number): number {
  const [, grid] = GRIDS.find(([longer]) => ms >= longer) ?? [0, 0];
  return grid === 0 ? dueAt : Math.ceil(dueAt / grid) * grid;
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('The sleep was ended.', 'AbortError');
}

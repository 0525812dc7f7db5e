/**
 * Moves the clocks of the product forward at each SIGUSR2: the wall clock and the monotonic clock. Timers that are due
 * by then fire, as after a sleep of the computer. Load it before the product with `NODE_OPTIONS=--import …`. It is
 * plain JavaScript, because Node.js loads it into every thread first.
 */
import { isMainThread } from 'node:worker_threads';

/** Default: slightly more than the lifetime of a page token. Source: `docs/service.md` §9.1. */
const FORWARD_MS = Number(process.env['MOVED_CLOCK_MS'] ?? 125_000);

if (isMainThread) {
  let aheadMs = 0;
  const [wall, monotonic] = [Date.now, performance.now.bind(performance)];
  const { setTimeout: later, clearTimeout: never } = globalThis;
  Date.now = () => wall() + aheadMs;
  performance.now = () => monotonic() + aheadMs;
  const waiting = new Map();
  globalThis.setTimeout = Object.assign((callback, ms, ...args) => {
    const timer = later(() => {
      waiting.delete(timer);
      callback(...args);
    }, ms);
    // Shorter timers are internal and fire soon without help.
    if (ms > 5_000) waiting.set(timer, { dueAt: monotonic() + aheadMs + ms, fire: () => callback(...args) });
    return timer;
  }, later);
  globalThis.clearTimeout = (timer) => {
    waiting.delete(timer);
    never(timer);
  };
  process.on('SIGUSR2', () => {
    aheadMs += FORWARD_MS;
    for (const [timer, { dueAt, fire }] of waiting) {
      if (dueAt > monotonic() + aheadMs) continue;
      globalThis.clearTimeout(timer);
      fire();
    }
  });
}

/**
 * Loaded before the product (`NODE_OPTIONS=--import …`): its clocks, the wall's and the monotonic one, are put forward at
 * each SIGUSR2, and timers that are due by then fire, as after a sleep of the computer. Plain JavaScript, since Node loads
 * it into every thread before anything else.
 */
import { isMainThread } from 'node:worker_threads';

/** Where nobody says how far, a little more than a page token of the service lives: `service-spec.md` "Limits". */
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
    // Short ones are the machinery's own, and soon over.
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

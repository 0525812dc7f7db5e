import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { elapsedMs, systemPageClock } from '../../src-renderer/time/page-clock.ts';

beforeEach(() => void vi.useFakeTimers({ now: 12_345_678 }));
afterEach(() => void vi.useRealTimers());

test('the page has one tick, when a second of the wall clock has begun, for however many listeners', () => {
  const clock = systemPageClock();
  const ticks: string[] = [];
  const stops = ['one', 'other'].map((name) => clock.everySecond(() => ticks.push(`${name} ${Date.now()}`)));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  stops[0]?.();
  vi.advanceTimersByTime(1_000);
  stops[1]?.();
  vi.advanceTimersByTime(5_000);
  expect({ ticks, timers: vi.getTimerCount() }).toEqual({
    ticks: ['one 12346050', 'other 12346050', 'other 12347050'],
    timers: 0,
  });
});

test('a reading is in whole milliseconds, so that a mute or reminder made from it is a moment the backend accepts', () => {
  vi.spyOn(performance, 'now').mockReturnValue(5_000.75);
  expect(systemPageClock().read()).toEqual({ wall: 12_345_678, monotonic: 5_000 });
  vi.restoreAllMocks();
});

test('a timer that was stopped does not call', () => {
  const clock = systemPageClock();
  const called: string[] = [];
  clock.after(10, () => called.push('late'));
  clock.after(5, () => called.push('stopped'))();
  vi.advanceTimersByTime(100);
  expect(called).toEqual(['late']);
});

test('what has passed is what the clock that went on says: one may stand still, the other may be set back', () => {
  const since = { wall: 1_000, monotonic: 100 };
  expect([
    elapsedMs(since, { wall: 61_000, monotonic: 100 }),
    elapsedMs(since, { wall: 0, monotonic: 5_100 }),
    elapsedMs(since, { wall: 0, monotonic: 100 }),
  ]).toEqual([60_000, 5_000, 0]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemPageClock } from '../../src-renderer/time/page-clock.ts';

beforeEach(() => void vi.useFakeTimers({ now: 12_345_678 }));
afterEach(() => void vi.useRealTimers());

test('the page has one timer for all listeners, aligned to the seconds of the wall clock', () => {
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

test('a reading is in whole milliseconds, because the backend rejects fractions in the time of a mute or reminder', () => {
  vi.spyOn(performance, 'now').mockReturnValue(5_000.75);
  expect(systemPageClock().read()).toEqual({ wall: 12_345_678, monotonic: 5_000 });
  vi.restoreAllMocks();
});

test('a stopped timer does not run', () => {
  const clock = systemPageClock();
  const called: string[] = [];
  clock.after(10, () => called.push('late'));
  clock.after(5, () => called.push('stopped'))();
  vi.advanceTimersByTime(100);
  expect(called).toEqual(['late']);
});

import { describe, expect, it, vi } from 'vitest';
import { createSystemClock } from '../../../../src-main/adapters/clock/system-clock.ts';

describe('the system clock', () => {
  it('never wakes a sleeper early', async () => {
    const clock = createSystemClock();
    const start = clock.monotonic();
    await clock.sleep(20.5, new AbortController().signal);
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(20.5);
  });

  it('rejects immediately with the reason of an abort, before the sleep or during it', async () => {
    const clock = createSystemClock();
    const reason = new Error('stopping');
    await expect(clock.sleep(1_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const during = new AbortController();
    const asleep = clock.sleep(1_000_000, during.signal);
    during.abort(reason);
    await expect(asleep).rejects.toBe(reason);
  });

  it('splits a sleep that is longer than a timer can count', async () => {
    vi.useFakeTimers();
    try {
      const woken = vi.fn<() => void>();
      const asleep = createSystemClock()
        .sleep(2 ** 31 + 5_352, new AbortController().signal)
        .then(woken);
      await vi.advanceTimersByTimeAsync(2 ** 31 + 5_351);
      expect([woken.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1]);
      await vi.advanceTimersByTimeAsync(1);
      await asleep;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends sleeps of a second or more together, up to a fifth of a second late, so that one timer wakes the process', async () => {
    vi.useFakeTimers();
    try {
      const clock = createSystemClock();
      const { signal } = new AbortController();
      const woken: number[] = [];
      const sleep = (ms: number) => void clock.sleep(ms, signal).then(() => woken.push(clock.monotonic()));
      await vi.advanceTimersByTimeAsync(1_000 - (clock.monotonic() % 1_000) + 10);
      const second = clock.monotonic() - 10;
      for (const ms of [1_000, 1_100, 1_190]) sleep(ms);
      sleep(100);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(woken.map((at) => Math.round(at - second))).toEqual([110, 1_200, 1_200, 1_200]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no listener on the signal after a sleep', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await createSystemClock().sleep(1, signal);
    expect(removed).toHaveBeenCalledOnce();
  });
});

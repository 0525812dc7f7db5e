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
        .sleep(2 ** 31 + 5_000, new AbortController().signal)
        .then(woken);
      await vi.advanceTimersByTimeAsync(2 ** 31 + 4_999);
      expect([woken.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1]);
      await vi.advanceTimersByTimeAsync(1);
      await asleep;
      expect(vi.getTimerCount()).toBe(0);
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

import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../../src-main/adapters/clock/system-clock.ts';
import { timeAsleep } from '../../../../src-main/adapters/clock/time-asleep.ts';

/** Simulates both clocks of Linux. The time since boot includes sleep and has a resolution of 10 ms. */
class LinuxClocks {
  monotonicMs = 27.597;
  sleptMs = 0;
  delayMs = 0;
  readonly #bootedAt = -1_335_812.3;

  readonly pair = {
    platform: 'linux' as NodeJS.Platform,
    monotonic: () => this.monotonicMs,
    uptime: () => {
      const seconds = Math.floor((this.monotonicMs + this.sleptMs - this.#bootedAt) / 10) / 100;
      this.monotonicMs += this.delayMs;
      return seconds;
    },
  };
}

describe('[COVER-1] elapsed time', () => {
  it('includes a night of sleep to within 10 ms and counts nothing else as sleep', () => {
    const clocks = new LinuxClocks();
    const asleep = timeAsleep(clocks.pair);
    for (let read = 0; read < 1_000; read++) {
      clocks.monotonicMs += 3.7;
      expect(asleep()).toBe(0);
    }
    clocks.sleptMs += 8 * 3_600_000;
    const night = asleep();
    expect(Math.abs(night - 8 * 3_600_000)).toBeLessThanOrEqual(10);
    for (let read = 0; read < 1_000; read++) {
      clocks.monotonicMs += 3.7;
      expect(asleep()).toBe(night);
    }
    clocks.sleptMs += 5_000;
    expect(Math.abs(asleep() - night - 5_000)).toBeLessThanOrEqual(20);
  });

  it('does not count a delay between reading the two clocks as sleep', () => {
    const clocks = new LinuxClocks();
    const asleep = timeAsleep(clocks.pair);
    clocks.delayMs = 3_000;
    expect(asleep()).toBe(0);
    clocks.delayMs = 0;
    expect(asleep()).toBe(0);
  });

  it('includes sleep even if the process was delayed at its start', () => {
    const clocks = new LinuxClocks();
    clocks.delayMs = 3_000;
    const asleep = timeAsleep(clocks.pair);
    clocks.delayMs = 0;
    expect(asleep()).toBe(0);
    clocks.sleptMs = 60_000;
    expect(Math.abs(asleep() - 60_000)).toBeLessThanOrEqual(10);
  });

  it.each(['darwin', 'win32'] as const)(
    'needs no correction on %s, where the monotonic clock includes sleep',
    (platform) => {
      const clocks = new LinuxClocks();
      const asleep = timeAsleep({ ...clocks.pair, platform });
      clocks.sleptMs = 60_000;
      expect(asleep()).toBe(0);
    },
  );

  it('runs as fast as the monotonic clock while the computer is awake', async () => {
    const clock = createSystemClock();
    const leads: number[] = [];
    for (let read = 0; read < 50; read++) {
      await clock.sleep(2, new AbortController().signal);
      const before = clock.monotonic();
      leads.push(Math.max(0, clock.elapsed() - clock.monotonic()), Math.max(0, before - clock.elapsed()));
    }
    expect(Math.max(...leads)).toBeLessThan(1);
  });
});

/** The computer's clock at a higher speed, for tests that would wait for a real timeout. */
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';

/** @param speed seconds of this clock per real second */
export function createFastClock(speed: number): Clock {
  const clock = createSystemClock();
  const [wall, monotonic, elapsed] = [clock.now(), clock.monotonic(), clock.elapsed()];
  return {
    now: () => wall + (clock.now() - wall) * speed,
    monotonic: () => monotonic + (clock.monotonic() - monotonic) * speed,
    elapsed: () => elapsed + (clock.elapsed() - elapsed) * speed,
    sleep: (ms, signal) => clock.sleep(ms / speed, signal),
  };
}

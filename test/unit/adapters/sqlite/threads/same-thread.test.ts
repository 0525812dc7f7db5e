import { expect, onTestFinished, test, vi } from 'vitest';
import { createSameThreadClient } from '../../../../../src-main/adapters/sqlite/threads/remote.ts';

test('[CLI-7] timers run between long calls in the same thread, so that a command shows progress and stops', async () => {
  let [now, calls] = [0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const target = {
    read() {
      now += 60;
      calls += 1;
    },
    close() {},
  };
  const { remote } = createSameThreadClient<{ read(): Promise<void> }>(() => target);
  const callsAtTimer: number[] = [];
  setTimeout(() => callsAtTimer.push(calls), 0);
  for (let call = 0; call < 10_000 && callsAtTimer.length === 0; call += 1) await remote.read();
  expect(callsAtTimer[0]).toBeGreaterThan(0);
});

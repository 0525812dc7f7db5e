import type { PowerMonitor } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { watchWakeSignals } from '../../../src-main/hosts/electron/wake-signals.ts';
import { net, powerMonitor, resetElectron } from '../../doubles/electron.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { SilentLog } from '../../doubles/silent-log.ts';

beforeEach(resetElectron);

function following() {
  const clock = new FakeClock();
  const log = new SilentLog();
  const ends = new AbortController();
  let woken = 0;
  const followed = watchWakeSignals(
    { powerMonitor: powerMonitor as unknown as PowerMonitor, net, clock, log, onWake: () => (woken += 1) },
    ends.signal,
  );
  return { clock, log, ends, followed, woken: () => woken };
}

test.each(['resume', 'unlock-screen'])('[STREAM-11] %s wakes the watches immediately', (signal) => {
  const { woken } = following();
  powerMonitor.emit(signal);
  expect(woken()).toBe(1);
});

test('[STREAM-11] a computer that goes to sleep stops nothing', () => {
  const { woken, log } = following();
  powerMonitor.emit('suspend');
  expect([woken(), log.lines.map(({ message }) => message)]).toEqual([0, ['the computer goes to sleep']]);
});

test('[STREAM-11] a network that is back is noticed once, within 2 s', async () => {
  const { clock, woken } = following();
  await clock.advance(10_000);
  net.online = false;
  await clock.advance(10_000);
  expect(woken()).toBe(0);
  net.online = true;
  await clock.advance(2_000);
  await clock.advance(60_000);
  expect(woken()).toBe(1);
});

test('after the end nothing is polled and nothing wakes the watches', async () => {
  const { clock, ends, followed, woken } = following();
  ends.abort();
  await followed;
  powerMonitor.emit('resume');
  expect([woken(), clock.sleeping]).toEqual([0, 0]);
});

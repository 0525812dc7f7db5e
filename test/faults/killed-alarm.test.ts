import { DESKTOP } from '../../src-shared/domain/outlets/local-outlets.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { alarmFixture, failedEvent, WAIT_OPTIONS } from '../journeys/alarm-fixture.ts';

const workplace = alarmFixture();
const CHILD = new URL('alarming-child.ts', import.meta.url).pathname;

test('[ALARM-13] an alarm that was stored but not shown before kill -9 is shown once by the next start, and not by the one after that', async () => {
  await workplace.profile();
  const child = spawn(process.execPath, [CHILD, workplace.dataDir(), workplace.profileFile()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const subscribed = () => expect(workplace.service.control.subscribers().length).toBe(1);
  await vi.waitFor(subscribed, WAIT_OPTIONS);
  workplace.send(failedEvent(1));
  const [line] = (await once(lines, 'line')) as [string];
  child.kill('SIGKILL');
  await once(child, 'close');
  const killed = line.replace('committed ', '');

  const second = await workplace.startWatch();
  await vi.waitFor(() => expect(second.notifier.calls.map(({ alarm }) => alarm)).toEqual([killed]), WAIT_OPTIONS);
  await vi.waitFor(
    async () =>
      expect((await second.alarms())[0]?.deliveries).toMatchObject([{ outlet: DESKTOP, outcome: 'delivered' }]),
    WAIT_OPTIONS,
  );
  await workplace.stopWatch(second);

  const third = await workplace.startWatch();
  workplace.send(failedEvent(2, { operation: 'DOWNLOADED', errorCode: 'START_PROFILE_DOWNLOAD_FAILED' }));
  await vi.waitFor(() => expect(third.notifier.calls.length).toBe(1), WAIT_OPTIONS);
  expect(third.notifier.calls[0]?.alarm).not.toBe(killed);
});

import { describe, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { createFastClock } from '../doubles/fast-clock.ts';
import { installedProgram, NotificationService, TestBus } from '../support/session-bus.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const FAILED = {
  event: 'LOCALIZATION',
  id: 'failed-1',
  data: {
    createdDateTime: '2026-11-21T10:00:00.000Z',
    detailedMessage: JSON.stringify({
      eid: `8904${'0'.repeat(28)}`,
      localizedProfile: { iccid: `8946${'0'.repeat(15)}`, countryCode: 'SE' },
    }),
    operation: 'ALLOCATION',
    principal: 'x',
    state: 'FAILED',
  },
};

describe.skipIf(installedProgram('dbus-daemon') === null)('on a message bus', () => {
  test('[NOTIFY-10] shows an alarm on a desktop whose service starts later, prints a fresh link after a click if no page is open, and shows nothing with --no-notify', async () => {
    const bus = await TestBus.start();
    const { workplace, simulator } = service;
    const call = ['start', '--web', '--no-open', '--data-dir', workplace.dataDir];
    const environment = {
      [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
      DBUS_SESSION_BUS_ADDRESS: bus.address,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    };
    const profile = await workplace.profile(simulator, { heartbeatSeconds: 300 });
    const started = workplace.runInProcess([...call, '--profile', profile], environment);
    await started.waitForText(/Watchfloor is ready/);
    expect(started.stdout).toContain('Alarms are not shown by this desktop: no notification service');
    await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(1), 60_000);
    simulator.control.emit(FAILED);
    const [undelivered] = await vi.waitFor(async () => {
      const alarms = await workplace.alarms();
      expect(alarms).toMatchObject([{ delivery: 'not-shown' }]);
      return alarms;
    }, 60_000);
    expect(undelivered).toMatchObject({ deliveries: [{ desk: { kind: 'missing', since: expect.any(String) } }] });
    const desktop = await NotificationService.on(bus.address);
    await started.waitForText(/Alarms are sent to this desktop \(receiver 1\)\./);
    await desktop.until(1);
    expect(desktop.shown[0]?.actions).toEqual(['default', 'Open']);
    desktop.click(desktop.shown[0]?.id ?? 0);
    await started.waitForText(
      /New link, because an alarm was clicked and no page is open: http:\/\/127\.0\.0\.1:\d+\/#launch=/,
    );
    expect(await started.stop()).toBe(0);

    // An alarm waits 30 s for a page that could show it.
    const args = [...call, '--profile', profile, '--no-notify'];
    const silent = workplace.runInProcess(args, environment, '', createFastClock(10));
    await silent.waitForText(/Watchfloor is ready/);
    expect(silent.stdout).not.toContain('this desktop');
    await vi.waitFor(() => expect(simulator.control.subscribers()).toHaveLength(1), 60_000);
    const later = {
      ...FAILED.data,
      detailedMessage: JSON.stringify({ eid: `8905${'0'.repeat(28)}`, errorCode: 'CMP-2' }),
    };
    simulator.control.emit({ ...FAILED, id: 'failed-2', data: later });
    const failures = async () => (await workplace.alarms()).filter(({ severity }) => severity === 'failed');
    await vi.waitFor(async () => expect(await failures()).toHaveLength(2), { timeout: 60_000, interval: 200 });
    await vi.waitFor(
      async () => expect((await failures()).map(({ delivery }) => delivery)).toEqual(['accepted', 'not-shown']),
      { timeout: 60_000, interval: 200 },
    );
    expect(desktop.shown).toHaveLength(1);
    expect(await silent.stop()).toBe(0);
    await desktop.stop();
    await bus.stop();
  });
});

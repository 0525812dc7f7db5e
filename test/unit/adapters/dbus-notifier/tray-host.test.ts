import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BusEnvironment } from '../../../../src-main/adapters/dbus/session-bus.ts';
import { watchTrayHost } from '../../../../src-main/adapters/dbus-notifier/tray-host.ts';
import { installedProgram, TestBus, TrayWatcher } from '../../../support/session-bus.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});
/** @returns true if there is a tray host when the desktop has answered */
async function follow(environment: BusEnvironment, onChange: (hasHost: boolean) => void = () => undefined) {
  const ends = new AbortController();
  releases.push(async () => ends.abort());
  let hasHostNow = false;
  await watchTrayHost(
    (hasHost) => {
      hasHostNow = hasHost;
      onChange(hasHost);
    },
    ends.signal,
    environment,
  );
  return hasHostNow;
}
const linuxOn = ({ address }: TestBus): BusEnvironment => ({
  env: { DBUS_SESSION_BUS_ADDRESS: address },
  platform: 'linux',
  exists: () => false,
});

async function startBus(): Promise<TestBus> {
  const bus = await TestBus.start();
  releases.push(() => bus.stop());
  return bus;
}

async function serve(bus: TestBus, hasPanel: boolean): Promise<TrayWatcher> {
  const watcher = await TrayWatcher.on(bus.address, hasPanel);
  releases.push(async () => watcher.stop());
  return watcher;
}

describe.skipIf(installedProgram('dbus-daemon') === null)('the tray host', () => {
  test.each([true, false])('[HOST-23] exists if the watcher has a registered panel: %s', async (hasBar) => {
    const bus = await startBus();
    await serve(bus, hasBar);
    expect(await follow(linuxOn(bus))).toBe(hasBar);
  });

  test('[HOST-23] comes and goes with its panel after Watchfloor started, with its watcher and without', async () => {
    const bus = await startBus();
    const changes: boolean[] = [];
    const expectChanges = (...expected: boolean[]) => vi.waitFor(() => expect(changes).toEqual(expected));
    expect(await follow(linuxOn(bus), (hasHost) => changes.push(hasHost))).toBe(false);
    const first = await serve(bus, true);
    await expectChanges(true);
    // Two changes before the first one is answered.
    first.showPanel(false);
    first.showPanel(false);
    await expectChanges(true, false);
    first.showPanel(true);
    await expectChanges(true, false, true);
    first.stop();
    await expectChanges(true, false, true, false);
    await serve(bus, true);
    await expectChanges(true, false, true, false, true);
  });
});

test('[HOST-23] there is no tray host without a session bus', async () => {
  const on = (platform: string) => follow({ env: {}, platform, exists: () => platform === 'win32' });
  expect(await Promise.all([on('linux'), on('win32')])).toEqual([false, false]);
});

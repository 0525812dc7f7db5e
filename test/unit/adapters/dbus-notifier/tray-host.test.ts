/** Over a real message bus: who hosts what programs put into a tray, where anybody does. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { followTrayHost } from '../../../../src-main/adapters/dbus-notifier/tray-host.ts';
import { installedProgram, TestBus, TrayWatcher } from '../../../support/session-bus.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});
const follow = (address: string, onChange: (hasHost: boolean) => void = () => undefined) => {
  const ends = new AbortController();
  releases.push(async () => ends.abort());
  const surroundings = { env: { DBUS_SESSION_BUS_ADDRESS: address }, platform: 'linux', exists: () => false };
  return followTrayHost(onChange, ends.signal, surroundings);
};

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

describe.skipIf(installedProgram('dbus-daemon') === null)('a tray counts where somebody shows it', () => {
  test.each([true, false])('[HOST-23] a watcher of which a bar is registered: %s', async (hasBar) => {
    const bus = await startBus();
    await serve(bus, hasBar);
    expect(await follow(bus.address)).toBe(hasBar);
  });

  test('[HOST-56] its bar comes and goes after Watchfloor started, with its watcher and without', async () => {
    const bus = await startBus();
    const changes: boolean[] = [];
    const told = (...expected: boolean[]) => vi.waitFor(() => expect(changes).toEqual(expected));
    expect(await follow(bus.address, (hasHost) => changes.push(hasHost))).toBe(false);
    const first = await serve(bus, true);
    await told(true);
    first.showPanel(false);
    await told(true, false);
    first.showPanel(true);
    await told(true, false, true);
    first.stop();
    await told(true, false, true, false);
    await serve(bus, true);
    await told(true, false, true, false, true);
  });
});

test('[HOST-23] without a session bus there is none', async () => {
  const never = new AbortController().signal;
  const on = (platform: string) =>
    followTrayHost(() => undefined, never, { env: {}, platform, exists: () => platform === 'win32' });
  expect(await Promise.all([on('linux'), on('win32')])).toEqual([false, false]);
});

/** Over a real message bus: who hosts what programs put into a tray, where anybody does. */
import { afterEach, describe, expect, test } from 'vitest';
import { hasTrayHost } from '../../../../src-main/adapters/dbus-notifier/tray-host.ts';
import { installedProgram, TestBus } from '../../../support/session-bus.ts';
import { TrayWatcher } from '../../../support/tray-watcher.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});
const asked = (address: string) =>
  hasTrayHost({ env: { DBUS_SESSION_BUS_ADDRESS: address }, platform: 'linux', exists: () => false });

async function startBus(): Promise<TestBus> {
  const bus = await TestBus.start();
  releases.push(() => bus.stop());
  return bus;
}

/** The watcher of a desktop, with a bar that shows the tray or without. */
async function serve(bus: TestBus, hasBar: boolean): Promise<void> {
  const watcher = await TrayWatcher.on(bus.address, hasBar);
  releases.push(async () => watcher.close());
}

describe.skipIf(installedProgram('dbus-daemon') === null)('[HOST-23] a tray counts where somebody shows it', () => {
  test.each([true, false])('a watcher of which a bar is registered: %s', async (hasBar) => {
    const bus = await startBus();
    await serve(bus, hasBar);
    expect(await asked(bus.address)).toBe(hasBar);
  });

  test('nobody watches for it', async () => {
    expect(await asked((await startBus()).address)).toBe(false);
  });
});

test('without a session bus there is none', async () => {
  expect(await hasTrayHost({ env: {}, platform: 'linux', exists: () => false })).toBe(false);
  expect(await hasTrayHost({ env: {}, platform: 'win32', exists: () => true })).toBe(false);
});

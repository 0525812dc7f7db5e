import { type MessageBus, sessionBus } from 'dbus-native';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BusEnvironment } from '../../../../src-main/adapters/dbus/session-bus.ts';
import { waitForTrayItem, watchTrayHost } from '../../../../src-main/adapters/dbus-notifier/tray-host.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
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
  test.each([true, false])('[HOST-28] exists if the watcher has a registered panel: %s', async (hasBar) => {
    const bus = await startBus();
    await serve(bus, hasBar);
    expect(await follow(linuxOn(bus))).toBe(hasBar);
  });

  test('[HOST-28] comes and goes with its panel after Watchfloor started, with its watcher and without', async () => {
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

describe.skipIf(installedProgram('dbus-daemon') === null)('[HOST-28] the tray icon of this process', () => {
  const NAME = 'org.kde.StatusNotifierItem-1-1';

  /** @returns the name of a program on the bus that answers calls to a tray item */
  async function item(bus: TestBus, path: string): Promise<MessageBus> {
    const client = sessionBus({ busAddress: bus.address });
    releases.push(() => client.close());
    const properties = { Id: 'watchfloor' };
    client.exportInterface(properties, path, {
      name: 'org.kde.StatusNotifierItem',
      methods: {},
      signals: {},
      properties: { Id: 's' },
    });
    await client.requestName(NAME, 0);
    return client;
  }

  async function found(bus: TestBus): Promise<boolean> {
    const clock = new FakeClock();
    const asking = waitForTrayItem(clock, new AbortController().signal, linuxOn(bus));
    const over = asking.then(() => true);
    while (!(await Promise.race([over, new Promise<false>((resolve) => setImmediate(() => resolve(false)))])))
      await clock.advance(500);
    return asking;
  }

  test.each([
    ['is registered by name and answers', NAME, '/StatusNotifierItem', true],
    ['is registered with a path and answers', `${NAME}/org/ayatana/item`, '/org/ayatana/item', true],
    ['is registered with another path than it answers at', `${NAME}/other`, '/StatusNotifierItem', false],
    ['belongs to a program that ended', 'org.kde.StatusNotifierItem-2-1', '/StatusNotifierItem', false],
    ['is not registered', null, '/StatusNotifierItem', false],
  ])('%s', async (_, registered, path, expected) => {
    const bus = await startBus();
    const watcher = await serve(bus, true);
    await item(bus, path);
    if (registered !== null) watcher.register(registered);
    expect(await found(bus)).toBe(expected);
  });

  test('is not found without a watcher', async () => {
    expect(await found(await startBus())).toBe(false);
  });
});

test('[HOST-28] there is no tray host without a session bus', async () => {
  const on = (platform: string) => follow({ env: {}, platform, exists: () => platform === 'win32' });
  expect(await Promise.all([on('linux'), on('win32')])).toEqual([false, false]);
});

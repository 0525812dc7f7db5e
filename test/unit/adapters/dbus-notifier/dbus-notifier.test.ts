/**
 * Tests the notifier on a real message bus that fails. `test/real/notification-daemons.test.ts` tests it with the real
 * daemons of desktops.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openDbusNotifier } from '../../../../src-main/adapters/dbus-notifier/dbus-notifier.ts';
import type { Notifier } from '../../../../src-main/core/ports/notifier.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { installedProgram, NotificationService, TestBus } from '../../../support/session-bus.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});

async function startBus(): Promise<TestBus> {
  const bus = await TestBus.start();
  releases.push(() => bus.stop());
  return bus;
}

async function serve(bus: TestBus): Promise<void> {
  const service = await NotificationService.on(bus.address);
  releases.push(() => service.stop());
}

async function open(address: string, responseTimeoutMs?: number) {
  const found = await openDbusNotifier({
    clickLabel: 'Open',
    environment: { env: { DBUS_SESSION_BUS_ADDRESS: address }, platform: 'linux', exists: () => false },
    ...(responseTimeoutMs === undefined ? {} : { responseTimeoutMs }),
  });
  if (found.kind === 'available') releases.push(() => found.notifier.close());
  return found;
}

async function notifierOn(bus: TestBus): Promise<Notifier> {
  const found = await open(bus.address);
  if (found.kind === 'missing') throw new Error(found.reason);
  return found.notifier;
}

const notice = (title: string): AlarmNotification => ({
  watch: watchIdSchema.parse('watch'),
  alarm: 'one',
  severity: 'failed',
  title,
  body: 'body',
  banner: true,
  sound: false,
  isUpdate: false,
});

describe.skipIf(installedProgram('dbus-daemon') === null)('the notifier on a message bus', () => {
  test('reports a bus that ended, does not crash, and leaves nothing open', async () => {
    const bus = await startBus();
    await serve(bus);
    const notifier = await notifierOn(bus);
    await notifier.show(notice('first'));
    await bus.stop();
    await expect(notifier.show(notice('second'))).rejects.toThrow(/\w/);
    await notifier.withdraw('one');
    await notifier.close();
    await expect(notifier.show(notice('third'))).rejects.toThrow('notifications are closed');
  });

  test('[NOTIFY-6] reports why nothing can be shown: the bus does not exist, has no service, or has no address', async () => {
    expect(await open('unix:path=/nowhere/bus')).toMatchObject({ kind: 'missing' });
    const bus = await startBus();
    expect(await open(bus.address)).toMatchObject({
      kind: 'missing',
      reason: expect.stringMatching(/^no notification service on the session bus \(.+\)$/),
    });
    const none = { env: {}, platform: 'linux', exists: () => false };
    expect(await openDbusNotifier({ clickLabel: 'Open', environment: none })).toEqual({
      kind: 'missing',
      reason: 'there is no session bus',
    });
  });
});

test('[NOTIFY-6] a bus that accepts the connection and never answers is reported and causes no crash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-silent-bus-'));
  const silent = createServer((socket) => {
    releases.push(async () => void socket.destroy());
  });
  releases.push(async () => {
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'bus');
  await new Promise<void>((resolve) => void silent.listen(path, () => resolve()));
  expect(await open(`unix:path=${path}`, 100)).toEqual({
    kind: 'missing',
    reason: expect.stringContaining('No reply within 100ms'),
  });
});

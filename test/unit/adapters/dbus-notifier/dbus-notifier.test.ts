/** Tests the notifier on a real message bus, with a service that shows nothing and records its calls. */
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

async function serve(bus: TestBus, abilities?: string[]): Promise<NotificationService> {
  const service = await NotificationService.on(bus.address, abilities);
  releases.push(() => service.stop());
  return service;
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

async function notifierOn(bus: TestBus, responseTimeoutMs?: number): Promise<Notifier> {
  const found = await open(bus.address, responseTimeoutMs);
  if (found.kind === 'missing') throw new Error(found.reason);
  return found.notifier;
}

const notice = (title: string, changes: Partial<AlarmNotification> = {}): AlarmNotification => ({
  watch: watchIdSchema.parse('watch'),
  alarm: 'one',
  severity: 'failed',
  title,
  body: 'body',
  banner: true,
  sound: false,
  isUpdate: false,
  ...changes,
});
const opened = (notifier: Notifier) => new Promise<string>((resolve) => notifier.onOpened(resolve));

describe.skipIf(installedProgram('dbus-daemon') === null)('the notifier on a message bus', () => {
  test('[NOTIFY-2] shows one notification per alarm and replaces it with the summary', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus);
    // Without waiting, as a projection may: the second call waits for the id of the first.
    await Promise.all([
      notifier.show(notice('Allocation failed')),
      notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true })),
      notifier.show(notice('Blind', { alarm: 'two', severity: 'watching' })),
    ]);
    expect(service.shown.map(({ id, replaces, summary }) => [id, replaces, summary])).toEqual([
      [1, 0, 'Allocation failed'],
      [1, 1, 'Allocation failed · 2 eUICCs'],
      [2, 0, 'Blind'],
    ]);
    await notifier.withdraw('one');
    await notifier.withdraw('one');
    await notifier.withdraw('never shown');
    expect(service.closed).toEqual([1]);
  });

  test('[ALARM-18] reports which alarm was clicked, and ignores clicks on other notifications and buttons', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus);
    await notifier.show(notice('A'));
    await notifier.show(notice('B', { alarm: 'two' }));
    const clicked = opened(notifier);
    service.click(99);
    service.click(1, 'another');
    service.click(2);
    expect(await clicked).toBe('two');
  });

  test('[NOTIFY-2] does not bring a dismissed notification back for an update, but shows a new alert', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus);
    await notifier.show(notice('first'));
    service.putAway(1);
    // The signals arrive in order, so this click proves that the dismissal has arrived.
    const clicked = opened(notifier);
    await notifier.show(notice('other', { alarm: 'two' }));
    service.click(2);
    await clicked;
    await notifier.show(notice('update', { isUpdate: true }));
    await notifier.show(notice('again'));
    // An update of a notification that was never shown, such as a count, is shown.
    await notifier.show(notice('+312 not shown', { alarm: 'three', isUpdate: true }));
    expect(service.shown.map(({ replaces, summary }) => [replaces, summary])).toEqual([
      [0, 'first'],
      [0, 'other'],
      [0, 'again'],
      [0, '+312 not shown'],
    ]);
  });

  test('[NOTIFY-5] finds a service again after its restart and uses no id of the old one', async () => {
    const bus = await startBus();
    const first = await NotificationService.on(bus.address);
    const notifier = await notifierOn(bus);
    await notifier.show(notice('first'));
    await first.stop();
    await expect(notifier.show(notice('nobody'))).rejects.toThrow(/org.freedesktop.Notifications/);
    const second = await serve(bus, ['actions']);
    await notifier.show(notice('again'));
    expect(second.shown.map(({ replaces, summary }) => [replaces, summary])).toEqual([[0, 'again · body']]);
  });

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

  test('gives up a service that never answers', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus, 200);
    await notifier.show(notice('first'));
    bus.process.kill('SIGSTOP');
    await expect(notifier.show(notice('second'))).rejects.toThrow(/\w/);
    bus.process.kill('SIGCONT');
    await notifier.show(notice('third'));
    expect(service.shown.at(-1)?.summary).toBe('third');
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

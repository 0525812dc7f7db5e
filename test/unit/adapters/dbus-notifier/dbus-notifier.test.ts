/** Over a real message bus, with a service on it that shows nothing and remembers what it was told. */
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

async function notifierOn(bus: TestBus, answerWithinMs?: number): Promise<Notifier> {
  const found = await open(bus.address, answerWithinMs);
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

describe.skipIf(installedProgram('dbus-daemon') === null)('on a message bus', () => {
  test('[NOTIFY-2] one notification per alarm: a summary takes the place of what stands there', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus);
    // At once, as a follower may: the second waits for the number of the first.
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

  test('[ALARM-18] a click tells which alarm; a click on what is not ours, and another button, tell nothing', async () => {
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

  test('[NOTIFY-2] what was put away is not brought back by an update; a new call shows it again', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const notifier = await notifierOn(bus);
    await notifier.show(notice('first'));
    service.putAway(1);
    // Behind the signal on the same connection.
    const clicked = opened(notifier);
    await notifier.show(notice('other', { alarm: 'two' }));
    service.click(2);
    await clicked;
    await notifier.show(notice('update', { isUpdate: true }));
    await notifier.show(notice('again'));
    // What never stood there is shown, such as how many were not.
    await notifier.show(notice('+312 not shown', { alarm: 'three', isUpdate: true }));
    expect(service.shown.map(({ replaces, summary }) => [replaces, summary])).toEqual([
      [0, 'first'],
      [0, 'other'],
      [0, 'again'],
      [0, '+312 not shown'],
    ]);
  });

  test('[NOTIFY-5] a service that ended is found again when it is back, and no number of the old one is used', async () => {
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

  test('a bus that ended is a reason, no crash, and nothing is left open', async () => {
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

  test('[NOTIFY-6] where nothing can show one, that is said: no bus, nobody on it, nobody who answers', async () => {
    expect(await open('unix:path=/nowhere/bus')).toMatchObject({ kind: 'missing' });
    const bus = await startBus();
    expect(await open(bus.address)).toMatchObject({
      kind: 'missing',
      reason: expect.stringMatching(/^nothing on the session bus shows notifications \(.+\)$/),
    });
    const none = { env: {}, platform: 'linux', exists: () => false };
    expect(await openDbusNotifier({ clickLabel: 'Open', environment: none })).toEqual({
      kind: 'missing',
      reason: 'no session bus is here',
    });
  });

  test('a service that takes a call and never answers is given up in time', async () => {
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

test('[NOTIFY-6] a bus that takes the connection and never says a word is a reason, no crash', async () => {
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

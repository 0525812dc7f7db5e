/**
 * Tests the notifier on a real message bus that fails. `test/real/notification-daemons.test.ts` tests it with the real
 * daemons of desktops.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDbusNotifier } from '../../../../src-main/adapters/dbus-notifier/dbus-notifier.ts';
import type { Notifier } from '../../../../src-main/core/ports/notifier.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { installedProgram, NotificationService, TestBus } from '../../../support/session-bus.ts';
import { aNotice } from '../../../doubles/alarms.ts';

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});

async function startBus(address?: string): Promise<TestBus> {
  const bus = await TestBus.start(address);
  releases.push(() => bus.stop());
  return bus;
}

async function serve(bus: TestBus): Promise<NotificationService> {
  const service = await NotificationService.on(bus.address);
  releases.push(() => service.stop());
  return service;
}

/** A notifier, and what it reported: "back" if a service appeared without the earlier notifications. */
async function open(address: string, responseTimeoutMs?: number) {
  const clock = new FakeClock();
  const notifier = await openDbusNotifier({
    clickLabel: 'Open',
    clock,
    environment: { env: { DBUS_SESSION_BUS_ADDRESS: address }, platform: 'linux', exists: () => false },
    ...(responseTimeoutMs === undefined ? {} : { responseTimeoutMs }),
  });
  if (notifier === null) throw new Error('a session bus is possible');
  releases.push(() => notifier.close());
  const changes: string[] = [];
  const opened: string[] = [];
  notifier.onDeskChanged((hasReturned) => void changes.push(hasReturned ? 'back' : notifier.desk.kind));
  notifier.onOpened((alarm) => void opened.push(alarm));
  return { clock, notifier, changes, opened };
}

const notice = (title: string, part: Partial<AlarmNotification> = {}) =>
  aNotice({ watch: watchIdSchema.parse('watch'), alarm: 'one', title, body: 'body', ...part });

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const becomes = (notifier: Notifier, kind: Notifier['desk']['kind']) =>
  until(() => expect(notifier.desk).toMatchObject({ kind }));

describe.skipIf(installedProgram('dbus-daemon') === null)('the notifier on a message bus', () => {
  test('reports a bus that ended, does not crash, and leaves nothing open', async () => {
    const bus = await startBus();
    await serve(bus);
    const { notifier, clock } = await open(bus.address);
    await notifier.show(notice('first'));
    await bus.stop();
    await expect(notifier.show(notice('second'))).rejects.toThrow(/\w/);
    await notifier.withdraw('one');
    await notifier.close();
    await expect(notifier.show(notice('third'))).rejects.toThrow('notifications are closed');
    await until(() => expect(clock.sleeping).toBe(0));
  });

  test('[ALARM-41] reports why nothing can be shown: the bus does not exist, or has no service', async () => {
    const since = new FakeClock().now();
    const missing = (reason: RegExp) => ({ kind: 'missing', since, reason: expect.stringMatching(reason) });
    expect((await open('unix:path=/nowhere/bus')).notifier.desk).toEqual(missing(/ENOENT/));
    const bus = await startBus();
    expect((await open(bus.address)).notifier.desk).toEqual(
      missing(/^no notification service on the session bus \(.+\)$/),
    );
  });

  test('[NOTIFY-10] uses a service that appears later, and says since when there was none', async () => {
    const bus = await startBus();
    const { notifier, clock, changes } = await open(bus.address);
    const since = clock.now();
    await clock.advance(60_000);
    expect(notifier.desk).toMatchObject({ kind: 'missing', since });
    await expect(notifier.show(notice('lost'))).rejects.toThrow(/org.freedesktop.Notifications/);
    const service = await serve(bus);
    await until(() => expect(changes).toEqual(['back']));
    expect(notifier.desk).toEqual({ kind: 'available', service: 'receiver 1', banners: 'unknown' });
    await notifier.show(notice('shown'));
    expect(service.shown.map(({ summary }) => summary)).toEqual(['shown']);
  });

  test('[NOTIFY-10] uses a bus that appears later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-late-bus-'));
    releases.push(async () => rmSync(folder, { recursive: true, force: true }));
    const environment = { env: { XDG_RUNTIME_DIR: folder }, platform: 'linux', exists: () => hasBus };
    let hasBus = false;
    const clock = new FakeClock();
    const notifier = await openDbusNotifier({ clickLabel: 'Open', clock, environment });
    releases.push(async () => notifier?.close());
    expect(notifier?.desk).toMatchObject({ kind: 'missing', reason: 'there is no session bus' });
    const bus = await startBus(`unix:path=${join(folder, 'bus')}`);
    const service = await serve(bus);
    hasBus = true;
    await clock.advance(10_000);
    await until(() => expect(notifier?.desk.kind).toBe('available'));
    await notifier?.show(notice('shown'));
    expect(service.shown).toHaveLength(1);
  });

  test('[NOTIFY-10] uses a service that ended and is back, without ids of the old one', async () => {
    const bus = await startBus();
    const first = await serve(bus);
    const { notifier, changes } = await open(bus.address);
    await notifier.show(notice('first'));
    await first.stop();
    await becomes(notifier, 'missing');
    const second = await serve(bus);
    await until(() => expect(changes).toEqual(['missing', 'back']));
    await notifier.show(notice('again'));
    expect(second.shown).toMatchObject([{ summary: 'again', replaces: 0 }]);
  });

  test('[NOTIFY-10] notices a service that takes over from another at once', async () => {
    const bus = await startBus();
    const first = await serve(bus);
    const { notifier, changes } = await open(bus.address);
    await notifier.show(notice('first'));
    const second = await NotificationService.on(bus.address, { queued: true });
    releases.push(() => second.stop());
    await first.stop();
    await until(() => expect(changes).toContain('back'));
    await notifier.show(notice('again'));
    expect(second.shown).toMatchObject([{ summary: 'again', replaces: 0 }]);
  });

  test('[NOTIFY-10] uses the next bus after a bus that ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-next-bus-'));
    releases.push(async () => rmSync(folder, { recursive: true, force: true }));
    const address = `unix:path=${join(folder, 'bus')}`;
    const bus = await startBus(address);
    await serve(bus);
    const { notifier, clock, changes } = await open(address);
    await bus.stop();
    await becomes(notifier, 'missing');
    const next = await startBus(address);
    const service = await serve(next);
    await clock.advance(10_000);
    await until(() => expect(changes).toEqual(['missing', 'back']));
    await notifier.show(notice('shown'));
    expect(service.shown).toHaveLength(1);
  });

  test('[NOTIFY-10] takes the late answer of a service, whose notification then opens its alarm', async () => {
    const bus = await startBus();
    const service = await serve(bus);
    const { notifier, opened } = await open(bus.address, 50);
    service.hold();
    const late = notifier.show(notice('late'));
    // The next call does not wait for the answer to the first.
    const other = notifier.show(notice('other', { alarm: 'two' }));
    await service.until(2);
    service.answer();
    await Promise.all([late, other]);
    service.click(service.shown[0]?.id ?? 0);
    await until(() => expect(opened).toEqual(['one']));
    expect(service.closed).toEqual([]);
  });

  test.each<[string, (notifier: Notifier) => Promise<unknown>, number]>([
    ['was withdrawn meanwhile', (notifier) => notifier.withdraw('one'), 1],
    ['has a newer one', (notifier) => notifier.show(notice('newer')), 2],
  ])('[NOTIFY-10] closes a late notification that %s', async (_, act, calls) => {
    const bus = await startBus();
    const service = await serve(bus);
    const { notifier } = await open(bus.address, 50);
    service.hold();
    const late = notifier.show(notice('late'));
    late.catch(() => undefined);
    await service.until(1);
    const acting = act(notifier);
    await service.until(calls);
    service.answer();
    await acting;
    await expect(late).rejects.toThrow('not needed any more');
    expect(service.closed).toEqual([service.shown[0]?.id]);
  });
});

test('[ALARM-41] no notifier is opened where no session bus can appear', async () => {
  const on = (platform: string, env: Record<string, string>) =>
    openDbusNotifier({
      clickLabel: 'Open',
      clock: new FakeClock(),
      environment: { env, platform, exists: () => false },
    });
  expect(await Promise.all([on('linux', {}), on('win32', { XDG_RUNTIME_DIR: '/run' })])).toEqual([null, null]);
});

test('[ALARM-41] a bus that accepts the connection and never answers is reported and causes no crash', async () => {
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
  const { notifier } = await open(`unix:path=${path}`, 100);
  expect(notifier.desk).toMatchObject({
    kind: 'missing',
    reason: expect.stringContaining('No reply within 100ms'),
  });
});

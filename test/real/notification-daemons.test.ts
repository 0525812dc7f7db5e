import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type MessageBus, sessionBus } from 'dbus-native';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDbusNotifier } from '../../../../src-main/adapters/dbus-notifier/dbus-notifier.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { installedProgram, missingNotificationDaemon, TestBus } from '../../../support/session-bus.ts';

const releases: (() => unknown)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});

async function startDunst(): Promise<{ readonly address: string; readonly bus: MessageBus }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-dunst-'));
  releases.push(() => rm(folder, { recursive: true, force: true }));
  const testBus = await TestBus.start();
  releases.push(() => testBus.stop());
  const screen = start('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '800x600x24'], {});
  const [display] = (await once(createInterface(screen.stdout!), 'line')) as [string];
  const configuration = join(folder, 'dunstrc');
  await writeFile(configuration, '[global]\n  markup = full\n');
  start('dunst', ['-conf', configuration], {
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: testBus.address,
    HOME: folder,
  });
  const bus = sessionBus({ busAddress: testBus.address });
  bus.connection.on('error', () => undefined);
  releases.push(() => bus.close());
  await vi.waitFor(async () => expect(await bus.nameHasOwner('org.freedesktop.Notifications')).toBe(true), 15_000);
  return { address: testBus.address, bus };
}

function start(name: string, call: readonly string[], environment: Record<string, string>): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const child = spawn(installedProgram(name) ?? '', call, {
    env: { PATH, LD_LIBRARY_PATH, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  releases.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
  });
  return child;
}

const DUNST = { destination: 'org.freedesktop.Notifications', path: '/org/freedesktop/Notifications' };
const COMMANDS = 'org.dunstproject.cmd0';
const history = (bus: MessageBus) =>
  bus.invoke<Record<string, unknown>[]>({ ...DUNST, interface: COMMANDS, member: 'NotificationListHistory' });
const onScreen = (bus: MessageBus) =>
  bus.invoke<number>({
    ...DUNST,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [COMMANDS, 'displayedLength'],
  });
const act = (bus: MessageBus) =>
  bus.invoke({ ...DUNST, interface: COMMANDS, member: 'NotificationAction', signature: 'u', body: [0] });
const close = (bus: MessageBus) => bus.invoke({ ...DUNST, interface: COMMANDS, member: 'NotificationCloseAll' });

const notice = (changes: Partial<AlarmNotification>): AlarmNotification => ({
  watch: watchIdSchema.parse('watch'),
  alarm: 'one',
  severity: 'failed',
  title: 'Allocation failed',
  body: 'Sweden <b>& Norway</b>',
  banner: true,
  sound: false,
  isUpdate: false,
  ...changes,
});

describe.skipIf(missingNotificationDaemon() !== null)('dunst', () => {
  test('[NOTIFY-5] shows a notification, replaces it with its summary, and reports the click', async () => {
    const { address, bus } = await startDunst();
    const found = await openDbusNotifier({
      clickLabel: 'Open',
      environment: { env: { DBUS_SESSION_BUS_ADDRESS: address }, platform: 'linux', exists: () => false },
    });
    if (found.kind === 'missing') throw new Error(found.reason);
    const { notifier } = found;
    releases.push(() => notifier.close());
    expect(found.service).toMatch(/^dunst \d/);

    const clicked = new Promise<string>((resolve) => notifier.onOpened(resolve));
    await notifier.show(notice({}));
    await notifier.show(notice({ title: 'Allocation failed · 214 eUICCs', isUpdate: true }));
    await vi.waitFor(async () => expect(await onScreen(bus)).toBe(1), 15_000);
    await act(bus);
    expect(await clicked).toBe('one');
    await close(bus);
    await vi.waitFor(async () => expect(await onScreen(bus)).toBe(0), 15_000);
    const shown = await history(bus);
    expect(shown.map(({ appname, summary, body }) => ({ appname, summary, body }))).toEqual([
      {
        appname: 'Watchfloor',
        summary: 'Allocation failed · 214 eUICCs',
        body: 'Sweden &lt;b&gt;&amp; Norway&lt;/b&gt;',
      },
    ]);
  });
});

/** Runs the complete life of the built desktop app over the double of Electron, for each system. Needs a build. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { rounds } from '../support/breadth.ts';
import { installedProgram, NotificationService, TestBus, TrayWatcher } from '../support/session-bus.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const driver = fileURLToPath(new URL('built-desktop.ts', import.meta.url));
let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchfloor-built-desktop-'))));
afterEach(() => rm(folder, { recursive: true }));

/** @param bus address of a session bus, if the system has one */
async function live(platform: NodeJS.Platform, bus = 'unix:path=/nonexistent'): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [driver, root, join(folder, 'data'), platform], {
    cwd: folder,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus, XDG_CURRENT_DESKTOP: 'KDE' },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
async function endsOfSessions(): Promise<unknown[]> {
  const { events } = storePaths(join(folder, 'data'), { id: profileIdSchema.parse('built-desktop'), practice: false });
  const reader = openEventReader(events);
  const { sessions } = await reader.coverage({ from: 0, to: Date.now() + 60_000 });
  await reader.close();
  return sessions.map(({ reason }) => reason);
}

const FAILURE = expect.stringMatching(/^Localization failed/);
const WATCHING = expect.stringMatching(/Watching since .* 1 new alarm$/);
const TITLE = 'Watching – 1 new alarm – Watchfloor';
const lived = {
  address: 'app://watchfloor/',
  page: [200, 200],
  licences: 200,
  preload: true,
  kinds: expect.arrayContaining(['SUBSCRIPTION_STARTED', 'LOCALIZATION']),
  overlay: null,
};

/** A life takes a second of CPU time. */
const withoutBus = [
  {
    system: 'Windows',
    platform: 'win32' as const,
    shown: {
      signs: { tooltip: WATCHING, picture: 'watching-alarm-on-dark.png', title: TITLE },
      overlay: 'overlay-watching.png',
      closed: 'window.hide',
      shutdown: { isHeld: false, isListenedTo: true },
    },
  },
  {
    system: 'a Mac',
    platform: 'darwin' as const,
    shown: {
      signs: { tooltip: WATCHING, picture: 'watching-alarmTemplate.png', title: TITLE },
      closed: 'window.hide',
      shutdown: { isHeld: true, isListenedTo: true },
    },
  },
].slice(0, rounds({ usual: 1, thorough: 2 }));

describe('[HOST-58] the built app shows its page, connects it, alarms, closes its window, shows it again and ends cleanly', () => {
  test.each(withoutBus)('on $system', async ({ platform, shown }) => {
    expect(await live(platform)).toEqual({ ...lived, notifications: [FAILURE], ...shown });
    expect(await endsOfSessions()).toEqual(['stopped']);
  });

  test.skipIf(installedProgram('dbus-daemon') === null)(
    'on a Linux desktop with a panel and notifications',
    async () => {
      const bus = await TestBus.start();
      const desktop = await NotificationService.on(bus.address);
      const panel = await TrayWatcher.on(bus.address);
      try {
        expect(await live('linux', bus.address)).toEqual({
          ...lived,
          notifications: [],
          signs: { tooltip: WATCHING, picture: 'watching-alarm-on-dark.png', title: TITLE },
          closed: 'window.hide',
          shutdown: { isHeld: true, isListenedTo: true },
        });
        await desktop.until(2);
        expect(desktop.shown.map(({ summary }) => summary)).toEqual([FAILURE, 'Watchfloor is still watching']);
      } finally {
        panel.stop();
        await desktop.stop();
        await bus.stop();
      }
      expect(await endsOfSessions()).toEqual(['stopped']);
    },
  );
});

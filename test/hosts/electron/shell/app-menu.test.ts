/** Tests the menus: the same commands on every system, each in its own form, without a key that the page uses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { appMenu, trayMenu } from '../../../../src-main/hosts/electron/shell/app-menu.ts';
import {
  overlayIconFile,
  trayLocation,
  trayIconFile,
} from '../../../../src-main/hosts/electron/shell/tray-location.ts';
import { shellStates } from '../../../../src-main/hosts/electron/shell/shell-view.ts';

const actions = {
  open: vi.fn<() => void>(),
  openSettings: vi.fn<() => void>(),
  testAlarm: vi.fn<() => void>(),
  reload: vi.fn<() => void>(),
  openLogs: vi.fn<() => void>(),
  about: vi.fn<() => void>(),
  quit: vi.fn<() => void>(),
};
const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const menu = (platform: NodeJS.Platform, isDevelopment = false) => flat(appMenu(actions, { platform, isDevelopment }));
const named = (items: readonly MenuItemConstructorOptions[]) => items.map(({ label, role }) => label ?? role);

describe('[HOST-28] the menu of the program', () => {
  test.each(['linux', 'win32', 'darwin'] as const)('has every command on %s', (platform) => {
    const labels = ['Settings', 'Test alarm', 'Reload page', 'Show logs', 'About Watchfloor', 'Quit Watchfloor'];
    labels.push('zoomIn', 'zoomOut', 'resetZoom');
    expect(named(menu(platform))).toEqual(expect.arrayContaining(labels));
    expect(named(menu(platform))).not.toContain('Developer tools');
  });

  test.each(['linux', 'win32', 'darwin'] as const)(
    'has no key of its own on %s, except the one that quits on a Mac',
    (platform) => {
      const keys = menu(platform, true).flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
      expect(keys).toEqual(platform === 'darwin' ? ['Command+Q'] : []);
      // These roles have keys that the page uses or that would lose the content of the page.
      expect(named(menu(platform, true))).not.toContain('reload');
      expect(named(menu(platform, true))).not.toContain('forceReload');
    },
  );
});

test('[HOST-28] the tray menu opens, shows the state, tests an alarm and quits; the state is not clickable', () => {
  const items = trayMenu(actions, { lines: ['A & B: Blind since 14:02'], alarms: '3 new alarms' });
  expect(items.map(({ label, enabled }) => [label, enabled ?? true])).toEqual([
    ['Open Watchfloor', true],
    [undefined, true],
    ['A && B: Blind since 14:02', false],
    ['3 new alarms', false],
    [undefined, true],
    ['Test alarm', true],
    ['Quit Watchfloor', true],
  ]);
});

test.each([
  ['darwin', false, 'menu-bar'],
  ['win32', false, 'tray'],
  ['linux', true, 'tray'],
  ['linux', false, 'taskbar'],
] as const)('on %s, with a tray host: %s, Watchfloor is in: %s', (platform, hasHost, location) => {
  expect(trayLocation(platform, hasHost)).toBe(location);
});

test('every state has an icon for every kind of bar, and an overlay', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'build', 'icons', 'tray');
  const names = shellStates.flatMap((state) =>
    [true, false].flatMap((hasAlarms) => [
      ...(['linux', 'win32', 'darwin'] as const).flatMap((platform) =>
        [true, false].map((isDark) => trayIconFile({ state, hasAlarms, platform, isDark })),
      ),
      overlayIconFile(state, hasAlarms ? 1 : 0) ?? 'overlay-watching.png',
    ]),
  );
  expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  expect(overlayIconFile('watching', 0)).toBe(null);
});

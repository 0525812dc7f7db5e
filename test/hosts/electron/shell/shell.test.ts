/** Tests the desktop around the window: what closing does, what is outside of the window, and what leads back to it. */
import { NO_POLICY } from '../../../../src-shared/api/policy/policy.ts';
import { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isBarDark } from '../../../../src-main/hosts/electron/shell/tray-location.ts';
import { createShell, type Shell, type ShellDependencies } from '../../../../src-main/hosts/electron/shell/shell.ts';
import type { BackendSnapshot } from '../../../../src-shared/api/watch.ts';
import {
  app,
  BrowserWindow,
  callNames,
  calls,
  nativeTheme,
  powerSaveBlocker,
  Notification,
  resetElectron,
  Tray,
} from '../../../doubles/electron.ts';
import { OTHER_WATCH, snapshotOf, watchSnapshot } from '../../../doubles/page-watch.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

vi.mock('electron', () => import('../../../doubles/electron.ts'));

let dataDir: string;
const shells: Shell[] = [];
beforeEach(async () => {
  resetElectron();
  dataDir = temporaryDirectory();
});
afterEach(async () => {
  for (const shell of shells.splice(0)) shell.close();
});

const CLOSED_NOTICE = 'type=click&tag=watchfloor-closed';

class ApplicationDouble {
  readonly journal: string[] = [];
  #next = Promise.withResolvers<BackendSnapshot>();
  present: BackendSnapshot | null = null;

  emit(snapshot: BackendSnapshot): void {
    this.present = snapshot;
    this.#next.resolve(snapshot);
    this.#next = Promise.withResolvers();
  }
  async *snapshots(signal: AbortSignal | undefined) {
    const ended = new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null)));
    for (let snapshot = this.present ?? (await Promise.race([this.#next.promise, ended])); snapshot !== null;) {
      yield { revision: 1, state: snapshot };
      snapshot = await Promise.race([this.#next.promise, ended]);
    }
  }
  show = (target: unknown) => void this.journal.push(`show ${JSON.stringify(target)}`);
  openAlarm = (alarm: string) => void this.journal.push(`open ${alarm}`);
  watch = (id: string) => ({ alarms: { test: async () => void this.journal.push(`test ${id}`) } });
  reportIncident = (error: unknown) => {
    throw error;
  };
}

async function open(changes: Partial<ShellDependencies> = {}, buildFolder = '/app/out', wall = false) {
  const shell = await createShell(
    { dataDir, args: [], env: {}, wall, buildFolder },
    {
      platform: 'linux',
      policy: NO_POLICY,
      openPath: async () => '',
      openUpdater: () => Promise.reject(new Error('nobody asked for it')),
      followTrayHost: async (onChange) => onChange(true),
      waitForTrayItem: async () => true,
      openNotifier: async () => null,
      ...changes,
    },
  );
  shells.push(shell);
  const application = new ApplicationDouble();
  const window = new BrowserWindow({});
  const shows = vi.fn<() => void>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the double has what is used
  const shown = window as never;
  shell.mount({
    application: application as never,
    window: () => (window.isDestroyed() ? null : shown),
    show: shows,
    quit: () => app.quit(),
  });
  shell.attach(shown);
  return { shell, application, window, shows };
}
const last = (name: string) => calls.findLast((call) => call.name === name)?.arguments;
const watching = (unseen = 0) => snapshotOf(watchSnapshot({ alarms: { unseen } }));
const closingNotices = () =>
  vi.waitFor(async () =>
    expect(JSON.parse(await readFile(join(dataDir, 'desktop.json'), 'utf8'))).toMatchObject({
      staysWhenClosed: true,
      wasToldOfClosing: true,
    }),
  );
const waitForCall = (name: string) => vi.waitFor(() => expect(callNames()).toContain(name));

test('[HOST-7] links are registered once per version, so that the user can choose another program, and never from a checkout', async () => {
  const registered = () =>
    calls.filter(({ name }) => name === 'app.setAsDefaultProtocolClient').map((one) => one.arguments);
  await open();
  expect(registered()).toEqual([]);
  app.isPackaged = true;
  await open();
  await open();
  expect(registered()).toEqual([['watchfloor']]);
  await writeFile(join(dataDir, 'desktop.json'), JSON.stringify({ linksOf: '0.0.1' }));
  await open();
  expect(registered()).toHaveLength(2);
});

describe('[HOST-55] while a profile is watched', () => {
  const blockers = () => [...powerSaveBlocker.active.values()];

  test.each([
    [false, ['prevent-app-suspension']],
    [true, ['prevent-display-sleep']],
  ])(
    'the computer stays awake, or the screen of a wall (%s), until the end or until the user chooses otherwise',
    async (wall, kinds) => {
      const { shell, application } = await open({}, '/app/out', wall);
      application.emit(watching(0));
      await vi.waitFor(() => expect(blockers()).toEqual(kinds));
      await shell.ports.desktop.keepAwake(false);
      await vi.waitFor(() => expect(blockers()).toEqual([]));
      await shell.ports.desktop.keepAwake(true);
      await vi.waitFor(() => expect(blockers()).toEqual(kinds));
      shell.close();
      expect(blockers()).toEqual([]);
    },
  );

  test('Practice keeps nothing awake', async () => {
    const { application } = await open();
    const practice = watchSnapshot();
    application.emit(snapshotOf({ ...practice, profile: { ...practice.profile, practice: true } }));
    await waitForCall('window.setTitle');
    expect(blockers()).toEqual([]);
  });
});

describe('[HOST-28] closing the window leaves Watchfloor watching, and a notice says so once', () => {
  test('in the tray, and no notice is shown the second time', async () => {
    const { window } = await open();
    window.close();
    window.close();
    await vi.waitFor(() => expect(Notification.made).toHaveLength(1));
    expect(callNames().filter((name) => name.startsWith('window.'))).toEqual([
      'window.hide',
      'window.close prevented',
      'window.hide',
      'window.close prevented',
    ]);
    expect(Notification.made[0]?.options).toMatchObject({ title: 'Watchfloor is still watching', silent: true });
    await closingNotices();
  });

  test('[HOST-10] after the window has left full screen, which would otherwise stay black', async () => {
    const { window } = await open({ platform: 'darwin' });
    window.state.fullScreen = true;
    window.close();
    expect(callNames()).not.toContain('window.hide');
    window.emit('leave-full-screen');
    expect(callNames().filter((name) => name.startsWith('window.'))).toEqual([
      'window.setFullScreen',
      'window.close prevented',
      'window.hide',
    ]);
    await closingNotices();
  });

  test('minimized if no tray is shown, and no tray is created', async () => {
    const { window } = await open({ followTrayHost: async () => undefined });
    window.close();
    await closingNotices();
    expect(callNames()).toContain('window.minimize');
    expect(callNames()).not.toContain('window.hide');
    expect(Tray.last).toBe(null);
  });

  test('[HOST-28] in a tray that is created when a panel appears, and minimized when the panel disappears', async () => {
    let panel: (hasTray: boolean) => void = () => undefined;
    const { application, window, shell } = await open({
      followTrayHost: async (onChange) => void (panel = onChange),
    });
    const targets: string[] = [];
    void (async () => {
      for await (const { state } of shell.ports.desktop.subscribe(undefined)) targets.push(state.place);
    })();
    application.emit(watching(2));
    await waitForCall('window.setTitle');
    window.state.minimized = false;
    panel(true);
    expect([Tray.last?.tooltip, Tray.last?.menu.length]).toEqual([expect.stringContaining('2 new alarms'), 7]);
    window.close();
    await closingNotices();
    const before = callNames().length;
    panel(false);
    expect(callNames().slice(before)).toEqual(['tray.destroy', 'window.showInactive', 'window.minimize']);
    await vi.waitFor(() => expect(targets).toEqual(['taskbar', 'tray', 'taskbar']));
  });

  test('[HOST-28] in the taskbar if its tray icon does not appear, also if the window is hidden by then', async () => {
    const looking = Promise.withResolvers<boolean>();
    const { window, shell } = await open({ waitForTrayItem: () => looking.promise });
    window.state.minimized = false;
    window.close();
    await closingNotices();
    expect(callNames()).toContain('window.hide');
    const before = callNames().length;
    looking.resolve(false);
    await waitForCall('window.minimize');
    expect(callNames().slice(before)).toEqual(['tray.destroy', 'window.showInactive', 'window.minimize']);
    for await (const { state } of shell.ports.desktop.subscribe(undefined)) {
      expect(state.place).toBe('taskbar');
      break;
    }
  });

  test('unless the user chose that closing ends it, also after a restart', async () => {
    const first = await open();
    await first.shell.ports.desktop.stayWhenClosed(false);
    const { window } = await open();
    window.close();
    expect(callNames()).toContain('window.close');
  });

  test('unless it quits, which closes every window', async () => {
    const { shell, window } = await open();
    shell.markQuitting();
    window.close();
    expect(window.isDestroyed()).toBe(true);
  });
});

test.each([
  ['win32', '', true, false, false],
  ['win32', '', false, true, true],
  ['linux', 'KDE', false, true, false],
  ['linux', 'KDE', true, false, true],
  ['linux', 'ubuntu:GNOME', false, false, true],
  ['darwin', '', false, true, false],
] as const)(
  '[PAGE-65] on %s (%s), with dark programs %s and a dark system %s, a dark bar is %s',
  (platform, desktop, programs, system, isDark) => {
    expect(isBarDark({ platform, desktop, programs, system })).toBe(isDark);
  },
);

describe('[PAGE-65] tray, badge and title show the state of the backend and change only with it', () => {
  test('on Linux, for a dark and a light bar', async () => {
    const { application } = await open();
    application.emit(watching(0));
    await waitForCall('window.setTitle');
    expect(Tray.last).toMatchObject({ picture: '/app/build/icons/tray/watching-on-dark.png' });
    application.emit(watching(3));
    await vi.waitFor(() => expect(last('window.setTitle')).toEqual(['Watching – 3 new alarms – Watchfloor']));
    expect(Tray.last?.picture).toBe('/app/build/icons/tray/watching-alarm-on-dark.png');
    expect([last('app.setBadgeCount'), last('window.flashFrame')]).toEqual([[3], [true]]);
    nativeTheme.shouldUseDarkColors = false;
    nativeTheme.emit('updated');
    expect(Tray.last?.picture).toBe('/app/build/icons/tray/watching-alarm-on-light.png');
    const before = calls.length;
    application.emit(watching(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.slice(before)).toEqual([]);
  });

  test('the taskbar button flashes for more alarms until the window has the focus, and never while it has', async () => {
    const { application, window } = await open();
    const flashes = () => calls.filter(({ name }) => name === 'window.flashFrame').map((call) => call.arguments[0]);
    const emit = async (unseen: number) => {
      application.emit(watching(unseen));
      await vi.waitFor(() => expect(last('app.setBadgeCount')).toEqual([unseen]));
    };
    await emit(2);
    await emit(3);
    expect(flashes()).toEqual([true]);
    window.emit('focus');
    expect(flashes()).toEqual([true, false]);
    await emit(1);
    window.state.focused = true;
    await emit(4);
    expect(flashes()).toEqual([true, false]);
  });

  test('on Windows next to the taskbar button, on a Mac as a template', async () => {
    const windows = await open({ platform: 'win32' });
    windows.application.emit(watching(1));
    await waitForCall('window.setOverlayIcon');
    expect(last('window.setOverlayIcon')?.[0]).toBe('/app/build/icons/tray/overlay-watching.png');
    const mac = await open({ platform: 'darwin' });
    mac.application.emit(snapshotOf());
    await vi.waitFor(() => expect(Tray.last?.tooltip).toBe('Watchfloor – No profile is open'));
    expect(Tray.last?.picture).toBe('/app/build/icons/tray/noneTemplate.png');
  });

  test('and the page cannot change the title', async () => {
    const { window } = await open();
    let prevented = false;
    window.emit('page-title-updated', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
  });
});

describe('[HOST-28] the way back to the window', () => {
  test('is in the tray menu, which also tests an alarm of the real profile and quits', async () => {
    const { application, shows } = await open();
    const practice = watchSnapshot({ watch: OTHER_WATCH });
    application.emit(snapshotOf({ ...practice, profile: { ...practice.profile, practice: true } }, watchSnapshot()));
    await vi.waitFor(() => expect(Tray.last?.menu.length).toBeGreaterThan(5));
    const click = (label: string) => Tray.last?.menu.find((item) => item.label === label)?.click?.();
    click('Open Watchfloor');
    expect(shows).toHaveBeenCalledOnce();
    click('Test alarm');
    await vi.waitFor(() => expect(application.journal).toEqual(['test watch-1']));
    click('Quit Watchfloor');
    expect(callNames()).toContain('app.quit');
  });

  test('is a click on an alarm, which brings the window to the front and then reports the alarm', async () => {
    const { shell, shows } = await open();
    const opened: string[] = [];
    shell.ports.notifier.onOpened((alarm) => opened.push(`${alarm} ${shows.mock.calls.length}`));
    const words = { title: 'Blind', body: '', banner: true, sound: false, isUpdate: false, isLasting: false } as const;
    await shell.ports.notifier.show({ watch: watchSnapshot().watch, alarm: 'one', severity: 'watching', ...words });
    Notification.made[0]?.emit('click');
    expect(opened).toEqual(['one 1']);
  });

  test.each<[NodeJS.Platform, string, clicks: () => void, journal: string[]]>([
    ['win32', 'an alarm', () => Notification.activate?.({ arguments: 'type=click&tag=00ff' }), ['open 00ff']],
    ['win32', 'the notice about closing', () => Notification.activate?.({ arguments: CLOSED_NOTICE }), []],
    ['win32', 'a toast that names nothing', () => Notification.activate?.({ arguments: '' }), []],
    ['darwin', 'an alarm', () => Notification.history[0]?.emit('click'), ['open 00ff']],
  ])('[ALARM-16] is a click on a notification of an earlier run on %s: %s', async (platform, _, clicks, journal) => {
    Notification.history = [new Notification({ id: '00ff' })];
    const { application, shows } = await open({ platform });
    await Promise.resolve();
    clicks();
    expect([application.journal, shows.mock.calls.length]).toEqual([journal, 1]);
  });

  test('is a click on the notice about closing, which is not an alarm', async () => {
    const { shell, window, shows } = await open();
    const opened = vi.fn<(alarm: string) => void>();
    shell.ports.notifier.onOpened(opened);
    window.close();
    await vi.waitFor(() => expect(Notification.made).toHaveLength(1));
    await closingNotices();
    Notification.made[0]?.emit('click');
    expect([shows.mock.calls.length, opened.mock.calls.length]).toEqual([1, 0]);
  });
});

test.each([
  ['/opt/Watchfloor/resources/app.asar/out', '/opt/Watchfloor/resources/app.asar.unpacked/build/icons/png/256x256.png'],
  ['/home/noc/app.asar/checkout/out', '/home/noc/app.asar/checkout/build/icons/png/256x256.png'],
])('[HOST-58] the about box in %s has an icon that the system itself can read', async (buildFolder, iconPath) => {
  await open({}, buildFolder);
  expect(last('app.setAboutPanelOptions')).toEqual([expect.objectContaining({ iconPath })]);
});

test('[PACKED-28] the about box says where the licences are', async () => {
  await open({});
  expect(last('app.setAboutPanelOptions')).toEqual([
    expect.objectContaining({ copyright: 'Third-party licences: Settings › About.' }),
  ]);
});

test('closing the shell removes the tray once', async () => {
  const { shell } = await open();
  shell.close();
  shell.close();
  nativeTheme.emit('updated');
  expect([callNames().filter((name) => name.startsWith('tray.')), nativeTheme.listenerCount('updated')]).toEqual([
    ['tray.destroy'],
    0,
  ]);
});

test('[HOST-34] an update is installed after everything is closed and the data folder is free for the new program', async () => {
  const updater = Object.assign(new EventEmitter(), {
    checkForUpdates: async () => void updater.emit('update-downloaded', { version: '0.2.0' }),
    quitAndInstall: () => void calls.push({ name: 'install', arguments: [] }),
  });
  await writeFile(join(dataDir, 'updates.json'), JSON.stringify({ feed: 'https://updates.example.com/' }));
  app.isPackaged = true;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the double has what is used
  const { shell } = await open({ platform: 'darwin', openUpdater: async () => updater as never });
  shell.ports.desktop.checkForUpdate();
  const state = async () => {
    for await (const application of shell.ports.desktop.subscribe(new AbortController().signal))
      return application.state.update.kind;
    return null;
  };
  await vi.waitFor(async () => expect(await state()).toBe('ready'));
  shell.ports.desktop.installUpdate();
  await waitForCall('app.quit');
  expect(shell.isUpdating()).toBe(true);
  let isBlocked = false;
  app.emit('will-quit', { preventDefault: () => (isBlocked = true) });
  await waitForCall('install');
  expect([isBlocked, callNames().slice(-3)]).toEqual([true, ['app.quit', 'app.releaseSingleInstanceLock', 'install']]);
});

test('the proxy settings of the computer are read through Chromium', async () => {
  const { shell } = await open();
  expect(await shell.ports.resolveProxy('https://service.example/')).toBe('DIRECT');
  expect(last('session.resolveProxy')).toEqual(['https://service.example/']);
});

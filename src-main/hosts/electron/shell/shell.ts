/** Has everything of the app but the window. Never ends the program unasked, and never takes a key from the page. */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, Notification, session } from 'electron';
import type { Backend } from '../../../core/backend.ts';
import { ChangeSignal } from '../../../core/lib/change-signal.ts';
import type { Policy } from '../../../../src-shared/api/policy/policy.ts';
import type { Desktop } from '../../../core/ports/desktop.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';
import { withClickHandler } from '../../notifier-listeners.ts';
import type { ResolveProxy } from '../../../adapters/network/system-proxies.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { standardDataDirectory } from '../../data-directory.ts';
import { packageVersion } from '../../package-version.ts';
import { LINK_SCHEME } from '../deep-link.ts';
import { saveRestartArguments } from '../restart-arguments.ts';
import { readAbout } from '../../about.ts';
import { aboutPanel } from './about.ts';
import { appMenu } from './app-menu.ts';
import { CLOSED_NOTICE_ID, keepWatchingWhenClosed } from './closing.ts';
import { DesktopPreferenceStore } from './desktop-preferences.ts';
import { followEarlierNotifications } from './earlier-notifications.ts';
import { createElectronNotifier } from './electron-notifier.ts';
import { KeepAwake } from './keep-awake.ts';
import { loginItem } from './login-item.ts';
import { trayLocation } from './tray-location.ts';
import { shellView } from './shell-view.ts';
import { ShellIndicators } from './shell-indicators.ts';
import { createElectronDesktop } from './electron-desktop.ts';
import { updateFeed } from './update-feed.ts';
import { createUpdates, type Updater } from './updates.ts';

export interface ShellOptions {
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly wall: boolean;
  readonly buildFolder: string;
}

export interface ShellDependencies {
  readonly platform: NodeJS.Platform;
  readonly policy: Policy;
  readonly openPath: (path: string) => Promise<string>;
  readonly openUpdater: () => Promise<Updater>;
  /** Resolves when the first result is known. Linux only. */
  readonly followTrayHost: (onChange: (hasHost: boolean) => void, signal: AbortSignal) => Promise<void>;
  /** Resolves with true if the tray icon of this process appears and answers. Linux only. */
  readonly waitForTrayItem: (signal: AbortSignal) => Promise<boolean>;
  /** Null selects Electron's notifications, which do not replace one that is updated. Linux only. */
  readonly openNotifier: () => Promise<Notifier | null>;
}

export interface ShellParts {
  readonly application: Pick<Backend, 'snapshots' | 'show' | 'watch' | 'openAlarm' | 'reportIncident'>;
  /** Null if there is no window or it is destroyed. */
  readonly window: () => BrowserWindow | null;
  readonly show: () => void;
  readonly quit: () => void;
}

export interface Shell {
  readonly ports: { readonly desktop: Desktop; readonly notifier: Notifier; readonly resolveProxy: ResolveProxy };
  mount(parts: ShellParts): void;
  attach(window: BrowserWindow): void;
  /** True if the program ends for an update, which starts it again. */
  isUpdating(): boolean;
  /** After this call closing a window really closes it. */
  markQuitting(): void;
  /** Call before the application is stopped. Idempotent. */
  close(): void;
}

export type CreateShell = (options: ShellOptions) => Promise<Shell>;

export async function createShell(options: ShellOptions, dependencies: ShellDependencies): Promise<Shell> {
  const { dataDir, env, args, wall, buildFolder } = options;
  const { platform, policy } = dependencies;
  const isLinux = platform !== 'darwin' && platform !== 'win32';
  const closeController = new AbortController();
  const changes = new ChangeSignal();
  let location = trayLocation(platform, false);
  let parts: ShellParts | null = null;
  let indicators: ShellIndicators | null = null;
  if (isLinux) await dependencies.followTrayHost(setTrayHost, closeController.signal);
  const preferences = new DesktopPreferenceStore(dataDir);
  // Registers once per version: the user may choose another program for links. A checkout is the bare Electron.
  if (app.isPackaged && preferences.current.linksOf !== packageVersion()) {
    app.setAsDefaultProtocolClient(LINK_SCHEME);
    await preferences.change({ linksOf: packageVersion() }).catch(() => undefined);
  }
  const pictures = join(buildFolder, '..', 'build', 'icons');
  const about = readAbout(dataDir, platform);
  const awake = new KeepAwake({ wall });
  let isQuitting = false;
  let isUpdating = false;
  let isWatched = false;

  const updates = createUpdates({
    feed: updateFeed({ dataDir, policy, env, platform, isPackaged: app.isPackaged }),
    openUpdater: dependencies.openUpdater,
    async writeConfig(text) {
      const path = join(dataDir, 'updates-asked.json');
      await writeFileAtomically(path, text);
      return path;
    },
    saveRestart: (version) =>
      saveRestartArguments(standardDataDirectory(env, platform), { version, at: Date.now(), args }),
    now: Date.now,
    onChange: () => changes.notify(),
    quit(then) {
      isUpdating = true;
      // Everything is closed by then, and the new program must find the data folder unlocked.
      app.once('will-quit', (event) => {
        event.preventDefault();
        app.releaseSingleInstanceLock();
        then();
      });
      parts?.quit();
    },
    exit: () => app.quit(),
  });
  const desktop = createElectronDesktop({
    about,
    location: () => location,
    choices: preferences,
    login: loginItem({ app, platform, env, executable: process.execPath, args }),
    updates,
    openPath: dependencies.openPath,
    changes,
  });
  const notifier =
    (isLinux ? await dependencies.openNotifier() : null) ?? createElectronNotifier(Notification, platform);

  const reportFailure = (operation: string) => (error: unknown) =>
    void parts?.application.reportIncident(error, operation);
  const actions = {
    open: () => parts?.show(),
    openSettings() {
      parts?.application.show({ kind: 'screen', screen: 'settings' }, null);
      parts?.show();
    },
    testAlarm: () => void testAlarm().catch(reportFailure('shell.testAlarm')),
    reload: () => parts?.window()?.webContents.reload(),
    openLogs: () => void desktop.openFolder('logs').catch(reportFailure('shell.openLogs')),
    about: () => app.showAboutPanel(),
    quit: () => parts?.quit(),
  };

  async function testAlarm(): Promise<void> {
    for await (const { state: snapshot } of parts?.application.snapshots(closeController.signal) ?? []) {
      const first = snapshot.watches.find(({ profile }) => !profile.practice) ?? snapshot.watches[0];
      if (first !== undefined) await parts?.application.watch(first.watch).alarms.test();
      return;
    }
  }

  async function followState(application: ShellParts['application'], shown: ShellIndicators): Promise<void> {
    for await (const { state: snapshot } of application.snapshots(closeController.signal)) {
      shown.show(shellView(snapshot, clockTime));
      isWatched = snapshot.watches.some(({ profile }) => !profile.practice);
      updateKeepAwake();
    }
  }
  async function followPreferences(): Promise<void> {
    while (!closeController.signal.aborted) {
      updateKeepAwake();
      await changes.changedSince(changes.revision, closeController.signal).catch(() => undefined);
    }
  }
  function setTrayHost(hasTrayHost: boolean): void {
    location = trayLocation(platform, hasTrayHost);
    indicators?.setLocation(location);
    if (indicators !== null) void checkTrayIcon();
    const window = parts?.window() ?? null;
    // Without a tray the user could not reopen a hidden window.
    if (location === 'taskbar' && window !== null && !window.isVisible() && !window.isMinimized()) {
      window.showInactive();
      window.minimize();
    }
    changes.notify();
  }
  /** A panel may refuse the icon, or ask in a way that it does not answer. Then the user would look for it in vain. */
  async function checkTrayIcon(): Promise<void> {
    if (!isLinux || location !== 'tray') return;
    const isThere = await dependencies.waitForTrayItem(closeController.signal);
    // The panel may have ended meanwhile.
    if (!isThere && location === 'tray' && !closeController.signal.aborted) setTrayHost(false);
  }
  function updateKeepAwake(): void {
    awake.set(!closeController.signal.aborted && isWatched && preferences.current.keepsAwake);
  }

  return {
    ports: {
      desktop,
      notifier: withClickHandler(notifier, (alarm, listener) => {
        parts?.show();
        if (alarm !== CLOSED_NOTICE_ID) listener(alarm);
      }),
      resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    },
    mount(mounted) {
      parts = mounted;
      app.setAboutPanelOptions(aboutPanel(about, join(pictures, 'png', '256x256.png')));
      Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(actions, { platform, isDevelopment: !app.isPackaged })));
      followEarlierNotifications(Notification, platform, (alarm) => {
        mounted.show();
        if (alarm !== null && alarm !== CLOSED_NOTICE_ID) mounted.application.openAlarm(alarm);
      });
      // On macOS only a click on the Dock brings a hidden window back.
      app.on('activate', mounted.show);
      indicators = new ShellIndicators({
        location,
        platform,
        desktop: env['XDG_CURRENT_DESKTOP'] ?? '',
        iconFolder: join(pictures, 'tray'),
        actions,
        window: mounted.window,
      });
      void checkTrayIcon();
      void followPreferences();
      followState(mounted.application, indicators).catch(reportFailure('shell.follow'));
    },
    attach(window) {
      // The title shows the status of the watch, which must stay visible even if the page is gone.
      window.on('page-title-updated', (event) => event.preventDefault());
      keepWatchingWhenClosed(window, {
        location: () => location,
        preferences,
        notifier,
        isQuitting: () => isQuitting,
        onFailed: reportFailure('shell.closed'),
      });
      window.on('show', () => indicators?.applyToWindow(window));
      indicators?.applyToWindow(window);
    },
    isUpdating: () => isUpdating,
    markQuitting() {
      isQuitting = true;
    },
    close() {
      closeController.abort(new Error('the shell was closed'));
      updateKeepAwake();
      indicators?.close();
      indicators = null;
    },
  };
}

function clockTime(at: number): string {
  const day =
    new Date(at).toDateString() === new Date().toDateString() ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' }).format(at);
}

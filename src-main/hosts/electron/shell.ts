/**
 * All of the desktop that is not the window: what the application is composed with (notifications, the desktop's own
 * settings, its proxies), then tray, badge, menu and what closing the window means. It must never end the program
 * unasked, and never take a key from the page.
 */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, Notification, session } from 'electron';
import type { Application } from '../../core/api/procedures.ts';
import { ChangeSignal } from '../../core/lib/change-signal.ts';
import type { Desktop } from '../../core/ports/desktop.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import type { ResolveProxy } from '../../adapters/network/system-proxies.ts';
import { writeFileAtomically } from '../../adapters/files/atomic-file.ts';
import { defaultDataDirectory } from '../data-directory.ts';
import { packageVersion } from '../package-version.ts';
import { LINK_SCHEME } from './deep-link.ts';
import { saveRestartArguments } from './restart-arguments.ts';
import { readAbout, aboutPanel } from './shell/about.ts';
import { appMenu } from './shell/app-menu.ts';
import { CLOSED_NOTICE_ID, keepWatchingWhenClosed } from './shell/closing.ts';
import { DesktopPreferenceStore } from './shell/desktop-preferences.ts';
import { createElectronNotifier } from './shell/electron-notifier.ts';
import { KeepAwake } from './shell/keep-awake.ts';
import { loginItem } from './shell/login-item.ts';
import { trayLocation } from './shell/tray-location.ts';
import { shellView } from './shell/shell-view.ts';
import { ShellIndicators } from './shell/shell-indicators.ts';
import { createElectronDesktop } from './shell/electron-desktop.ts';
import { updateFeed } from './shell/update-feed.ts';
import { createUpdates, type Updater } from './shell/updates.ts';

export interface ShellOptions {
  readonly dataDir: string;
  /** What another start needs to be this one. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly wall: boolean;
  /** Folder of the build; the pictures are beside it. */
  readonly buildFolder: string;
}

/** What differs between computers, or costs, and so is given. */
export interface ShellDependencies {
  readonly platform: NodeJS.Platform;
  readonly openPath: (path: string) => Promise<string>;
  readonly openUpdater: () => Promise<Updater>;
  /** Calls back when a tray comes or goes, until the signal aborts. Resolves when the first answer is known. Linux only. */
  readonly followTrayHost: (onChange: (hasHost: boolean) => void, signal: AbortSignal) => Promise<void>;
  /** The desktop's own service, which puts an update in its place; `null`: Electron's. Asked on Linux alone. */
  readonly openNotifier: () => Promise<Notifier | null>;
}

export interface ShellParts {
  readonly application: Pick<Application, 'snapshots' | 'show' | 'alarms' | 'reportIncident'>;
  /** `null` where there is none, or it is destroyed. */
  readonly window: () => BrowserWindow | null;
  /** Brings the window to the front, wherever it is. */
  readonly show: () => void;
  /** Ends the program, in order. */
  readonly quit: () => void;
}

export interface Shell {
  /** What the application is composed with. */
  readonly ports: { readonly desktop: Desktop; readonly notifier: Notifier; readonly resolveProxy: ResolveProxy };
  /** When the application is open. Once. */
  mount(parts: ShellParts): void;
  /** For each window that is made. */
  attach(window: BrowserWindow): void;
  /** The program ends for an update, which starts it anew. */
  isUpdating(): boolean;
  /** From here on closing a window closes it. */
  markQuitting(): void;
  /** Idempotent; before the application is stopped. */
  close(): void;
}

export type CreateShell = (options: ShellOptions) => Promise<Shell>;

/** When Electron is ready. */
export async function createShell(options: ShellOptions, dependencies: ShellDependencies): Promise<Shell> {
  const { dataDir, env, args, wall, buildFolder } = options;
  const { platform } = dependencies;
  const isLinux = platform !== 'darwin' && platform !== 'win32';
  const closeController = new AbortController();
  const changes = new ChangeSignal();
  let location = trayLocation(platform, false);
  let parts: ShellParts | null = null;
  let indicators: ShellIndicators | null = null;
  if (isLinux) await dependencies.followTrayHost(setTrayHost, closeController.signal);
  const preferences = new DesktopPreferenceStore(dataDir);
  // Once for each version: people choose programs for links as well. A checkout would register the bare Electron.
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
    feed: updateFeed({ dataDir, env, platform, isPackaged: app.isPackaged }),
    openUpdater: dependencies.openUpdater,
    async writeConfig(text) {
      const path = join(dataDir, 'updates-asked.json');
      await writeFileAtomically(path, text);
      return path;
    },
    saveRestart: (version) =>
      saveRestartArguments(defaultDataDirectory(env, platform), { version, at: Date.now(), args }),
    now: Date.now,
    onChange: () => changes.notify(),
    quit(then) {
      isUpdating = true;
      // Nothing runs any more by then, and the new program must find the data folder free.
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
  const notifier = (isLinux ? await dependencies.openNotifier() : null) ?? createElectronNotifier(Notification);

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
    openLogs: () => void desktop.openLogs().catch(reportFailure('shell.openLogs')),
    about: () => app.showAboutPanel(),
    quit: () => parts?.quit(),
  };

  /** Of the profile whose state stands in the tray; of none, where none is open. */
  async function testAlarm(): Promise<void> {
    for await (const { snapshot } of parts?.application.snapshots(closeController.signal) ?? []) {
      const first = snapshot.watches.find(({ profile }) => !profile.practice) ?? snapshot.watches[0];
      if (first !== undefined) await parts?.application.alarms(first.watch).test();
      return;
    }
  }

  async function followState(application: ShellParts['application'], shown: ShellIndicators): Promise<void> {
    for await (const { snapshot } of application.snapshots(closeController.signal)) {
      shown.show(shellView(snapshot, clockTime));
      isWatched = snapshot.watches.some(({ profile }) => !profile.practice);
      updateKeepAwake();
    }
  }
  async function followPreferences(): Promise<void> {
    while (!closeController.signal.aborted) {
      updateKeepAwake();
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await changes.changedSince(changes.revision, closeController.signal).catch(() => undefined);
    }
  }
  /** The panel came, or went. */
  function setTrayHost(hasTrayHost: boolean): void {
    location = trayLocation(platform, hasTrayHost);
    indicators?.setLocation(location);
    const window = parts?.window() ?? null;
    // Nothing would lead back to it.
    if (location === 'taskbar' && window !== null && !window.isVisible() && !window.isMinimized()) {
      window.showInactive();
      window.minimize();
    }
    changes.notify();
  }
  function updateKeepAwake(): void {
    awake.set(!closeController.signal.aborted && isWatched && preferences.current.keepsAwake);
  }

  return {
    ports: {
      desktop,
      notifier: {
        show: (notice) => notifier.show(notice),
        withdraw: (alarm) => notifier.withdraw(alarm),
        onOpened: (listener) => {
          notifier.onOpened((alarm) => {
            parts?.show();
            if (alarm !== CLOSED_NOTICE_ID) listener(alarm);
          });
        },
        close: () => notifier.close(),
      },
      resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    },
    mount(mounted) {
      parts = mounted;
      app.setAboutPanelOptions(aboutPanel(about, join(pictures, 'png', '256x256.png')));
      Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(actions, { platform, isDevelopment: !app.isPackaged })));
      // A click on one of a former run says no more than that.
      if (platform === 'win32') Notification.handleActivation(() => mounted.show());
      // A click on the Dock, where nothing else brings a hidden window back.
      app.on('activate', mounted.show);
      indicators = new ShellIndicators({
        location,
        platform,
        desktop: env['XDG_CURRENT_DESKTOP'] ?? '',
        iconFolder: join(pictures, 'tray'),
        actions,
        window: mounted.window,
      });
      void followPreferences();
      followState(mounted.application, indicators).catch(reportFailure('shell.follow'));
    },
    attach(window) {
      // The page says its own state; what stands here is known where the page is gone, too.
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

/** As this computer's clock shows it; with its day, where that is another. */
function clockTime(at: number): string {
  const day =
    new Date(at).toDateString() === new Date().toDateString() ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Opens the backend, its window and what depends on both. The backend runs on while the page is reloaded. */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { app, type BrowserWindow, dialog, type Display, net, powerMonitor, screen, session } from 'electron';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { OpenedApplication } from '../compose.ts';
import type { ExportSource } from '../web/export-response.ts';
import { readBuiltPage } from '../web/static-files.ts';
import { errorWords, skippedProfileWords } from '../../../src-shared/words/error-words.ts';
import type { FollowSession } from './desktop-shutdown.ts';
import { KEYCHAIN_PROCESS_NAME } from './keychain-process.ts';
import { keepPageAlive } from './window/page-watchdog.ts';
import { refuseClientCertificates, restrictPermissions } from './permissions.ts';
import { openRendererPipe } from './pipe/renderer-pipe.ts';
import { type OpenRequest, requireDeepLink } from './second-instance.ts';
import { serveAppScheme } from './serve-app-scheme.ts';
import type { Shell } from './shell/shell.ts';
import { watchWakeSignals } from './wake-signals.ts';
import { restHiddenPage } from './window/resting-page.ts';
import { restoredWindowState } from './window/window-bounds.ts';
import { persistWindowState, readWindowState } from './window/window-state.ts';
import { makeWindow, pageAddress, showWhenDrawn } from './window/window.ts';

export interface OpenDesktop {
  /** Brings the window to the front and shows what was requested, or a dialog if that is impossible. Never rejects. */
  handleRequest(readRequest: () => OpenRequest): Promise<void>;
  /** Idempotent; starts immediately; never rejects. */
  stop(): Promise<void>;
  /** Logs an error that no code caught, then stops everything in order. */
  crash(error: unknown): Promise<void>;
}

interface DesktopOptions {
  readonly createShell: () => Promise<Shell>;
  readonly openApplication: (ports: Shell['ports']) => Promise<OpenedApplication>;
  readonly followSession: FollowSession;
  readonly buildFolder: string;
  readonly dataDir: string;
  readonly wall: boolean;
  readonly link: string | null;
}

export async function openDesktop(options: DesktopOptions): Promise<OpenDesktop> {
  const { buildFolder, dataDir, wall } = options;
  const stopController = new AbortController();
  refuseClientCertificates(app);
  restrictPermissions(session.defaultSession);
  let exports: ExportSource | null = null;
  serveAppScheme(session.defaultSession.protocol, await readBuiltPage(join(buildFolder, 'renderer')), () => exports);
  const shell = await options.createShell();
  const opened = await options.openApplication(shell.ports);
  exports = opened.exports;
  const { application, clock, log } = opened;
  for (const warning of opened.warnings) process.stderr.write(`${skippedProfileWords(warning)}\n`);
  const pipe = openRendererPipe(application);

  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= stopAll();
    return stopped;
  };
  async function stopAll(): Promise<void> {
    stopController.abort(new Error('the desktop app is closing'));
    shell.markQuitting();
    shell.close();
    pipe.close();
    try {
      await opened.stop();
    } catch (error) {
      process.stderr.write(`${inspect(error)}\n`);
    }
  }

  try {
    const { window, loadPage, shown } = openWindow();
    shell.mount({
      application,
      window: () => (window.isDestroyed() ? null : window),
      show: () => bringToFront(window),
      quit: () => app.quit(),
    });
    shell.attach(window);
    // Before `followSession`: on Linux Electron delays no shutdown if the first listener of `powerMonitor` is for
    // `shutdown`.
    void watchWakeSignals({ powerMonitor, net, clock, log, onWake: () => application.wakeUp() }, stopController.signal);
    options.followSession({ powerMonitor, window, stop });
    app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
      if (name !== KEYCHAIN_PROCESS_NAME) log.warn('an Electron process stopped', { type, name, reason, exitCode });
    });
    await loadPage();
    await shown;
    const { link } = options;
    if (link !== null) await handleRequest(window, () => ({ named: {}, link: requireDeepLink(link) }));
    return {
      handleRequest: (request) => handleRequest(window, request),
      stop,
      crash(error) {
        log.error('an unexpected error stops the desktop app', { error });
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }

  function openWindow() {
    const [primary, ...others] = currentScreens();
    const state = restoredWindowState(readWindowState(dataDir), [primary, ...others]);
    const window = makeWindow({
      preload: join(buildFolder, 'preload', 'index.cjs'),
      // Windows and macOS take the icon from the program file. On Linux an AppImage brings none.
      icon: process.platform === 'linux' ? join(buildFolder, '..', 'build', 'icons', 'png', '256x256.png') : null,
      state,
      mayOpenOutside: (address) => application.isOwnLinkAddress(address),
    });
    const shown = showWhenDrawn(window, { state, wall }, clock, stopController.signal);
    const { signal: stopSignal } = stopController;
    const endProcess = (pid: number) => process.kill(pid, 'SIGKILL');
    const { pages } = application;
    const { isResting } = restHiddenPage({ window, pages, clock, log, stopSignal, endProcess });
    const loadPage = keepPageAlive({ window, address: pageAddress({ wall }), clock, log, stopSignal, isResting });
    // A wall window is placed for the wall; its position must not become the one for normal work.
    if (!wall) persistWindowState(window, { dataDir, clock, log, stopSignal });
    return { window, loadPage, shown };
  }

  async function handleRequest(window: BrowserWindow, readRequest: () => OpenRequest): Promise<void> {
    if (stopController.signal.aborted) return;
    bringToFront(window);
    try {
      const { named, link } = readRequest();
      const profile = await opened.watchSelection(named);
      if (stopController.signal.aborted) return;
      if (profile !== null) application.show({ kind: 'screen', screen: 'watch' }, profile);
      if (link !== null) application.show(link.target, link.profile);
    } catch (error) {
      showError(window, error);
    }
  }

  /** Not awaited, because the backend runs in this process and must go on. */
  function showError(window: BrowserWindow, error: unknown): void {
    if (stopController.signal.aborted || window.isDestroyed()) return;
    const isExpected = error instanceof AppError;
    if (!isExpected) log.error('the request of a second start failed', { error });
    const detail = isExpected ? errorWords(error.data, 'terminal') : 'Unexpected error. See the log.';
    void dialog.showMessageBox(window, { type: 'error', message: 'Watchfloor cannot open this', detail });
  }
}

/** The click may come while the window is closing. */
function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function currentScreens(): readonly [Display, ...Display[]] {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
}

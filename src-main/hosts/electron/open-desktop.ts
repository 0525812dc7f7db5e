/**
 * The desktop app once Electron is ready: the backend, its window and what follows the two. One backend for as long as
 * the program runs; the page may come and go.
 */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { app, type BrowserWindow, dialog, type Display, net, powerMonitor, screen, session } from 'electron';
import { AppError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { Application } from '../../core/api/procedures.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { ExportSource } from '../web/export-response.ts';
import { readBuiltPage } from '../web/static-files.ts';
import { errorWords, skippedProfileWords } from '../words.ts';
import type { DesktopArguments } from './arguments.ts';
import { stopOnSessionEnd } from './desktop-shutdown.ts';
import { KEYCHAIN_PROCESS_NAME } from './keychain-process.ts';
import { keepPageAlive } from './page-watchdog.ts';
import { restrictPermissions } from './permissions.ts';
import { openRendererPipe } from './renderer-pipe.ts';
import { type OpenRequest, requireDeepLink } from './second-instance.ts';
import { serveAppScheme } from './serve-app-scheme.ts';
import type { Shell } from './shell.ts';
import { watchWakeSignals } from './wake-signals.ts';
import { restoredWindowState } from './window-bounds.ts';
import { persistWindowState, readWindowState } from './window-state.ts';
import { makeWindow, pageAddress, showWhenDrawn } from './window.ts';

/** What a start names to be watched. */
export type StartSelection = Pick<DesktopArguments, 'profile' | 'replaceProfile' | 'practice'>;

export interface OpenedApplication {
  readonly application: Application & {
    /** The computer woke, or its network is back. */
    wakeUp(): void;
  };
  readonly exports: ExportSource | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Kept profiles that were passed over. */
  readonly warnings: readonly AppErrorData[];
  /** What a later start names, beside what is open. `null` where it names nothing. @throws AppError */
  watchSelection(selection: StartSelection): Promise<ProfileId | null>;
  /** Idempotent; resolves when the store is closed. */
  stop(): Promise<unknown>;
}

export interface OpenDesktop {
  /** Brings the window to the front and goes where somebody wants to be; what cannot be is told there. Never rejects. */
  handleRequest(readRequest: () => OpenRequest): Promise<void>;
  /** Idempotent; begins at once; never rejects. */
  stop(): Promise<void>;
  /** Of a bug that nobody caught: it is in the log, and all ends in order. */
  crash(error: unknown): Promise<void>;
}

interface DesktopOptions {
  readonly createShell: () => Promise<Shell>;
  readonly openApplication: (ports: Shell['ports']) => Promise<OpenedApplication>;
  /** Folder of the build, which holds `preload` and `renderer`. */
  readonly buildFolder: string;
  readonly dataDir: string;
  readonly wall: boolean;
  /** As it was written. */
  readonly link: string | null;
}

export async function openDesktop(options: DesktopOptions): Promise<OpenDesktop> {
  const { buildFolder, dataDir, wall } = options;
  const stopController = new AbortController();
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
    stopController.abort(new Error('the desktop app ends'));
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
    // Before `endWithSession`: Electron for Linux holds no shutdown for whose first listener is one of `shutdown`.
    void watchWakeSignals({ powerMonitor, net, clock, log, onWake: () => application.wakeUp() }, stopController.signal);
    stopOnSessionEnd({ app, stop }, powerMonitor, window);
    app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
      // Its process is killed after each call, also after one that went well.
      if (name !== KEYCHAIN_PROCESS_NAME) log.warn('a process of Electron stopped', { type, name, reason, exitCode });
    });
    await loadPage();
    await shown;
    const { link } = options;
    if (link !== null) await handleRequest(window, () => ({ named: {}, link: requireDeepLink(link) }));
    return {
      handleRequest: (wanted) => handleRequest(window, wanted),
      stop,
      crash(error) {
        log.error('a bug ends the desktop app', { error });
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
      // Windows and macOS have it in the program itself; a Linux desktop knows it where an installer put it, and no AppImage.
      icon: process.platform === 'linux' ? join(buildFolder, '..', 'build', 'icons', 'png', '256x256.png') : null,
      state,
    });
    const shown = showWhenDrawn(window, { state, wall }, clock, stopController.signal);
    const loadPage = keepPageAlive({
      window,
      address: pageAddress({ wall }),
      clock,
      log,
      stopSignal: stopController.signal,
    });
    // A wall stands where it was put, and is no place that anybody chose for their work.
    if (!wall) persistWindowState(window, { dataDir, clock, log, stopSignal: stopController.signal });
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

  /** Beside the page, and without waiting: the backend lives in this process. */
  function showError(window: BrowserWindow, error: unknown): void {
    if (stopController.signal.aborted || window.isDestroyed()) return;
    const isExpected = error instanceof AppError;
    if (!isExpected) log.error('what a second start wanted failed', { error });
    const detail = isExpected ? errorWords(error.data) : 'Something went wrong. The log says what.';
    void dialog.showMessageBox(window, { type: 'error', message: 'Watchfloor cannot show that', detail });
  }
}

/** A click may come when the window is on its way out. */
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

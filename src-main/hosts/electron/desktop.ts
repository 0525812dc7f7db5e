/**
 * The desktop app's life: what must be said before Electron is ready, what is opened when it is, and how all of it
 * ends. Chooses nothing of the backend; `openApplication` composes that.
 */
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import { AppError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { Application } from '../../core/api/procedures.ts';
import { APP_SCHEME } from './app-address.ts';
import { desktopArguments, type DesktopArguments } from './arguments.ts';
import { openWindow } from './window.ts';
import { defaultDataDirectory, makeDataFolder } from '../data-directory.ts';
import type { GivenExports } from '../web/export-answer.ts';
import { readBuiltPage } from '../web/static-files.ts';
import { errorWords, passedOver } from '../words.ts';
import { restrictPermissions } from './permissions.ts';
import { openRendererPipe } from './renderer-pipe.ts';
import { serveAppScheme } from './serve-app-scheme.ts';

interface OpenedApplication {
  readonly application: Application;
  readonly exports: GivenExports | null;
  /** Kept profiles that were passed over. */
  readonly warnings: readonly AppErrorData[];
  /** Idempotent; resolves when the store is closed. */
  stop(): Promise<unknown>;
}

export interface DesktopSurroundings {
  readonly openApplication: (options: {
    readonly dataDir: string;
    /** Path of a profile file. */
    readonly profile?: string;
    readonly replaceProfile?: true;
    /** Name of a scenario; `true` for the default one. */
    readonly practice?: string | true;
    /** Secrets are kept under a key from this file. */
    readonly vaultKeyFile?: string;
  }) => Promise<OpenedApplication>;
  /** The command line without the executable. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the build, which holds `preload` and `renderer`. */
  readonly buildFolder: string;
}

/** Returns at once: Electron becomes ready only after its entry module has run to its end. */
export function runDesktop(surroundings: DesktopSurroundings): void {
  app.enableSandbox();
  // Chromium makes "en-US@posix" of these, a locale that Intl refuses.
  if (hasNoLocale(surroundings.env)) app.commandLine.appendSwitch('lang', 'en-US');
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);

  let choice: DesktopArguments;
  let dataDir: string;
  try {
    choice = desktopArguments(surroundings.argv);
    dataDir = choice.dataDir === undefined ? defaultDataDirectory(surroundings.env) : resolve(choice.dataDir);
    keepFilesIn(dataDir);
  } catch (error) {
    fail(error);
    return;
  }
  // Locks the data folder: two data folders may be open side by side, one never twice.
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }

  const desktop = app.whenReady().then(() => openDesktop(surroundings, { ...choice, dataDir }));
  desktop.catch(fail);
  app.on('second-instance', () => void desktop.then(({ window }) => bringToFront(window), ignore));
  app.on('window-all-closed', () => app.quit());

  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void desktop
      .then(({ stop }) => stop())
      .catch((error: unknown) => process.stderr.write(`${inspect(error)}\n`))
      .finally(() => {
        stopped = true;
        app.quit();
      });
  });
}

async function openDesktop(
  { openApplication, buildFolder }: DesktopSurroundings,
  choice: DesktopArguments & { readonly dataDir: string },
): Promise<{ window: BrowserWindow; stop: () => Promise<unknown> }> {
  restrictPermissions(session.defaultSession);
  let exports: GivenExports | null = null;
  serveAppScheme(session.defaultSession.protocol, await readBuiltPage(join(buildFolder, 'renderer')), () => exports);
  const opened = await openApplication(choice);
  exports = opened.exports;
  for (const warning of opened.warnings) process.stderr.write(`${passedOver(warning)}\n`);
  const pipe = openRendererPipe(opened.application);
  const stop = () => {
    pipe.close();
    return opened.stop();
  };
  try {
    return { window: await openWindow(join(buildFolder, 'preload', 'index.cjs')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws AppError STORE_UNWRITABLE */
function keepFilesIn(dataDir: string): void {
  // Chromium's own files stay out of the folder that holds the stores. Electron refuses a path that is not there.
  const chromium = makeDataFolder(dataDir, 'chromium');
  app.setPath('userData', dataDir);
  app.setPath('sessionData', chromium);
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

function hasNoLocale(env: DesktopSurroundings['env']): boolean {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^(C|POSIX)(\.|$)/.test(locale);
}

/** An expected failure has its own sentence; anything else is a bug, and goes to stderr whole. */
function fail(error: unknown): void {
  const isExpected = error instanceof AppError;
  if (!isExpected) process.stderr.write(`${inspect(error)}\n`);
  dialog.showErrorBox(
    'Watchfloor cannot start',
    isExpected ? errorWords(error.data) : 'Something went wrong at the start.',
  );
  app.exit(1);
}

function ignore(): void {
  // The failure is told where it happened.
}

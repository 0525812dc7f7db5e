/**
 * The desktop app's life: what must be said before Electron is ready, who may start a second one, and how a start fails.
 * Chooses nothing of the backend; `openApplication` composes that.
 */
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { app, crashReporter, dialog, protocol } from 'electron';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { defaultDataDirectory, makeDataFolder } from '../data-directory.ts';
import { packageVersion } from '../package-version.ts';
import { errorWords } from '../words.ts';
import { APP_SCHEME } from './app-address.ts';
import { formatArguments, chromiumSwitches, desktopArguments, type DesktopArguments } from './arguments.ts';
import { tryRecordCrashRestart } from './crash-restarts.ts';
import { stopOnQuit } from './desktop-shutdown.ts';
import { type StartSelection, openDesktop, type OpenDesktop, type OpenedApplication } from './open-desktop.ts';
import { consumeRestartArguments } from './restart-arguments.ts';
import {
  ownStartArguments,
  type SecondInstance,
  type OpenRequest,
  readOpenRequest,
  requireDeepLink,
} from './second-instance.ts';
import type { CreateShell, Shell } from './shell.ts';
import { type RelaunchOptions, createRelauncher } from './relaunch.ts';
import { formatStartupLine, STARTUP_REPORT_VARIABLE, type StartupMessage } from './startup-messages.ts';

export interface DesktopDependencies {
  readonly openApplication: (
    options: StartSelection & {
      readonly dataDir: string;
      /** Secrets are kept under a key from this file. */
      readonly vaultKeyFile?: string;
    } & Shell['ports'],
  ) => Promise<OpenedApplication>;
  readonly createShell: CreateShell;
  /** The command line without the executable, and where it was typed. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the build, which holds `preload` and `renderer`. */
  readonly buildFolder: string;
  /** For a start after this one. */
  readonly entry: RelaunchOptions['entry'];
  readonly startProgram: RelaunchOptions['startProgram'];
  /** Tells of a bug that nobody caught. */
  readonly process: {
    on(event: 'uncaughtException' | 'unhandledRejection', listener: (fault: unknown) => void): unknown;
  };
}

/** What is to be stored is stored within it; a bug may have broken what would say so. */
const CRASH_STOP_TIMEOUT_MS = 5_000;

/** Returns at once: Electron becomes ready only after its entry module has run to its end. */
export function runDesktop(dependencies: DesktopDependencies): void {
  const { openApplication, createShell, argv, cwd, env, buildFolder } = dependencies;
  const reportStartup = startupReporter(env);
  // Asked before it is enabled, which takes the switch away; ELECTRON_DISABLE_SANDBOX sets it, too.
  const isSandboxDisabled = app.commandLine.hasSwitch('no-sandbox');
  if (!isSandboxDisabled) app.enableSandbox();
  // Chromium makes "en-US@posix" of these, a locale that Intl refuses.
  if (hasNoLocale(env)) app.commandLine.appendSwitch('lang', 'en-US');
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);

  let choice: DesktopArguments;
  let dataDir: string;
  try {
    choice = readDesktopArguments(argv, env);
    dataDir = choice.dataDir === undefined ? defaultDataDirectory(env) : resolve(cwd, choice.dataDir);
    setDataFolder(dataDir);
    if (app.isPackaged) refuseUnprotectedPage(isSandboxDisabled);
  } catch (error) {
    // On Linux a dialog before Electron is ready is a line on stderr, which nobody sees who clicked an icon.
    void app.whenReady().then(() => fail(error, reportStartup));
    return;
  }
  // Locks the data folder: two data folders may be open side by side, one never twice.
  const here: SecondInstance = { argv: [...argv], cwd };
  if (!app.requestSingleInstanceLock(here)) {
    if (!isLockedByAnother(dataDir)) {
      const words = `The disk of ${dataDir} cannot lock a folder, since it has no symbolic links. Name a folder on another disk with --data-dir.`;
      void app.whenReady().then(() => fail(appError('BAD_ARGUMENT', { words }), reportStartup));
      return;
    }
    reportStartup('handed-over');
    app.quit();
    return;
  }

  const { wall, link, dataDir: _, ...named } = choice;
  const restartOptions = toRestartOptions(choice, { dataDir, cwd });
  const switches = chromiumSwitches(argv);
  const relaunchArguments = (): string[] => [...switches, ...formatArguments(restartOptions, cwd)];
  let shell: Shell | null = null;
  const desktop = app.whenReady().then(() =>
    openDesktop({
      createShell: async () =>
        (shell = await createShell({ dataDir, args: relaunchArguments(), env, wall: wall === true, buildFolder })),
      openApplication: (ports) => openApplication({ ...named, ...ports, dataDir }),
      buildFolder,
      dataDir,
      wall: wall === true,
      link: link ?? null,
    }),
  );
  let isOpen = false;
  async function reportWhenOpen(): Promise<void> {
    try {
      await desktop;
      isOpen = true;
      reportStartup('window');
    } catch (error) {
      fail(error, reportStartup);
    }
  }
  void reportWhenOpen();

  const relauncher = createRelauncher({ app, env, entry: dependencies.entry, startProgram: dependencies.startProgram });
  let isQuitting = false;
  /** @param args of another start that would do it */
  function handleOpenRequest(readRequest: () => OpenRequest, args: () => string[]): void {
    // Who asked has ended, or takes us for running: what ends would leave nobody who watches.
    if (isQuitting && shell?.isUpdating() !== true) relauncher.afterExit([...switches, ...args()]);
    else void desktop.then((open) => open.handleRequest(readRequest)).catch(ignore);
  }
  app.on('second-instance', (_event, _argv, _cwd, sent) =>
    handleOpenRequest(
      () => readOpenRequest(sent),
      () => ownStartArguments(sent, restartOptions),
    ),
  );
  // macOS hands a link over by itself, a start with one among them: before the window is there it waits for it.
  app.on('open-url', (event, text) => {
    event.preventDefault();
    handleOpenRequest(
      () => ({ named: {}, link: requireDeepLink(text) }),
      () => formatArguments({ ...restartOptions, link: text }, cwd),
    );
  });
  app.on('activate', () =>
    handleOpenRequest(
      () => ({ named: {}, link: null }),
      () => formatArguments(restartOptions, cwd),
    ),
  );
  let crashing: Promise<void> | null = null;
  async function crash(fault: unknown): Promise<void> {
    const inOrder = desktop.then((open) => open.crash(fault)).catch(ignore);
    isQuitting = true;
    await Promise.race([inOrder, sleep(CRASH_STOP_TIMEOUT_MS)]);
    // Who started one that never opened takes over itself.
    if (isOpen && (await tryRecordCrashRestart(dataDir, Date.now()))) relauncher.immediately(relaunchArguments());
    else
      dialog.showErrorBox('Watchfloor stopped', 'It met a bug of its own, and nobody is watching now. Start it again.');
    app.exit(1);
  }
  // Electron's own answer to the one is a dialog that halts the process and then goes on with whatever is left of it, to
  // the other a line on a stderr that no installed app has.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    dependencies.process.on(event, (error) => {
      process.stderr.write(`${inspect(error)}\n`);
      crashing ??= crash(error);
    });
  stopOnQuit({
    app,
    stop() {
      isQuitting = true;
      return desktop.then((open: OpenDesktop) => open.stop()).catch(ignore);
    },
  });
}

/** @throws AppError BAD_ARGUMENT */
function readDesktopArguments(argv: readonly string[], env: DesktopDependencies['env']): DesktopArguments {
  const options = desktopArguments(argv);
  if (!app.isPackaged || Object.keys(options).length > 0) return options;
  const restartArguments = consumeRestartArguments(defaultDataDirectory(env), {
    version: packageVersion(),
    at: Date.now(),
  });
  return desktopArguments(restartArguments);
}

/** Another start that is the same, with whole paths: what was to be watched is kept by then. */
function toRestartOptions(
  { dataDir, vaultKeyFile, wall }: DesktopArguments,
  where: { readonly dataDir: string; readonly cwd: string },
): DesktopArguments {
  return {
    ...(dataDir !== undefined && { dataDir: where.dataDir }),
    ...(vaultKeyFile !== undefined && { vaultKeyFile: resolve(where.cwd, vaultKeyFile) }),
    ...(wall !== undefined && { wall }),
  };
}

/**
 * An AppImage starts itself without Chromium's sandbox, and says nothing, where the computer does not allow it. A port for
 * debugging gives everything that the page is told to every program of this computer.
 * @throws AppError BAD_ARGUMENT
 */
function refuseUnprotectedPage(isSandboxDisabled: boolean): void {
  if (isSandboxDisabled)
    throw appError('BAD_ARGUMENT', {
      words:
        "This computer does not allow Chromium's sandbox, and Watchfloor shows texts from outside only within it. " +
        'Install the deb or rpm package, or allow user namespaces.',
    });
  const { commandLine } = app;
  if (commandLine.hasSwitch('remote-debugging-port') || commandLine.hasSwitch('remote-debugging-pipe'))
    throw appError('BAD_ARGUMENT', {
      words: 'Watchfloor cannot be debugged from outside. Start it without that switch.',
    });
}

/** @throws AppError STORE_UNWRITABLE */
function setDataFolder(dataDir: string): void {
  // Chromium's own files stay out of the folder that holds the stores. Electron refuses a path that is not there.
  const chromium = makeDataFolder(dataDir, 'chromium');
  app.setPath('userData', dataDir);
  app.setPath('sessionData', chromium);
  app.setPath('crashDumps', makeDataFolder(dataDir, 'crashes'));
  // Of what no program can catch, such as a fault in native code. Sent to nobody.
  crashReporter.start({ uploadToServer: false });
}

/** A refusal says that Chromium's lock could not be had, and not why. Windows locks without a file. */
function isLockedByAnother(dataDir: string): boolean {
  if (process.platform === 'win32') return true;
  return lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined;
}

function hasNoLocale(env: DesktopDependencies['env']): boolean {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^(C|POSIX)(\.|$)/.test(locale);
}

/** Says nothing where nobody waits for it. */
function startupReporter(env: DesktopDependencies['env']): (word: StartupMessage) => void {
  if (env[STARTUP_REPORT_VARIABLE] !== '1') return ignore;
  return (word) => process.stdout.write(formatStartupLine(word));
}

/** An expected failure has its own sentence; anything else is a bug, and goes to stderr whole. */
function fail(error: unknown, reportStartup: (word: StartupMessage) => void): void {
  if (error instanceof AppError) {
    reportStartup('told');
    dialog.showErrorBox('Watchfloor cannot start', errorWords(error.data));
  } else {
    process.stderr.write(`${inspect(error)}\n`);
    // Where somebody waits for a word, another host takes over: a dialog would keep it waiting.
    if (reportStartup === ignore) dialog.showErrorBox('Watchfloor cannot start', 'Something went wrong at the start.');
  }
  app.exit(1);
}

function ignore(): void {
  // The failure is told where it happened.
}

/** Runs the desktop app: setup before Electron is ready, the single-instance lock, failures at the start, crashes. */
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { app, crashReporter, dialog, protocol } from 'electron';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { chosenDataDirectory, makeDataFolder, standardDataDirectory } from '../data-directory.ts';
import { packageVersion } from '../package-version.ts';
import { errorWords } from '../../../src-shared/words/error-words.ts';
import { APP_SCHEME } from './app-address.ts';
import { formatArguments, chromiumSwitches, desktopArguments, type DesktopArguments } from './arguments.ts';
import { tryRecordCrashRestart } from './crash-restarts.ts';
import { stopOnQuit } from './desktop-shutdown.ts';
import type { OpenedApplication, StartSelection } from '../compose.ts';
import { openDesktop, type OpenDesktop } from './open-desktop.ts';
import { consumeRestartArguments } from './restart-arguments.ts';
import {
  ownStartArguments,
  type SecondInstance,
  type OpenRequest,
  readOpenRequest,
  requireDeepLink,
} from './second-instance.ts';
import type { CreateShell, Shell } from './shell/shell.ts';
import { type RelaunchOptions, createRelauncher } from './relaunch.ts';
import { formatStartupLine, STARTUP_REPORT_VARIABLE, type StartupMessage } from './startup-messages.ts';

export interface DesktopDependencies {
  readonly openApplication: (
    options: StartSelection & {
      readonly dataDir: string;
      readonly vaultKeyFile?: string;
    } & Shell['ports'],
  ) => Promise<OpenedApplication>;
  readonly createShell: CreateShell;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly buildFolder: string;
  readonly entry: RelaunchOptions['entry'];
  readonly startProgram: RelaunchOptions['startProgram'];
  readonly process: {
    on(event: 'uncaughtException' | 'unhandledRejection', listener: (fault: unknown) => void): unknown;
  };
}

/** Time for the backend to store its data. The bug may have broken the code that reports the end. */
const CRASH_STOP_TIMEOUT_MS = 5_000;

/** Returns immediately: Electron becomes ready only after its entry module has finished. */
export function runDesktop(dependencies: DesktopDependencies): void {
  const { openApplication, createShell, argv, cwd, env, buildFolder } = dependencies;
  const reportStartup = startupReporter(env);
  // Read before `enableSandbox`, which removes the switch. ELECTRON_DISABLE_SANDBOX sets it, too.
  const isSandboxDisabled = app.commandLine.hasSwitch('no-sandbox');
  if (!isSandboxDisabled) app.enableSandbox();
  // Chromium turns these into "en-US@posix", a locale that Intl refuses.
  if (hasNoLocale(env)) app.commandLine.appendSwitch('lang', 'en-US');
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);

  let choice: DesktopArguments;
  let dataDir: string;
  try {
    choice = readDesktopArguments(argv, env);
    dataDir =
      choice.dataDir === undefined ? standardDataDirectory(env, process.platform) : resolve(cwd, choice.dataDir);
    setDataFolder(dataDir);
    if (app.isPackaged) refuseUnprotectedPage(isSandboxDisabled);
  } catch (error) {
    // Before Electron is ready, a dialog on Linux is only a line on stderr, which no desktop user sees.
    void app.whenReady().then(() => fail(error, reportStartup));
    return;
  }
  // Locks the data folder: two data folders can be open at the same time, but each only once.
  const here: SecondInstance = { argv: [...argv], cwd };
  if (!app.requestSingleInstanceLock(here)) {
    if (!isLockedByAnother(dataDir)) {
      const words = `The disk of ${dataDir} has no symbolic links, so the folder cannot be locked. Name a folder on another disk with --data-dir.`;
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
  const relauncher = createRelauncher({ app, env, entry: dependencies.entry, startProgram: dependencies.startProgram });
  let isQuitting = false;
  const followSession = stopOnQuit({
    app,
    stop() {
      isQuitting = true;
      return desktop.then((open: OpenDesktop) => open.stop()).catch(ignore);
    },
    restart() {
      relauncher.afterExit(relaunchArguments());
      app.quit();
    },
  });
  let shell: Shell | null = null;
  const desktop = app.whenReady().then(() =>
    openDesktop({
      createShell: async () =>
        (shell = await createShell({ dataDir, args: relaunchArguments(), env, wall: wall === true, buildFolder })),
      openApplication: (ports) => openApplication({ ...named, ...ports, dataDir }),
      followSession,
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

  /** @param args arguments of a new start with the same effect */
  function handleOpenRequest(readRequest: () => OpenRequest, args: () => string[]): void {
    // The second start has ended or relies on this one. If this one is quitting, a new start must follow.
    if (isQuitting && shell?.isUpdating() !== true) relauncher.afterExit([...switches, ...args()]);
    else void desktop.then((open) => open.handleRequest(readRequest)).catch(ignore);
  }
  app.on('second-instance', (_event, _argv, _cwd, sent) =>
    handleOpenRequest(
      () => readOpenRequest(sent),
      () => ownStartArguments(sent, restartOptions),
    ),
  );
  // macOS delivers a link by an event, even at the start. The request waits until the window is open.
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
    // Restarts only if the window was open. Before that, the program that started this one takes over.
    if (isOpen && (await tryRecordCrashRestart(dataDir, Date.now()))) relauncher.immediately(relaunchArguments());
    else
      dialog.showErrorBox('Watchfloor stopped', 'It failed with an internal error. Not watching now. Start it again.');
    app.exit(1);
  }
  // Electron would show a dialog and continue in a broken state, or write to a stderr that an installed app lacks.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    dependencies.process.on(event, (error) => {
      process.stderr.write(`${inspect(error)}\n`);
      crashing ??= crash(error);
    });
}

/** @throws AppError BAD_ARGUMENT */
function readDesktopArguments(argv: readonly string[], env: DesktopDependencies['env']): DesktopArguments {
  const named = chosenDataDirectory(env);
  // The folder becomes an argument, so that it reaches the program that an update starts without this environment.
  const withFolder = (options: DesktopArguments): DesktopArguments =>
    named === undefined ? options : { dataDir: named, ...options };
  const options = desktopArguments(argv);
  if (!app.isPackaged || Object.keys(options).length > 0) return withFolder(options);
  const restartArguments = consumeRestartArguments(standardDataDirectory(env, process.platform), {
    version: packageVersion(),
    at: Date.now(),
  });
  return withFolder(desktopArguments(restartArguments));
}

/** Paths are absolute. Leaves out profile and Practice, because they are stored by then. */
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

/** An AppImage silently disables the sandbox. A debugging port gives every program all data of the page. */
function refuseUnprotectedPage(isSandboxDisabled: boolean): void {
  if (isSandboxDisabled)
    throw appError('BAD_ARGUMENT', {
      words:
        "This computer does not allow Chromium's sandbox, which Watchfloor needs to show received texts safely. " +
        'Install the deb or rpm package, or allow user namespaces.',
    });
  const { commandLine } = app;
  if (commandLine.hasSwitch('remote-debugging-port') || commandLine.hasSwitch('remote-debugging-pipe'))
    throw appError('BAD_ARGUMENT', {
      words: 'Watchfloor does not allow remote debugging. Start it without that switch.',
    });
}

/** @throws AppError STORE_UNWRITABLE */
function setDataFolder(dataDir: string): void {
  // Keeps Chromium's files out of the folder that holds the stores. Electron refuses a path that does not exist.
  const chromium = makeDataFolder(dataDir, 'chromium');
  app.setPath('userData', dataDir);
  app.setPath('sessionData', chromium);
  app.setPath('crashDumps', makeDataFolder(dataDir, 'crashes'));
  // Writes dumps of crashes that no program can catch, such as faults in native code. Never uploads them.
  crashReporter.start({ uploadToServer: false });
}

/** The failed request for Chromium's lock does not say why it failed. Windows locks without a file. */
function isLockedByAnother(dataDir: string): boolean {
  if (process.platform === 'win32') return true;
  return lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined;
}

function hasNoLocale(env: DesktopDependencies['env']): boolean {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^(C|POSIX)(\.|$)/.test(locale);
}

/** Returns a function that reports to the program that started this one; it does nothing if none waits. */
function startupReporter(env: DesktopDependencies['env']): (word: StartupMessage) => void {
  if (env[STARTUP_REPORT_VARIABLE] !== '1') return ignore;
  return (word) => process.stdout.write(formatStartupLine(word));
}

function fail(error: unknown, reportStartup: (word: StartupMessage) => void): void {
  if (error instanceof AppError) {
    reportStartup('told');
    dialog.showErrorBox('Watchfloor cannot start', errorWords(error.data, 'terminal'));
  } else {
    process.stderr.write(`${inspect(error)}\n`);
    // If a program waits for a report, another host takes over. A dialog would keep it waiting.
    if (reportStartup === ignore)
      dialog.showErrorBox('Watchfloor cannot start', 'An unexpected error occurred during startup.');
  }
  app.exit(1);
}

function ignore(): void {}

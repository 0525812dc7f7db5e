/**
 * Shared parts of the tests of the real desktop app: an app with its own data folder and, on Linux, its own session bus
 * with a tray and notifications. The tests cannot reach the desktop of the user.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, test as base } from '@playwright/test';
import { electronEnvironment } from '../../src-main/hosts/cli/collect/run-electron.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { installedProgram, NotificationService, TestBus, TrayWatcher } from '../support/session-bus.ts';
import { RunningProcess, Workplace } from '../support/command.ts';
import type { DisplayKind } from './plan.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(checkout, 'out/main/index.js');

function given(name: 'WATCHFLOOR_ELECTRON' | 'WATCHFLOOR_DISPLAY'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('Run this suite with npm run test:electron.');
  return value;
}

const binary = (): string => given('WATCHFLOOR_ELECTRON');
export const display = (): DisplayKind => given('WATCHFLOOR_DISPLAY') as DisplayKind;

/** Environment variables that a test gives to the app; undefined removes a variable. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A session bus for one test. Null on Windows, on macOS, and without `dbus-daemon`. */
export interface Bus {
  readonly address: string;
  readonly tray: TrayWatcher;
  readonly stop: () => Promise<void>;
}

export async function startBus(): Promise<Bus | null> {
  if (process.platform !== 'linux' || installedProgram('dbus-daemon') === null) return null;
  const bus = await TestBus.start();
  const tray = await TrayWatcher.on(bus.address);
  await NotificationService.on(bus.address);
  return {
    address: bus.address,
    tray,
    stop() {
      tray.stop();
      return bus.stop();
    },
  };
}

export function launch(
  { dataDir }: Workplace,
  bus: Bus | null,
  args: readonly string[] = ['--practice'],
  environment: Environment = {},
): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: binary(),
    cwd: checkout,
    args: [entry, ...args, '--data-dir', dataDir],
    // Playwright switches the sandbox off unless it is asked for.
    chromiumSandbox: true,
    env: defined(environmentOf(bus, environment)),
  });
}

interface Fixtures {
  workplace: Workplace;
  simulator: Simulator;
  /**
   * Arguments for a start that watches the simulator. The profile is kept and its secret is sealed with a key file, so
   * the app watches again after it restarts itself. It would not restart Practice.
   */
  watched: readonly string[];
  bus: Bus | null;
  /** Starts the app from the checkout on the data folder of `workplace`. Ends it after the test. */
  start: (args?: readonly string[], environment?: Environment) => Promise<ElectronApplication>;
  /** Starts the app or `npm start` as a process without the driver. Kills it after the test. */
  startOutside: (args: readonly string[], environment?: Environment, program?: 'npm') => RunningProcess;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  workplace: async ({}, use) => {
    const workplace = await Workplace.create();
    await use(workplace);
    await workplace.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  simulator: async ({}, use) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
    await use(simulator);
    await simulator.stop();
  },
  watched: async ({ workplace, simulator }, use) => {
    const keyFile = join(workplace.folder, 'vault-key');
    await writeFile(keyFile, randomBytes(48).toString('base64'), { mode: 0o600 });
    const args = ['--profile', await workplace.profile(simulator), '--vault-key-file', keyFile];
    const set = ['secret', 'set', ...args, '--data-dir', workplace.dataDir];
    expect(await workplace.runInProcess(set, {}, simulator.clients.basic.clientSecret).exit).toBe(0);
    await use(args);
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  bus: async ({}, use) => {
    const bus = await startBus();
    await use(bus);
    await bus?.stop();
  },
  start: async ({ workplace, bus }, use) => {
    const apps: ElectronApplication[] = [];
    await use(async (args, environment) => {
      const app = await launch(workplace, bus, args, environment);
      apps.push(app);
      return app;
    });
    // An app that has already ended cannot be closed.
    for (const app of apps) await app.close().catch(() => undefined);
  },
  startOutside: async ({ workplace, bus }, use) => {
    const started: RunningProcess[] = [];
    await use((args, environment = {}, program) => {
      const before = program === 'npm' ? ['start', '--'] : test.info().project.name === 'checkout' ? [entry] : [];
      // The data folder comes first, because the app reads no argument after a link.
      const all = [...before, '--data-dir', workplace.dataDir, ...args];
      const child = spawn(program ?? binary(), all, {
        env: environmentOf(bus, environment),
        cwd: checkout,
        // On Windows npm is a batch file.
        shell: program === 'npm',
      });
      const running = new RunningProcess(child);
      started.push(running);
      return running;
    });
    for (const one of started) one.process.kill('SIGKILL');
    await Promise.all(started.map(({ exit }) => exit));
    // A failed test may leave a process that npm or the app itself started.
    const left = holder(workplace);
    if (left !== null && isAlive(left)) process.kill(left, 'SIGKILL');
  },
});
export { expect };

function environmentOf(bus: Bus | null, more: Environment): NodeJS.ProcessEnv {
  return {
    ...electronEnvironment(process.env),
    DBUS_SESSION_BUS_ADDRESS: bus?.address,
    // On Wayland this folder holds the socket of the display; on X11 it would lead to the session bus of the user.
    ...(display() === 'x11' && { XDG_RUNTIME_DIR: undefined }),
    ...more,
  };
}

function defined(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Line that the app prints when its window is on the screen. The other lines are in `startup-messages.ts`. */
export const WINDOW = /^watchfloor-desktop: window$/m;

/**
 * Returns the text of the page, or '' while its process has crashed. Asks through Electron, because a request of the
 * driver counts as a user gesture.
 */
export function textOfPage(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents?.isCrashed() === false ? String(await contents.executeJavaScript('document.body.innerText')) : '';
  });
}

/** Returns why each stored session ended, oldest first; null for a running session. Empty before the store exists. */
export async function sessions(workplace: Workplace): Promise<unknown[]> {
  const spans = await workplace.coverage().catch(() => []);
  return spans.filter(({ type }) => type === 'session').map(({ to, reason }) => (to === null ? null : reason));
}

/**
 * Returns the process that holds the data folder, from the link that Chromium creates there; null if none does. Not on
 * Windows.
 */
export function holder({ dataDir }: Workplace): number | null {
  try {
    return Number(readlinkSync(join(dataDir, 'SingletonLock')).replace(/^.*-/, ''));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** True if Linux runs the process under the system call filter of Chromium's sandbox (`seccomp`, mode 2). */
export function isFiltered(pid: number): boolean {
  return /^Seccomp:\t2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

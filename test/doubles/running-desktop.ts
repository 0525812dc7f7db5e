/** Runs the desktop app over the double of Electron, with a backend that only records calls. */
import { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { type DesktopDependencies, runDesktop } from '../../src-main/hosts/electron/desktop.ts';
import type { StartSelection } from '../../src-main/hosts/compose.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { app, callNames } from './electron.ts';
import { FakeClock } from './fake-clock.ts';
import { memoryBackend } from './memory-backend.ts';
import { RecordingShell } from './recording-shell.ts';
import { SilentLog } from './silent-log.ts';

/** Makes a folder with a built page that exists until the test ends. */
export async function temporaryBuild(): Promise<string> {
  const folder = temporaryDirectory();
  await mkdir(join(folder, 'build', 'renderer'), { recursive: true });
  await writeFile(join(folder, 'build', 'renderer', 'index.html'), '<title>Watchfloor</title>');
  return folder;
}

export const waitForCall = (name: string): Promise<void> => vi.waitFor(() => expect(callNames()).toContain(name));
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Hides what the process writes until the test ends, and records it. */
export function muted(stream: 'stdout' | 'stderr') {
  const spy = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  onTestFinished(() => spy.mockRestore());
  return spy;
}
/** Simulates another start of the program with these arguments. */
export function startedAgain(argv: string[], cwd = '/home/noc'): Promise<void> {
  app.emit('second-instance', {}, ['electron', ...argv], cwd, { argv, cwd });
  return settle();
}

export class RunningDesktop {
  readonly backendCalls: unknown[] = [];
  readonly shell = new RecordingShell();
  readonly log = new SilentLog();
  readonly clock = new FakeClock();
  readonly process = new EventEmitter();
  problem: Error | null = null;
  readonly startedPrograms: unknown[] = [];
  openedWith: unknown = null;
  /** Arguments of the start after an update. */
  argsAfterUpdate: readonly string[] = [];
  /** Warnings about kept profiles that were skipped. */
  readonly warnings: AppErrorData[] = [];
  closing: Promise<unknown> = Promise.resolve();

  readonly #folder: string;

  /** @param folder made by `temporaryBuild` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  run({ env, ...changes }: Partial<DesktopDependencies> = {}): this {
    runDesktop({
      createShell: async ({ args }) => {
        this.argsAfterUpdate = args;
        return this.shell;
      },
      openApplication: async (options) => {
        this.openedWith = options;
        return {
          application: Object.assign(memoryBackend().backend, {
            wakeUp: () => void this.backendCalls.push('wakeUp'),
            show: (target: unknown, profile: unknown) => void this.backendCalls.push({ show: target, profile }),
          }),
          exports: { read: async () => null },
          clock: this.clock,
          log: this.log,
          warnings: this.warnings,
          watchSelection: async (named: StartSelection) => {
            if (this.problem !== null) throw this.problem;
            if (Object.keys(named).length > 0) this.backendCalls.push({ watch: named });
            return named.practice === undefined ? null : PRACTICE_ID;
          },
          stop: async () => {
            this.backendCalls.push('stop');
            await this.closing;
            return 0;
          },
        };
      },
      argv: ['--data-dir', join(this.#folder, 'data')],
      cwd: this.#folder,
      // Keeps programs without a data folder option out of the home of the user who runs the tests.
      env: { LANG: 'en_GB.UTF-8', XDG_DATA_HOME: this.#folder, LOCALAPPDATA: this.#folder, ...env },
      buildFolder: join(this.#folder, 'build'),
      entry: ['/out/main/index.js'],
      startProgram: (path, args) => void this.startedPrograms.push([path, ...args]),
      process: this.process,
      ...changes,
    });
    return this;
  }
  async waitUntilOpen(): Promise<this> {
    app.becomeReady();
    await waitForCall('window.loadURL');
    // Lets listeners attach to the window first.
    await settle();
    return this;
  }
}

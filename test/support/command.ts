/**
 * Runs the `watchfloor` command for tests with its own data directory, in this process or in a new one. A new process
 * runs the bundle if `npm test` has just built it (`WATCHFLOOR_BUNDLE`), otherwise the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import { listStores } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { runCommandLine } from '../../src-main/hosts/cli/main.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { CommandOutput, NO_DESKTOP, type TerminalSettings, TestTerminal } from './terminal.ts';

export const LAUNCHER = fileURLToPath(new URL('../../build/watchfloor.js', import.meta.url));

/** Profile id of `Workplace.openStore`. A profile file with this id opens the same store. */
export const FILLED_STORE_ID = profileIdSchema.parse('filled-store');

export type WatchedService = Pick<Simulator, 'profile'> & {
  readonly clients: { readonly basic: { readonly clientId: string; readonly clientSecret: string } };
};

export class RunningProcess extends CommandOutput {
  readonly process: ChildProcess;
  readonly exit: Promise<number | NodeJS.Signals>;

  constructor(child: ChildProcess) {
    super();
    this.process = child;
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => this.add('stdout', text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => this.add('stderr', text));
    this.exit = once(this.process, 'close').then(([code, signal]) => {
      this.end();
      return (code ?? signal) as number | NodeJS.Signals;
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.process.kill(signal);
    return this.exit;
  }
}

export class RunningCommand extends RunningProcess {
  /** @param program the `watchfloor` command, or another program for Node.js */
  constructor(args: readonly string[], environment: Record<string, string> = {}, program = LAUNCHER) {
    super(spawn(process.execPath, [program, ...args], { env: { ...process.env, ...NO_DESKTOP, ...environment } }));
  }
}

/** A command in this process, without start-up time and without signals. Several can run in parallel. */
export class InProcessCommand {
  readonly exit: Promise<number>;
  readonly #terminal: TestTerminal;

  constructor(args: readonly string[], settings: TerminalSettings = {}) {
    this.#terminal = new TestTerminal(settings);
    this.exit = runCommandLine(['node', 'watchfloor', ...args], this.#terminal).finally(() =>
      this.#terminal.output.end(),
    );
  }

  get stdout(): string {
    return this.#terminal.output.stdout;
  }

  get stderr(): string {
    return this.#terminal.output.stderr;
  }

  waitForText(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray> {
    return this.#terminal.output.waitForText(pattern, timeoutMs);
  }

  /** Aborts its stop signal, as SIGTERM does, and waits for the exit code. */
  stop(): Promise<number> {
    this.#terminal.interrupt();
    return this.exit;
  }
}

/** A data directory, a profile for a simulator, and the commands that use them. `close` removes all of them. */
export class Workplace {
  readonly folder: string;
  readonly dataDir: string;
  readonly #running: (RunningCommand | InProcessCommand)[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.dataDir = join(folder, 'data');
  }

  static async create(): Promise<Workplace> {
    return new Workplace(await mkdtemp(join(tmpdir(), 'watchfloor-journey-')));
  }

  /** Copies the data to another workplace, so that several tests share a filled database. Its stores must be closed. */
  async copy(): Promise<Workplace> {
    const other = await Workplace.create();
    await cp(this.dataDir, other.dataDir, { recursive: true });
    return other;
  }

  async profile(
    service: WatchedService,
    changes: Record<string, unknown> = {},
    /** If missing, the name of the profile. */
    file?: string,
  ): Promise<string> {
    const profile = {
      name: 'Journey',
      ...service.profile,
      clientId: service.clients.basic.clientId,
      flow: 'clientCredentials',
      ...changes,
    };
    const path = join(this.folder, file ?? `${profile.name}.json`);
    await writeFile(path, JSON.stringify(profile));
    return path;
  }

  /** Starts a process, for tests of start-up, signals, pipes and memory. All other tests use `runInProcess`. */
  run(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
    const command = new RunningCommand(args, environment);
    this.#running.push(command);
    return command;
  }

  runInProcess(
    args: readonly string[],
    environment: Record<string, string> = {},
    input = '',
    clock?: Clock,
    columns?: number,
  ): InProcessCommand {
    const command = new InProcessCommand(args, {
      environment,
      input,
      clock,
      ...(columns !== undefined && { columns }),
    });
    this.#running.push(command);
    return command;
  }

  collect(profile: string, clientSecret: string): RunningCommand {
    return this.run(['collect', '--profile', profile, '--data-dir', this.dataDir], { [SECRET_VARIABLE]: clientSecret });
  }

  /**
   * Returns the matching events of the only store, oldest first; empty if there is no store. Reads in this process,
   * because a command needs half a second to start.
   */
  async storedEvents(query = ''): Promise<EventSummary[]> {
    const [store, another] = listStores(this.dataDir);
    if (another !== undefined) throw new Error('several stores are there');
    const parsed = parseFilter(query);
    if (parsed.kind === 'mistake') throw new Error(`no filter: ${query}`);
    const rows: EventSummary[] = [];
    if (store === undefined) return rows;
    const reader = openEventReader(store.path);
    try {
      for await (const row of walk(reader, { filter: parsed.filter, direction: 'newer' })) rows.push(row);
      return rows;
    } finally {
      await reader.close();
    }
  }

  databases(): string[] {
    return listStores(this.dataDir).map(({ path }) => path);
  }

  /** Opens a store that a test can fill without a service. */
  openStore(name = 'Acme'): Promise<EventStore> {
    const storeIdentity = { id: FILLED_STORE_ID, name, practice: false, source: 'https://events.example.com' };
    return inThreadDatabases(this.dataDir).stores.open(storeIdentity, () => undefined);
  }

  /**
   * Runs a command in this process and returns its standard output.
   * @throws Error if the exit code is not 0
   */
  async output(args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const command = this.runInProcess(args, environment);
    const code = await command.exit;
    if (code !== 0) throw new Error(`watchfloor ${args.join(' ')} ended with ${code}:\n${command.stderr}`);
    return command.stdout;
  }

  async events(...args: string[]): Promise<Record<string, unknown>[]> {
    return parseNdjson(await this.output(['events', '--data-dir', this.dataDir, '--format', 'ndjson', ...args]));
  }

  async coverage(...args: string[]): Promise<Record<string, unknown>[]> {
    return parseNdjson(await this.output(['coverage', '--data-dir', this.dataDir, '--format', 'ndjson', ...args]));
  }

  async alarms(): Promise<Record<string, unknown>[]> {
    return parseNdjson(await this.output(['alarms', '--data-dir', this.dataDir, '--format', 'ndjson']));
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#running.map((command) => (command instanceof RunningCommand ? command.stop('SIGKILL') : command.stop())),
    );
    // Retries, because the log of a command in this process can be written shortly after the command ended.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

export function parseNdjson(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * Runs the `watchfloor` command for tests, with a data directory of their own: in this process, or in one of its own. A
 * process runs the bundle if `npm test` has just built one (`WATCHFLOOR_BUNDLE`), else the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEventReader } from '../../src-main/adapters/event-store/event-reader.ts';
import { listStores } from '../../src-main/adapters/event-store/store-directory.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { runCommandLine } from '../../src-main/hosts/cli/main.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { parseFilter } from '../../src-shared/domain/filter-text.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { createInThreadStores } from '../doubles/in-thread-stores.ts';
import { CommandOutput, NO_DESKTOP, type TerminalSettings, TestTerminal } from './terminal.ts';

export const LAUNCHER = fileURLToPath(new URL('../../build/watchfloor.js', import.meta.url));

/** The profile id of `Workplace.openStore`: a profile file that names it opens the very same store. */
export const FILLED_STORE_ID = profileIdSchema.parse('filled-store');

/** The simulator, or another that stands in for the service. */
export type WatchedService = Pick<Simulator, 'profile'> & { readonly clients: Pick<Simulator['clients'], 'basic'> };

/** A process that a test follows from outside: what it writes, and its end. */
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

/** A command in a process of its own. */
export class RunningCommand extends RunningProcess {
  /** @param program the `watchfloor` command, or another program for Node */
  constructor(args: readonly string[], environment: Record<string, string> = {}, program = LAUNCHER) {
    super(spawn(process.execPath, [program, ...args], { env: { ...process.env, ...NO_DESKTOP, ...environment } }));
  }
}

/** A command in this process: no start-up, no signals. Several run side by side. */
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

  /** Aborts its stop signal, as SIGTERM does, and waits for its end. */
  stop(): Promise<number> {
    this.#terminal.interrupt();
    return this.exit;
  }
}

/** A data directory, a profile for a simulator, and the commands that use them; all gone after `close`. */
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

  /** Another workplace with the same data: a database is filled once and copied. Its stores must be closed. */
  async copy(): Promise<Workplace> {
    const other = await Workplace.create();
    await cp(this.dataDir, other.dataDir, { recursive: true });
    return other;
  }

  async profile(
    service: WatchedService,
    changes: Record<string, unknown> = {},
    /** Left out: named after the profile. */
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

  /** Starts a process, for tests of its start, signals, pipes and memory. Everything else uses `runInProcess`. */
  run(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
    const command = new RunningCommand(args, environment);
    this.#running.push(command);
    return command;
  }

  /** Runs the command in this process. */
  runInProcess(
    args: readonly string[],
    environment: Record<string, string> = {},
    input = '',
    clock?: Clock,
  ): InProcessCommand {
    const command = new InProcessCommand(args, { environment, input, clock });
    this.#running.push(command);
    return command;
  }

  collect(profile: string, clientSecret: string): RunningCommand {
    return this.run(['collect', '--profile', profile, '--data-dir', this.dataDir], { [SECRET_VARIABLE]: clientSecret });
  }

  /**
   * What is stored and matches, oldest first, of the only store there is; nothing where there is none yet. Reads in this
   * process: a command would spend half a second on starting each time it is asked.
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

  /** Of every store there is, the path of its database. */
  databases(): string[] {
    return listStores(this.dataDir).map(({ path }) => path);
  }

  /** A store to be filled without a service. */
  openStore(name = 'Acme'): Promise<EventStore> {
    const place = { id: FILLED_STORE_ID, name, practice: false, source: 'https://events.example.com' };
    return createInThreadStores({ dataDir: this.dataDir }).open(place, () => undefined);
  }

  /** Runs a command in this process and returns its standard output. @throws Error if its exit code is not 0 */
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
    // The log of a command in this process may be written a moment after its end, which makes a folder not empty.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** NDJSON, parsed. */
export function parseNdjson(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

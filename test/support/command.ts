/**
 * Runs the real `watchfloor` command for journeys and page tests: its own process, its own data directory. It is the
 * bundle where `npm test` has just built one (`WATCHFLOOR_BUNDLE`), else the sources.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEventReader } from '../../src-main/adapters/event-store/event-reader.ts';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import { listStores } from '../../src-main/adapters/event-store/store-directory.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { parseFilter } from '../../src-shared/domain/filter-text.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';

export const launcher = fileURLToPath(new URL('../../build/watchfloor.js', import.meta.url));

/** The profile id of `Workplace.openStore`: a profile file that names it opens the very same store. */
export const FILLED_STORE = profileIdSchema.parse('filled-store');

/** A test's alarms are no business of whoever runs it, nor is their keychain one of the test's. */
const NO_DESKTOP = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined };

/** The simulator, or another that stands in for the service. */
export type WatchedService = Pick<Simulator, 'profile'> & { readonly clients: Pick<Simulator['clients'], 'basic'> };

export class RunningCommand {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  readonly exit: Promise<number | NodeJS.Signals>;

  readonly #heard = new EventEmitter();

  constructor(args: readonly string[], environment: Record<string, string> = {}) {
    this.process = spawn(process.execPath, [launcher, ...args], {
      env: { ...process.env, ...NO_DESKTOP, ...environment },
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.#heard.emit('text');
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.#heard.emit('text');
    });
    this.exit = once(this.process, 'close').then(([code, signal]) => {
      this.#heard.emit('text');
      return (code ?? signal) as number | NodeJS.Signals;
    });
  }

  /** Waits until the command has said it; the match. Rejects when the command ends, or says nothing of it in time. */
  async says(pattern: RegExp, withinMs = 45_000): Promise<RegExpExecArray> {
    const late = AbortSignal.timeout(withinMs);
    for (;;) {
      const match = pattern.exec(this.stdout + this.stderr);
      if (match !== null) return match;
      if (this.process.exitCode !== null || late.aborted)
        throw new Error(`${pattern} was not said in:\n${this.stdout}${this.stderr}`);
      await once(this.#heard, 'text', { signal: late }).catch(() => undefined);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.process.kill(signal);
    return this.exit;
  }
}

/** A data directory, a profile for a simulator, and the commands that use them; all gone after `close`. */
export class Workplace {
  readonly folder: string;
  readonly dataDir: string;
  readonly #running: RunningCommand[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.dataDir = join(folder, 'data');
  }

  static async create(): Promise<Workplace> {
    return new Workplace(await mkdtemp(join(tmpdir(), 'watchfloor-journey-')));
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

  run(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
    const command = new RunningCommand(args, environment);
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
  async stored(query = ''): Promise<EventSummary[]> {
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
    const opener = createEventStoreOpener({ dataDir: this.dataDir });
    const place = { id: FILLED_STORE, name, practice: false, source: 'https://events.example.com' };
    return opener.open(place, () => undefined);
  }

  /** Standard output of a command that ends by itself with exit code 0. */
  async output(args: readonly string[]): Promise<string> {
    const command = this.run(args);
    const code = await command.exit;
    if (code !== 0) throw new Error(`watchfloor ${args.join(' ')} ended with ${code}:\n${command.stderr}`);
    return command.stdout;
  }

  async events(...args: string[]): Promise<Record<string, unknown>[]> {
    return lines(await this.output(['events', '--data-dir', this.dataDir, '--format', 'ndjson', ...args]));
  }

  async coverage(...args: string[]): Promise<Record<string, unknown>[]> {
    return lines(await this.output(['coverage', '--data-dir', this.dataDir, '--format', 'ndjson', ...args]));
  }

  async alarms(): Promise<Record<string, unknown>[]> {
    return lines(await this.output(['alarms', '--data-dir', this.dataDir, '--format', 'ndjson']));
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((command) => command.stop('SIGKILL')));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** NDJSON, parsed. */
export function lines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

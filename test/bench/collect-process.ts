/** Runs the real `collect` command in its own process, on its own data directory, fed by the bench server. */
import { setTimeout } from 'node:timers/promises';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import type { BenchServer } from './bench-server.ts';
import { BENCH_SECRET, writeBenchProfile } from './bench-profile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROBE = new URL('probe.js', import.meta.url).href;
/**
 * How a measured command is started. The launcher would restart it with these settings for memory, but the restart would
 * lose the channel to the probe.
 */
export const PROBED = ['--max-semi-space-size=2', '--heap-growing-percent=50', '--import', PROBE];
export const SMALL_MEMORY = { MALLOC_ARENA_MAX: '2' };
/** A tenth of the shortest measured time, and negligible compared with the work of the command. */
const POLL_INTERVAL_MS = 5;

export const LAUNCHER = join(root, 'build/watchfloor.js');

/** Uses the bundle if it is newer than the sources, because users run the bundle. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ...(isBuilt() && { WATCHFLOOR_BUNDLE: '1' }) };
}

/** Reading of `probe.js` since the previous one. Processor time and memory include all threads. */
export interface ProbeReading {
  readonly cpuMs: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly residentBytes: number;
  readonly residentPeakBytes: number;
}

export class CollectProcess {
  readonly databasePath: string;
  readonly #folder: string;
  readonly #command: ChildProcess;
  readonly #database: Database;
  readonly #newest: Statement<[], number | null>;
  #output: string;

  private constructor(folder: string, command: ChildProcess, path: string, output: () => string) {
    this.#folder = folder;
    this.#command = command;
    this.databasePath = path;
    this.#output = output();
    command.on('exit', () => (this.#output = output()));
    this.#database = new Sqlite(path, { readonly: true });
    this.#newest = this.#database.prepare<[], number | null>('SELECT max(seq) FROM event').pluck();
  }

  /** Resolves when the first event of the session is stored, so that only the bench's events follow. */
  static async start({ origin }: BenchServer): Promise<CollectProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
    const profile = writeBenchProfile(folder, origin);
    const dataDir = join(folder, 'data');
    const command = spawn(
      process.execPath,
      [...PROBED, LAUNCHER, 'collect', '--profile', profile, '--data-dir', dataDir],
      {
        env: { ...commandEnvironment(), ...SMALL_MEMORY, ...BENCH_SECRET },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    let output = '';
    command.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const died = () => command.exitCode !== null && new Error(`collect ended: ${output}`);
    const path = await pollUntil(() => storeIn(dataDir), died);
    const collecting = new CollectProcess(folder, command, path, () => output);
    await collecting.waitUntilStored(1);
    return collecting;
  }

  /** Ends the process after the work and removes its store. */
  static async run<Result>(
    server: BenchServer,
    work: (collecting: CollectProcess) => Promise<Result>,
  ): Promise<Result> {
    const collecting = await CollectProcess.start(server);
    try {
      return await work(collecting);
    } finally {
      await collecting.stop();
      collecting.remove();
    }
  }

  /** Returns the highest committed seq, as another process sees it. */
  newestSeq(): number {
    return this.#newest.get() ?? 0;
  }

  /** @returns time in ms of `performance.now` */
  async waitUntilStored(seq: number): Promise<number> {
    await pollUntil(
      () => (this.newestSeq() >= seq ? true : null),
      () => this.#command.exitCode !== null && new Error(`collect ended: ${this.#output}`),
    );
    return performance.now();
  }

  readProbe(): Promise<ProbeReading> {
    return requestReading(this.#command);
  }

  /**
   * Ends the command with SIGTERM.
   * @returns bytes of the store on disk
   */
  async stop(): Promise<number> {
    this.#database.close();
    const exit = once(this.#command, 'exit');
    this.#command.kill('SIGTERM');
    await exit;
    return [this.databasePath, `${this.databasePath}-wal`].reduce(
      (sum, file) => sum + (existsSync(file) ? statSync(file).size : 0),
      0,
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

export async function requestReading(process: ChildProcess): Promise<ProbeReading> {
  const response = once(process, 'message');
  process.send('read');
  return ((await response) as [ProbeReading])[0];
}

function storeIn(dataDir: string): string | null {
  const profiles = join(dataDir, 'profiles');
  const [id] = existsSync(profiles) ? readdirSync(profiles) : [];
  const path = id === undefined ? null : join(profiles, id, 'events.db');
  // The tables exist once the write-ahead log has content.
  return path !== null && existsSync(`${path}-wal`) && hasEvents(path) ? path : null;
}

function hasEvents(path: string): boolean {
  try {
    const database = new Sqlite(path, { readonly: true });
    try {
      return database.prepare('SELECT max(seq) FROM event').get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

async function pollUntil<Value>(read: () => Value | null, died: () => Error | false): Promise<Value> {
  for (;;) {
    const value = read();
    if (value !== null) return value;
    const error = died();
    if (error !== false) throw error;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

export function isBuilt(): boolean {
  if (process.env['WATCHFLOOR_BUNDLE'] !== undefined) return process.env['WATCHFLOOR_BUNDLE'] === '1';
  const bundle = join(root, 'out/main/cli.js');
  if (!existsSync(bundle)) return false;
  const builtAt = statSync(bundle).mtimeMs;
  return ['src-main', 'src-shared', 'src-simulator'].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).every(
      (entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= builtAt,
    ),
  );
}

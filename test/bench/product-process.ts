/** Runs the real `collect` or web host in its own process, on its own data folder, fed by the bench server. */
import { setTimeout } from 'node:timers/promises';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import type { BenchServer } from './bench-server.ts';
import { BENCH_ID, BENCH_SECRET, writeBenchProfile } from './bench-profile.ts';
import { type Checkout, HERE } from './checkout.ts';
import { type Usage, usageOf } from './process-usage.ts';

const PROBE = new URL('probe.js', import.meta.url).href;
/** A tenth of the shortest measured time, and negligible compared with the work of the command. */
const POLL_INTERVAL_MS = 5;
const MAX_WAIT_MS = 20 * 60_000;
const READY = /^Watchfloor is ready: (\S+)$/m;
/** Reading how far the projections are costs some milliseconds. */
const PROGRESS_INTERVAL_MS = 50;
/** An idle process uses less of a core. */
const QUIET_PERCENT = 10;
const QUIET_MS = 2_000;
/** After a minute the rest counts as idle. */
const MAX_QUIET_TURNS = 30;
/** Events without an outcome, such as the start of a session, need not move the cursor of the cases. */
const CASES_LEAVE = 10;
/** The index starts at about 1 000 events, and its last block stays incomplete. */
const INDEX_LEAVES = 1_100;

export interface LoopDelay {
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface ProductOptions {
  readonly checkout?: Checkout;
  readonly command?: 'collect' | 'web';
  /** Folder of an earlier process, whose store continues. A new one if missing. */
  readonly folder?: string;
}

export function newBenchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
}

export class ProductProcess {
  readonly checkout: Checkout;
  readonly folder: string;
  /** Launch link of a web host, else ''. */
  readonly link: string;
  readonly #command: ChildProcess;
  readonly #output: () => string;
  readonly #database: Database;
  readonly #newest: Statement<[], number | null>;

  private constructor(checkout: Checkout, folder: string, command: ChildProcess, output: () => string) {
    this.checkout = checkout;
    this.folder = folder;
    this.link = READY.exec(output())?.[1] ?? '';
    this.#command = command;
    this.#output = output;
    this.#database = new Sqlite(this.databasePath, { readonly: true });
    this.#newest = this.#database.prepare<[], number | null>('SELECT max(seq) FROM event').pluck();
  }

  /** Resolves when the first event of the session is stored, so that only the bench's events follow. */
  static async start({ origin }: BenchServer, options: ProductOptions = {}): Promise<ProductProcess> {
    const { checkout = HERE, command: name = 'collect', folder = newBenchFolder() } = options;
    const profile = writeBenchProfile(folder, origin);
    const start = name === 'collect' ? ['collect', '--no-notify'] : ['start', '--web', '--no-open'];
    const command = spawn(
      process.execPath,
      [checkout.launcher, ...start, '--profile', profile, '--data-dir', join(folder, 'data')],
      {
        cwd: checkout.root,
        env: {
          ...checkout.environment,
          ...BENCH_SECRET,
          WATCHFLOOR_BENCH_PROBE: join(folder, 'probe'),
          NODE_OPTIONS: `--import=${PROBE}`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let text = '';
    for (const stream of [command.stdout, command.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-10_000)));
    const died = () => command.exitCode !== null && new Error(`${name} ended: ${text}`);
    const before = newestSeqOf(storePath(folder));
    await pollUntil(() => (newestSeqOf(storePath(folder)) > before ? true : null), died);
    if (name === 'web') await pollUntil(() => (READY.test(text) ? true : null), died);
    return new ProductProcess(checkout, folder, command, () => text);
  }

  get databasePath(): string {
    return storePath(this.folder);
  }

  /** Returns the highest committed seq, as another process sees it. */
  newestSeq(): number {
    return this.#newest.get() ?? 0;
  }

  /** @returns time in ms of `performance.now` */
  async waitUntilStored(seq: number): Promise<number> {
    await pollUntil(() => (this.newestSeq() >= seq ? true : null), this.#died);
    return performance.now();
  }

  /**
   * Waits until the case projection and the search index have processed everything, and then until the process is quiet:
   * the index merges its parts afterwards.
   * @returns times of `performance.now` in ms at which each had, and the processor time at the end
   */
  async waitUntilFinished() {
    const progress = await this.openProgress();
    const at = { cases: 0, index: 0 };
    await pollUntil(
      async () => {
        const behind = await progress.behind();
        if (at.cases === 0 && behind.cases <= CASES_LEAVE) at.cases = performance.now();
        if (at.index === 0 && behind.index <= INDEX_LEAVES) at.index = performance.now();
        return at.cases > 0 && at.index > 0 ? true : null;
      },
      this.#died,
      PROGRESS_INTERVAL_MS,
    );
    progress.close();
    for (let turn = 0; turn < MAX_QUIET_TURNS; turn += 1)
      if ((await this.share(() => setTimeout(QUIET_MS))) < QUIET_PERCENT) break;
    return { ...at, cpuMs: this.usage().cpuMs };
  }

  /** Reads how many events the projections are behind. */
  async openProgress() {
    const events = await this.checkout.openEvents(this.databasePath);
    const cases = await this.checkout.openCases(join(this.databasePath, '..', 'cases.db'));
    return {
      behind: async () => ({
        cases: this.newestSeq() - cases.position().cursor,
        index: (await events.searchIndexProgress()).unindexedEvents,
      }),
      close: () => {
        cases.close();
        void events.close();
      },
    };
  }

  usage(): Usage {
    return usageOf(this.#command.pid ?? 0);
  }

  /** @returns processor time during the work, of one processor, in % */
  async share(work: () => Promise<unknown>): Promise<number> {
    return (await this.rates(work)).share;
  }

  /** @returns the share of one processor in %, and wake-ups per second */
  async rates(work: () => Promise<unknown>) {
    const [before, start] = [this.usage(), performance.now()];
    await work();
    const [after, ms] = [this.usage(), performance.now() - start];
    return {
      share: ((after.cpuMs - before.cpuMs) / ms) * 100,
      wakeUps: ((after.wakeUps - before.wakeUps) / ms) * 1_000,
    };
  }

  /** Measures the delays of the event loop during the work. */
  async loopDelay<Result>(work: () => Promise<Result>): Promise<LoopDelay & { readonly result: Result }> {
    const path = join(this.folder, 'probe');
    const pid = Number(readFileSync(`${path}.pid`, 'utf8'));
    rmSync(path, { force: true });
    process.kill(pid, 'SIGUSR2');
    const result = await work();
    process.kill(pid, 'SIGUSR2');
    await pollUntil(() => (existsSync(path) ? true : null), this.#died);
    return { ...(JSON.parse(readFileSync(path, 'utf8')) as LoopDelay), result };
  }

  /** Ends the command with SIGTERM. Its folder stays. */
  async stop(): Promise<void> {
    this.#database.close();
    const exit = once(this.#command, 'exit');
    this.#command.kill('SIGTERM');
    await exit;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  readonly #died = () => this.#command.exitCode !== null && new Error(`the command ended: ${this.#output()}`);
}

export function storePath(folder: string): string {
  return join(folder, 'data', 'profiles', BENCH_ID, 'events.db');
}

/** Returns -1 if there is no store yet. */
function newestSeqOf(path: string): number {
  if (!existsSync(path)) return -1;
  let database: Database | null = null;
  try {
    database = new Sqlite(path, { readonly: true });
    return database.prepare<[], number | null>('SELECT max(seq) FROM event').pluck().get() ?? -1;
  } catch {
    return -1;
  } finally {
    database?.close();
  }
}

async function pollUntil(
  isOver: () => true | null | Promise<true | null>,
  died: () => Error | false,
  intervalMs = POLL_INTERVAL_MS,
): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  while ((await isOver()) === null) {
    const error = performance.now() < until ? died() : new Error('the product did not finish within 20 minutes');
    if (error !== false) throw error;
    await setTimeout(intervalMs);
  }
}

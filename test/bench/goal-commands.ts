/** Measures commands as complete processes, with their output in a pipe, on the store that `collect` filled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_MASKED_FIELDS } from '../../src-shared/domain/event/masked-fields.ts';
import { BENCH_SECRET } from './bench-profile.ts';
import type { Checkout } from './checkout.ts';
import { median } from './figures.ts';
import { type Bench, forgetCases, MIB } from './goal-ingest.ts';
import { record } from './goals.ts';
import { newBenchFolder, ProductProcess } from './product-process.ts';

const TURNS = 3;
const EXPORTED = 20_000;
const EXPORTS = [
  ['csv', 'masked CSV ÷ unmasked, processor time'],
  ['ndjson', 'masked NDJSON ÷ unmasked, processor time'],
] as const;
const IDLE_MS = 5_000;

interface Ran {
  readonly seconds: number;
  /** From the start to the first output. */
  readonly heardAfter: number;
  /** Includes all processes that the command starts. */
  readonly cpuMs: number;
}

const TICK_MS = 10;
/** Runs the other arguments, then writes its own line of `/proc`, which has the times of its children. */
const WITH_USAGE = '"$@"; status=$?; cat /proc/$$/stat >&3; exit $status';

async function run(checkout: Checkout, args: readonly string[]): Promise<Ran> {
  const start = performance.now();
  const command = spawn('sh', ['-c', WITH_USAGE, 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: checkout.environment,
  });
  const [, stdout, stderr, usage] = command.stdio;
  let heardAt = 0;
  for (const stream of [stdout, stderr])
    stream?.on('data', () => (heardAt = heardAt === 0 ? performance.now() : heardAt));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pipe that the child writes to
  const [[status], line] = await Promise.all([once(command, 'close'), text(usage as Readable)]);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${String(status)}`);
  const fields = line.split(') ').at(-1)?.split(' ') ?? [];
  return {
    seconds: (performance.now() - start) / 1_000,
    heardAfter: (heardAt - start) / 1_000,
    cpuMs: (Number(fields[13]) + Number(fields[14])) * TICK_MS,
  };
}

export function commandsOf({ checkout, folder }: Bench) {
  const product = (...args: string[]) => run(checkout, [checkout.launcher, ...args]);
  return {
    product,
    onStore: (...args: string[]) => product(...args, '--data-dir', join(folder, 'data')),
    repeated: async (work: () => Promise<Ran>) => {
      const times: number[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) times.push((await work()).seconds);
      return median(times);
    },
  };
}

/** Measures the slowest commands. */
export async function heavyCommands(bench: Bench): Promise<void> {
  const { figures, folder } = bench;
  const { onStore } = commandsOf(bench);
  forgetCases(folder);
  const first = await onStore('cases', '--open');
  record(figures, '`cases --open`, nothing prepared', first.seconds);
  record(figures, 'the same, until a pipe hears of it', first.heardAfter);
  record(figures, '`cases --open`, the second time', (await onStore('cases', '--open')).seconds);
  record(figures, '`report --since 8h`', (await onStore('report', '--since', '8h')).seconds);
  for (const [format, name] of EXPORTS) {
    const cpuMs = async (count: number, mask: string) =>
      (await onStore('events', '--format', format, '--limit', String(count), '--mask', mask)).cpuMs;
    // Without the start of the command.
    const perEvent = async (mask: string) => ((await cpuMs(EXPORTED, mask)) - (await cpuMs(1, mask))) / EXPORTED;
    const [masked, unmasked] = [await perEvent(DEFAULT_MASKED_FIELDS.join(',')), await perEvent('none')];
    const aside = `${(masked * 1_000).toFixed(0)} and ${(unmasked * 1_000).toFixed(0)} µs`;
    record(figures, name, masked / unmasked, aside);
  }
}

export async function commands(bench: Bench): Promise<void> {
  const { checkout, figures } = bench;
  const { product, onStore, repeated } = commandsOf(bench);
  record(figures, '`--version`', await repeated(() => product('--version')));
  const nothing = await repeated(() => run(checkout, ['-e', '0']));
  const page = await repeated(() => onStore('events', '--limit', '100'));
  const aside = `${(page * 1_000).toFixed(0)} and ${(nothing * 1_000).toFixed(0)} ms`;
  record(figures, '`events --limit 100` ÷ `node -e 0`', page / nothing, aside);
  const different = await repeated(() => onStore('different', 'outcome:failed'));
  record(figures, '`different outcome:failed` ÷ `events --limit 100`', different / page, `${different.toFixed(2)} s`);
}

/** Measures the start of a web host on an empty folder, and its memory before a page is opened. */
export async function webHost({ checkout, figures, server }: Bench): Promise<void> {
  const starts: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const folder = newBenchFolder();
    const args = ['start', '--web', '--no-open', '--data-dir', folder];
    const start = performance.now();
    const command = spawn(process.execPath, [checkout.launcher, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...checkout.environment, ...BENCH_SECRET },
    });
    await once(command.stdout, 'data');
    starts.push((performance.now() - start) / 1_000);
    const exit = once(command, 'exit');
    command.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  }
  record(figures, 'start to the ready line', median(starts), `n ${TURNS}`);
  const host = await ProductProcess.start(server, { checkout, command: 'web' });
  await setTimeout(IDLE_MS);
  record(figures, 'memory, web host idle', host.usage().residentBytes / MIB);
  await host.stop();
  host.remove();
}

/** Measures commands as complete processes, with their output in a pipe, on the store that `collect` filled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_MASKED_FIELDS } from '../../src-shared/domain/event/masked-fields.ts';
import { BENCH_SECRET } from './bench-profile.ts';
import type { Checkout } from './checkout.ts';
import { median } from './figures.ts';
import { type Bench, forgetCases, MIB } from './goal-ingest.ts';
import { record } from './goals.ts';
import { newBenchFolder, ProductProcess } from './product-process.ts';

const TURNS = 3;
const EXPORTED = 100_000;
const IDLE_MS = 5_000;

interface Ran {
  readonly seconds: number;
  /** From the start to the first output. */
  readonly heardAfter: number;
}

async function run(checkout: Checkout, args: readonly string[]): Promise<Ran> {
  const start = performance.now();
  const command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: checkout.environment });
  let heardAt = 0;
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', () => (heardAt = heardAt === 0 ? performance.now() : heardAt));
  const [status] = (await once(command, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return { seconds: (performance.now() - start) / 1_000, heardAfter: (heardAt - start) / 1_000 };
}

export async function commands({ checkout, figures, folder }: Bench): Promise<void> {
  const product = (...args: string[]) => run(checkout, [checkout.launcher, ...args]);
  const onStore = (...args: string[]) => product(...args, '--data-dir', join(folder, 'data'));
  const repeated = async (work: () => Promise<Ran>) => {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) times.push((await work()).seconds);
    return median(times);
  };
  forgetCases(folder);
  const first = await onStore('cases', '--open');
  record(figures, '`cases --open`, nothing prepared', first.seconds);
  record(figures, 'the same, until a pipe hears of it', first.heardAfter);
  record(figures, '`cases --open`, the second time', (await onStore('cases', '--open')).seconds);
  record(figures, '`report --since 8h`', await repeated(() => onStore('report', '--since', '8h')));
  record(figures, '`--version`', await repeated(() => product('--version')));
  const exported = (mask: string) =>
    repeated(() => onStore('events', '--format', 'csv', '--limit', String(EXPORTED), '--mask', mask));
  const [masked, unmasked] = [await exported(DEFAULT_MASKED_FIELDS.join(',')), await exported('none')];
  record(
    figures,
    'masked CSV ÷ unmasked, time',
    masked / unmasked,
    `${masked.toFixed(2)} and ${unmasked.toFixed(2)} s`,
  );
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

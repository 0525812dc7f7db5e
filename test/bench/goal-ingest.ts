/**
 * Measures the real `collect` with everything switched on: storing at full speed beside a plain table in the same run,
 * bytes, memory, and what it uses of a core at steady rates.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bareInserts, wideBaseline } from './baselines.ts';
import type { BenchServer } from './bench-server.ts';
import type { Checkout } from './checkout.ts';
import { type Figures, median } from './figures.ts';
import { FINISHED_CPU, record } from './goals.ts';
import { newBenchFolder, type LoopDelay, ProductProcess, storePath } from './product-process.ts';

/** A checkout under measurement, with what is known of it so far. */
export interface Bench {
  readonly checkout: Checkout;
  readonly figures: Figures;
  readonly server: BenchServer;
  readonly events: number;
  readonly isShort: boolean;
  /** Folder of the store of the last round. */
  folder: string;
  /** Time in which that store received its events. */
  storedMs: number;
}

export const MIB = 1_048_576;
/** Events that the server holds at a time. */
const CHUNK = 100_000;
/** Memory is compared with that after so many events. */
const MEMORY_AFTER = [
  [100_000, 'memory, `collect` after the events ÷ after 100 k'],
  [1_000_000, 'memory, `collect` after the events ÷ after 1 M'],
] as const;
/** Time for postponed work and for the release of memory after everything is finished. */
const SETTLE_MS = 8_000;
/** The first events of a process cost more, because it compiles its code. */
const WARM_MS = 2_000;
const STORM_PER_SECOND = 1_000;

/** Measures a new store: idle, at 10 events a second, and at full speed beside the plain table. */
export async function ingest(bench: Bench): Promise<void> {
  const { checkout, events, figures, server } = bench;
  const wide = bareInserts(wideBaseline, events);
  if (bench.folder !== '') rmSync(bench.folder, { recursive: true });
  bench.folder = newBenchFolder();
  const collecting = await ProductProcess.start(server, { checkout, folder: bench.folder });
  try {
    await setTimeout(SETTLE_MS);
    const residentMib = () => collecting.usage().residentBytes / MIB;
    record(figures, 'memory, `collect` idle', residentMib());
    const slow = await steadyRates(server, collecting, 0, { rate: 10, seconds: 12 });
    record(figures, '`collect` at 10 events/s, share of a core', slow.share);
    record(figures, '`collect` at 10 events/s, wake-ups per second', slow.wakeUps);
    const early = new Map<number, number>();
    const delays: LoopDelay[] = [];
    const stored = { ms: 0, cpuMs: 0 };
    let received = 0;
    const cpuAtStart = collecting.usage().cpuMs;
    for (let from = 0; from < events; from += CHUNK) {
      const count = Math.min(CHUNK, events - from);
      received += await server.prepareEvents(slow.sent + from, count);
      const target = collecting.newestSeq() + count;
      const [start, cpuBefore] = [performance.now(), collecting.usage().cpuMs];
      const { result: storedAt, ...delay } = await collecting.loopDelay(() => {
        server.sendPrepared();
        return collecting.waitUntilStored(target);
      });
      stored.ms += storedAt - start;
      stored.cpuMs += collecting.usage().cpuMs - cpuBefore;
      delays.push(delay);
      if (from + count < events && MEMORY_AFTER.some(([after]) => after === from + count)) {
        await collecting.waitUntilFinished();
        await setTimeout(SETTLE_MS);
        early.set(from + count, residentMib());
      }
    }
    const finishedCpuMs = (await collecting.waitUntilFinished()).cpuMs - cpuAtStart;
    await setTimeout(SETTLE_MS);
    bench.storedMs = stored.ms;
    const us = (ms: number) => (ms * 1_000) / events;
    const pace = `${us(wide.ms).toFixed(0)} and ${us(stored.ms).toFixed(0)} µs`;
    record(figures, 'wide table with 8 indexes ÷ `collect`, time until stored', wide.ms / stored.ms, pace);
    record(figures, 'the same, processor time', wide.cpuMs / stored.cpuMs);
    record(figures, 'the same, processor time until everything is finished', wide.cpuMs / finishedCpuMs);
    record(figures, '`collect`, processor time per event until stored', us(stored.cpuMs));
    record(figures, FINISHED_CPU, us(finishedCpuMs));
    const peak = `peak ${(collecting.usage().residentPeakBytes / MIB).toFixed(0)}`;
    record(figures, 'memory, `collect` after the events', residentMib(), peak);
    for (const [after, name] of MEMORY_AFTER) {
      const before = early.get(after);
      if (before !== undefined)
        record(figures, name, residentMib() / before, `${before.toFixed(0)} MiB after ${after}`);
    }
    const longest = `longest ${Math.max(...delays.map(({ maxMs }) => maxMs)).toFixed(0)} ms`;
    record(figures, 'event-loop delay p99 at full speed', median(delays.map(({ p99Ms }) => p99Ms)), longest);
    recordBytes(bench, received);
  } finally {
    await collecting.stop();
  }
}

/** Sends events at a rate, and measures after the first two seconds. */
export async function steadyRates(
  server: BenchServer,
  process: ProductProcess,
  from: number,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
) {
  const sent = rate * (seconds + WARM_MS / 1_000);
  await server.prepareEvents(from, sent);
  const sending = server.sendAtRate(rate);
  await setTimeout(WARM_MS);
  return { ...(await process.rates(() => sending)), sent };
}

function recordBytes({ figures, folder, events }: Bench, received: number): void {
  const [store = 0, search = 0, cases = 0] = ['events.db', 'search.db', 'cases.db'].map((name) =>
    bytesOf(folder, name),
  );
  const mean = `${(received / events).toFixed(0)} bytes per event received`;
  record(figures, 'stored ÷ received bytes', store / received, mean);
  record(figures, 'the same, with the search index', (store + search) / received);
  record(figures, 'the same, with search index and cases', (store + search + cases) / received);
}

function bytesOf(folder: string, name: string): number {
  const path = join(dirname(storePath(folder)), name);
  return [path, `${path}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
}

/** Deletes the prepared cases, as the first start after an upgrade does. */
export function forgetCases(folder: string): void {
  const directory = dirname(storePath(folder));
  for (const file of readdirSync(directory)) if (file.startsWith('cases')) rmSync(join(directory, file));
}

/** Measures how fast `collect` builds the cases of a filled store when nothing arrives. */
export async function rebuildCases({ checkout, figures, server, events, folder, storedMs }: Bench): Promise<void> {
  forgetCases(folder);
  const collecting = await ProductProcess.start(server, { checkout, folder });
  try {
    const start = performance.now();
    const { cases } = await collecting.waitUntilFinished();
    const [rebuilt, stored] = [events / (cases - start), events / storedMs];
    const aside = `${(rebuilt * 1_000).toFixed(0)} and ${(stored * 1_000).toFixed(0)} events a second`;
    record(figures, 'cases, rebuilt ÷ pace of `collect`', rebuilt / stored, aside);
  } finally {
    await collecting.stop();
  }
}

/** Measures an empty store at 1 000 and then at 100 events a second. */
export async function fasterRates({ checkout, figures, server, isShort }: Bench): Promise<void> {
  const collecting = await ProductProcess.start(server, { checkout });
  const seconds = isShort ? 10 : 30;
  try {
    await server.prepareEvents(0, STORM_PER_SECOND * seconds);
    const progress = await collecting.openProgress();
    const sending = { isOver: false };
    const sent = server.sendAtRate(STORM_PER_SECOND).finally(() => (sending.isOver = true));
    let behind = 0;
    for (; !sending.isOver; await setTimeout(250)) behind = Math.max(behind, (await progress.behind()).cases);
    progress.close();
    await sent;
    const aside = `${behind} events; includes up to 0.25 s of looking`;
    record(figures, 'cases behind at 1 000 events/s, at most', behind / STORM_PER_SECOND, aside);
    await collecting.waitUntilFinished();
    const { share } = await steadyRates(server, collecting, STORM_PER_SECOND * seconds, { rate: 100, seconds });
    record(figures, '`collect` at 100 events/s, share of a core', share);
  } finally {
    await collecting.stop();
    collecting.remove();
  }
}

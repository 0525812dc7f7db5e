/**
 * Measures the real `collect` with everything switched on: storing at full speed beside a plain table in the same run,
 * what the projections have left to do, bytes, memory, and shares of a core at steady rates.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bareInserts, wideBaseline, type Written } from './baselines.ts';
import type { BenchServer } from './bench-server.ts';
import type { Checkout } from './checkout.ts';
import { type Figures, median } from './figures.ts';
import { record } from './goals.ts';
import { newBenchFolder, type LoopDelay, ProductProcess, storePath } from './product-process.ts';

/** A checkout under measurement, with what is known of it so far. */
export interface Bench {
  readonly checkout: Checkout;
  readonly figures: Figures;
  readonly server: BenchServer;
  readonly events: number;
  readonly isShort: boolean;
  readonly rounds: IngestRound[];
  /** Folder of the store of the last round. */
  folder: string;
}

interface IngestRound {
  readonly wide: Written;
  readonly stored: Written;
  /** From the start until each had processed all events, in ms. */
  readonly casesMs: number;
  readonly indexMs: number;
  readonly finishedCpuMs: number;
  readonly received: number;
  /** Delays of the event loop during each chunk. */
  readonly delays: readonly LoopDelay[];
  readonly residentBytes: number;
  readonly residentPeakBytes: number;
}

export const MIB = 1_048_576;
/** Events that the server holds at a time. */
const CHUNK = 100_000;
/** Time for postponed work and for the release of memory after everything is finished. */
const SETTLE_MS = 5_000;
const STORM_PER_SECOND = 1_000;
export const STEADY_RATES = [10, 50, 100] as const;

export async function ingestOnce(bench: Bench, isReversed: boolean): Promise<void> {
  const { events } = bench;
  const wideFirst = isReversed ? null : bareInserts(wideBaseline, events);
  const collected = await collectOnce(bench);
  bench.rounds.push({ ...collected, wide: wideFirst ?? bareInserts(wideBaseline, events) });
}

async function collectOnce(bench: Bench): Promise<Omit<IngestRound, 'wide'>> {
  const { checkout, events, server } = bench;
  if (bench.folder !== '') rmSync(bench.folder, { recursive: true });
  bench.folder = newBenchFolder();
  const collecting = await ProductProcess.start(server, { checkout, folder: bench.folder });
  try {
    const stored = { ms: 0, cpuMs: 0 };
    let received = 0;
    let storedAt = 0;
    const delays: LoopDelay[] = [];
    const cpuAtStart = collecting.usage().cpuMs;
    for (let from = 0; from < events; from += CHUNK) {
      const count = Math.min(CHUNK, events - from);
      received += await server.prepareEvents(from, count);
      const target = collecting.newestSeq() + count;
      const [start, cpuBefore] = [performance.now(), collecting.usage().cpuMs];
      const { result, ...delay } = await collecting.loopDelay(() => {
        server.sendPrepared();
        return collecting.waitUntilStored(target);
      });
      storedAt = result;
      stored.ms += storedAt - start;
      stored.cpuMs += collecting.usage().cpuMs - cpuBefore;
      delays.push(delay);
    }
    const finished = await collecting.waitUntilFinished();
    await setTimeout(SETTLE_MS);
    return {
      stored,
      casesMs: stored.ms + Math.max(0, finished.cases - storedAt),
      indexMs: stored.ms + Math.max(0, finished.index - storedAt),
      finishedCpuMs: finished.cpuMs - cpuAtStart,
      received,
      delays,
      ...collecting.usage(),
    };
  } finally {
    await collecting.stop();
  }
}

export async function reportIngest({ figures, rounds, events, folder }: Bench): Promise<void> {
  const middle = (of: (round: IngestRound) => number) => median(rounds.map(of));
  const range = (of: (round: IngestRound) => number) => {
    const values = rounds.map(of);
    return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
  };
  const us = (of: (round: IngestRound) => number) => middle((round) => (of(round) * 1_000) / events);
  const time = ({ wide, stored }: IngestRound) => wide.ms / stored.ms;
  const cpu = ({ wide, stored }: IngestRound) => wide.cpuMs / stored.cpuMs;
  const finishedCpu = ({ wide, finishedCpuMs }: IngestRound) => wide.cpuMs / finishedCpuMs;
  const pace = `${us(({ wide }) => wide.ms).toFixed(0)} and ${us(({ stored }) => stored.ms).toFixed(0)} µs`;
  record(figures, 'wide table with 8 indexes ÷ `collect`, time until stored', middle(time), `${range(time)}; ${pace}`);
  record(figures, 'the same, processor time', middle(cpu), range(cpu));
  record(figures, 'the same, processor time until everything is finished', middle(finishedCpu), range(finishedCpu));
  record(
    figures,
    '`collect`, processor time per event until stored',
    us(({ stored }) => stored.cpuMs),
  );
  const left = ({ finishedCpuMs, stored }: IngestRound) => Math.max(0, finishedCpuMs - stored.cpuMs);
  record(figures, 'work left when all is stored, processor time per event', us(left));
  const cases = ({ casesMs, stored }: IngestRound) => casesMs / stored.ms;
  const index = ({ indexMs, stored }: IngestRound) => indexMs / stored.ms;
  record(figures, 'cases finished ÷ all stored, time', middle(cases), range(cases));
  record(figures, 'search index finished ÷ all stored, time', middle(index), range(index));
  const received = middle((round) => round.received);
  const [store, search, caseBytes] = ['events.db', 'search.db', 'cases.db'].map((name) => bytesOf(folder, name));
  const all = (store ?? 0) + (search ?? 0) + (caseBytes ?? 0);
  const mean = `${(received / events).toFixed(0)} bytes per event received`;
  record(figures, 'stored ÷ received bytes', (store ?? 0) / received, mean);
  record(figures, 'the same, with the search index', ((store ?? 0) + (search ?? 0)) / received);
  record(figures, 'the same, with search index and cases', all / received);
  record(figures, '`cases.db`, bytes per event', (caseBytes ?? 0) / events);
  const peak = middle(({ residentPeakBytes }) => residentPeakBytes) / MIB;
  const memory = middle(({ residentBytes }) => residentBytes) / MIB;
  record(figures, 'memory, `collect` after the events', memory, `peak ${peak.toFixed(0)}`);
  const delays = rounds.flatMap((round) => round.delays);
  const longest = `longest ${Math.max(...delays.map(({ maxMs }) => maxMs)).toFixed(0)} ms`;
  record(figures, 'event-loop delay p99 at full speed', median(delays.map(({ p99Ms }) => p99Ms)), longest);
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
export async function rebuildCases({ checkout, figures, server, events, folder, rounds }: Bench): Promise<void> {
  forgetCases(folder);
  const collecting = await ProductProcess.start(server, { checkout, folder });
  try {
    const start = performance.now();
    const { cases } = await collecting.waitUntilFinished();
    const rebuilt = events / (cases - start);
    const stored = events / median(rounds.map((round) => round.stored.ms));
    const aside = `${(rebuilt * 1_000).toFixed(0)} and ${(stored * 1_000).toFixed(0)} events a second`;
    record(figures, 'cases, rebuilt ÷ pace of `collect`', rebuilt / stored, aside);
  } finally {
    await collecting.stop();
  }
}

/** Measures an empty store at 1 000 events a second, and then at the steady rates. */
export async function steadyRates({ checkout, figures, server, isShort }: Bench): Promise<void> {
  const collecting = await ProductProcess.start(server, { checkout });
  const seconds = isShort ? 10 : 30;
  let made = 0;
  const prepare = async (count: number) => {
    await server.prepareEvents(made, count);
    made += count;
  };
  try {
    await prepare(STORM_PER_SECOND * seconds);
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
    for (const rate of STEADY_RATES) {
      await prepare(rate * seconds);
      const share = await collecting.share(() => server.sendAtRate(rate));
      record(figures, `\`collect\` at ${rate} events/s, share of a core`, share);
    }
  } finally {
    await collecting.stop();
    collecting.remove();
  }
}

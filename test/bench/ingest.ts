/**
 * What decoding and storing costs beside the bare writing of the same bytes: the time of batched inserts of the raw
 * rows into one table, divided by ours, in the same run. Prints figure and goal; exits with 1 where a goal is missed.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import { storePaths } from '../../src-main/adapters/event-store/store-directory.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';
import { realisticEvents } from './realistic-events.ts';

/** `performance.md`: share of the speed of bare inserts that decode and store keep; the first goal named there. */
const RATIO_GOAL = 0.25;
/** `performance.md`: "main-thread event-loop delay p99 while ingesting at full speed". */
const DELAY_GOAL_MS = 20;
const STORED_BYTES_GOAL = 1.4;
const BATCH = 500;
const BARE_BATCH = 1_000;
const PRACTICE = { profileName: 'Practice', practice: true };

/** Turns the events into batches as a stream would deliver them; the plain slices where it is left out. */
export type EventSource = (events: readonly ReceivedEvent[]) => AsyncIterable<readonly ReceivedEvent[]>;

export interface IngestFigures {
  readonly events: number;
  readonly meanBytes: number;
  /** Medians. */
  readonly bareMs: number;
  readonly ingestMs: number;
  readonly ratio: number;
  readonly loopDelayP99Ms: number;
  readonly storedBytesRatio: number;
}

export async function run({
  count = 100_000,
  rounds = 3,
  source = slices,
}: {
  count?: number;
  rounds?: number;
  source?: EventSource;
} = {}): Promise<IngestFigures> {
  const events = realisticEvents(count);
  const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(event.data), 0);
  const results: { bareMs: number; ingestMs: number; ratio: number; loopDelayP99Ms: number; storedBytes: number }[] =
    [];
  for (let round = 0; round < rounds; round += 1) {
    const bareMs = await inFreshDirectory((directory) => bareInserts(directory, events));
    const ours = await inFreshDirectory((directory) => ingest(directory, source(events), count));
    // Within a round, so that a machine that is slower for a while is slower for both.
    results.push({ ...ours, bareMs, ratio: bareMs / ours.ingestMs });
  }
  return {
    events: count,
    meanBytes: bytes / count,
    bareMs: median(results.map((result) => result.bareMs)),
    ingestMs: median(results.map((result) => result.ingestMs)),
    ratio: median(results.map((result) => result.ratio)),
    loopDelayP99Ms: median(results.map((result) => result.loopDelayP99Ms)),
    storedBytesRatio: median(results.map((result) => result.storedBytes)) / bytes,
  };
}

async function ingest(dataDir: string, batches: AsyncIterable<readonly ReceivedEvent[]>, expected: number) {
  const store = await createEventStoreOpener({ dataDir }).open(PRACTICE);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  let session: number | 'opens' = 'opens';
  let newestSeq = 0;
  for await (const events of batches) ({ sessionId: session, newestSeq } = await store.append({ session, events }));
  const ingestMs = performance.now() - start;
  delay.disable();
  await store.close();
  if (newestSeq !== expected) throw new Error(`${newestSeq} events stored, ${expected} expected`);
  const storedBytes = statSync(storePaths(dataDir, PRACTICE).events).size;
  return { ingestMs, loopDelayP99Ms: delay.percentile(99) / 1e6, storedBytes };
}

/** The floor for "it is on disk in SQLite": one table, no index, the same durability. */
function bareInserts(directory: string, events: readonly ReceivedEvent[]): number {
  const database = new Sqlite(join(directory, 'bare.db'));
  database.pragma('page_size = 8192');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, kind TEXT, id TEXT, raw TEXT) STRICT',
  );
  const insert = database.prepare('INSERT INTO event (received_at, kind, id, raw) VALUES (?, ?, ?, ?)');
  const insertAll = database.transaction((batch: readonly ReceivedEvent[]) => {
    for (const { receivedAt, kind, id, data } of batch) insert.run(receivedAt, kind, id, data);
  });
  const start = performance.now();
  for (let at = 0; at < events.length; at += BARE_BATCH) insertAll(events.slice(at, at + BARE_BATCH));
  const elapsedMs = performance.now() - start;
  database.close();
  return elapsedMs;
}

async function* slices(events: readonly ReceivedEvent[]): AsyncGenerator<readonly ReceivedEvent[]> {
  for (let at = 0; at < events.length; at += BATCH) yield events.slice(at, at + BATCH);
}

async function inFreshDirectory<Result>(work: (directory: string) => Result | Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints each figure beside its goal. @returns whether all were reached. */
export function printIngest(figures: IngestFigures): boolean {
  const perEvent = (ms: number) => `${((ms * 1_000) / figures.events).toFixed(1)} µs/event`;
  console.log(`ingest: ${figures.events} events of ${figures.meanBytes.toFixed(0)} bytes in the mean`);
  console.log(`  bare inserts                    ${perEvent(figures.bareMs)}`);
  console.log(`  decode and store                ${perEvent(figures.ingestMs)}`);
  const lines: [name: string, figure: number, goal: number, reached: boolean][] = [
    ['bare ÷ ours', figures.ratio, RATIO_GOAL, figures.ratio >= RATIO_GOAL],
    ['event-loop delay p99, ms', figures.loopDelayP99Ms, DELAY_GOAL_MS, figures.loopDelayP99Ms <= DELAY_GOAL_MS],
    [
      'stored ÷ received bytes',
      figures.storedBytesRatio,
      STORED_BYTES_GOAL,
      figures.storedBytesRatio <= STORED_BYTES_GOAL,
    ],
  ];
  for (const [name, figure, goal, reached] of lines)
    console.log(`  ${name.padEnd(31)} ${figure.toFixed(2)}  goal ${goal}  ${reached ? 'reached' : 'MISSED'}`);
  return lines.every(([, , , reached]) => reached);
}

if (import.meta.main && !printIngest(await run())) process.exitCode = 1;

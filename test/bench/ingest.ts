/**
 * Ingest, whole: from the socket through SSE parse, decode and store to committed and announced, beside the bare
 * writing of the same rows and beside the same store fed from memory, in the same run. Prints figures and goals.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import { storePaths } from '../../src-main/adapters/event-store/store-directory.ts';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createStreamClient } from '../../src-main/adapters/stream/stream-client.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { Intake } from '../../src-main/core/stream/intake.ts';
import { decodeEvent } from '../../src-shared/domain/decode-event.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { SilentLog } from '../doubles/silent-log.ts';
import { realisticEvents } from './realistic-events.ts';
import { startStreamServer } from './stream-server.ts';

/** Our own floor: parse, decode, indexes and bookkeeping may cost five times the bare writing of the raw text. */
const RAW_GOAL = 0.2;
/** A table as one would write it first: every field a column, eight of them indexed. */
const WIDE_GOAL = 0.25;
const MEMORY_GOAL = 0.6;
/** Milliseconds, p99 of the thread that holds the socket. */
const DELAY_GOAL_MS = 20;
const STORED_BYTES_GOAL = 1.4;
const BATCH = 500;
const BARE_BATCH = 1_000;
const PRACTICE = { id: PRACTICE_ID, name: 'Practice', practice: true, source: 'http://127.0.0.1' };

interface IngestFigures {
  readonly events: number;
  readonly meanBytes: number;
  /** Medians of the rounds. */
  readonly rawMs: number;
  readonly wideMs: number;
  readonly memoryMs: number;
  readonly socketMs: number;
  readonly rawRatio: number;
  readonly wideRatio: number;
  readonly memoryRatio: number;
  readonly loopDelayP99Ms: number;
  readonly storedBytesRatio: number;
  /** Processor time of all threads from socket to committed, per event. */
  readonly socketCpuUs: number;
}

export async function benchIngest(count = 100_000, rounds = 3): Promise<IngestFigures> {
  const events = realisticEvents(count);
  const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(event.data), 0);
  // Decoded beforehand: the baselines are writing and nothing else.
  const rawRows = events.map(({ receivedAt, kind, id, data }) => [receivedAt, kind, id, data]);
  const wideRows = events.map(wideRow);
  const server = await startStreamServer(count);
  const results: (Ingested & { rawMs: number; wideMs: number; memoryMs: number })[] = [];
  try {
    // Each round measures all of them, so that a machine that is slower for a while is slower for all.
    for (let round = 0; round < rounds; round += 1)
      results.push({
        rawMs: await inFreshDirectory((directory) => bareInserts(directory, rawRows, rawTable)),
        wideMs: await inFreshDirectory((directory) => bareInserts(directory, wideRows, wideTable)),
        memoryMs: (await inFreshDirectory((directory) => ingest(directory, count, fromMemory(events)))).ms,
        ...(await inFreshDirectory((directory) => ingest(directory, count, fromSocket(server.url)))),
      });
  } finally {
    await server.stop();
  }
  const middle = (figure: (result: (typeof results)[number]) => number) => median(results.map(figure));
  return {
    events: count,
    meanBytes: bytes / count,
    rawMs: middle(({ rawMs }) => rawMs),
    wideMs: middle(({ wideMs }) => wideMs),
    memoryMs: middle(({ memoryMs }) => memoryMs),
    socketMs: middle(({ ms }) => ms),
    rawRatio: middle(({ rawMs, ms }) => rawMs / ms),
    wideRatio: middle(({ wideMs, ms }) => wideMs / ms),
    memoryRatio: middle(({ memoryMs, ms }) => memoryMs / ms),
    loopDelayP99Ms: middle(({ loopDelayP99Ms }) => loopDelayP99Ms),
    storedBytesRatio: middle(({ storedBytes }) => storedBytes) / bytes,
    socketCpuUs: (middle(({ cpuMs }) => cpuMs) * 1_000) / count,
  };
}

interface Ingested {
  readonly ms: number;
  readonly cpuMs: number;
  readonly loopDelayP99Ms: number;
  readonly storedBytes: number;
}

/** Resolves when everything was handed over; `stored` counts what is committed. */
type Feeder = (store: EventStore, stored: (events: number) => void) => Promise<void>;

async function ingest(dataDir: string, expected: number, feed: Feeder): Promise<Ingested> {
  const store = await createEventStoreOpener({ dataDir }).open(PRACTICE);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  let stored = 0;
  await feed(store, (events) => (stored = events));
  const ms = performance.now() - start;
  const cpu = process.cpuUsage(cpuBefore);
  delay.disable();
  await store.close();
  if (stored !== expected) throw new Error(`${stored} events stored, ${expected} expected`);
  const storedBytes = statSync(storePaths(dataDir, PRACTICE).events).size;
  return { ms, cpuMs: (cpu.user + cpu.system) / 1_000, loopDelayP99Ms: delay.percentile(99) / 1e6, storedBytes };
}

/** The product's own way: stream client, intake, store. */
function fromSocket(url: string): Feeder {
  return async (store, stored) => {
    const clock = createSystemClock();
    const intake = new Intake({
      store,
      clock,
      log: new SilentLog(),
      onStored: ({ extent }) => stored(extent.storedEvents),
      onCoverage: () => {},
      onStorage: () => {},
    });
    let first = true;
    const network = createNetwork({ env: {} });
    await createStreamClient({ clock, log: new SilentLog(), network }).attempt({
      url,
      caFile: null,
      accessToken: 'bench',
      lastEventId: null,
      silenceMs: 60_000,
      signal: new AbortController().signal,
      onOpen: () => {},
      onEvent(event) {
        const opens = first;
        first = false;
        return intake.event(event, { at: event.receivedAt, elapsed: clock.monotonic() }, opens);
      },
      onCursor: (lastEventId) => intake.cursor(lastEventId),
    });
    await intake.close();
  };
}

function fromMemory(events: readonly ReceivedEvent[]): Feeder {
  return async (store, stored) => {
    let session: number | 'opens' = 'opens';
    for (let at = 0; at < events.length; at += BATCH) {
      const first = { at: events[at]?.receivedAt ?? 0, elapsed: at };
      const appended = await store.append({ session, events: events.slice(at, at + BATCH), first, last: first });
      session = appended.sessionId;
      stored(appended.extent.storedEvents);
    }
  };
}

/** The floor for "it is on disk in SQLite". */
const rawTable =
  'CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, kind TEXT, id TEXT, raw TEXT) STRICT';

const wideColumns = ['kind', 'operation', 'state', 'eid', 'iccid', 'country_code', 'error_code', 'request_id'];
const wideTable = [
  `CREATE TABLE event (seq INTEGER PRIMARY KEY, received_at INTEGER, ${wideColumns.map((name) => `${name} TEXT`).join(', ')}, id TEXT, raw TEXT) STRICT`,
  ...wideColumns.map((name) => `CREATE INDEX event_${name} ON event(${name})`),
].join(';');

function wideRow(event: ReceivedEvent) {
  const { operation, state, eid, iccid, countryCode, errorCode, requestId } = decodeEvent(event);
  const { receivedAt, kind, id, data } = event;
  return [receivedAt, kind, operation, state, eid, iccid, countryCode, errorCode, requestId, id, data];
}

/** Milliseconds for batched inserts with the store's own durability. */
function bareInserts(directory: string, rows: readonly unknown[][], schema: string): number {
  const database = new Sqlite(join(directory, 'bare.db'));
  database.pragma('page_size = 8192');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(schema);
  const places = rows[0]?.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO event VALUES (NULL, ${places})`);
  const insertAll = database.transaction((batch: readonly unknown[][]) => {
    for (const row of batch) insert.run(row);
  });
  const start = performance.now();
  for (let at = 0; at < rows.length; at += BARE_BATCH) insertAll(rows.slice(at, at + BARE_BATCH));
  const elapsedMs = performance.now() - start;
  database.close();
  return elapsedMs;
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
  console.log(
    `ingest: ${figures.events} events of ${figures.meanBytes.toFixed(0)} bytes in the mean, median of the rounds`,
  );
  console.log(`  bare inserts, raw rows              ${perEvent(figures.rawMs)}`);
  console.log(`  bare inserts, wide, 8 indexes       ${perEvent(figures.wideMs)}`);
  console.log(`  memory to committed                 ${perEvent(figures.memoryMs)}`);
  console.log(`  socket to committed and announced   ${perEvent(figures.socketMs)}`);
  const lines: [name: string, figure: number, sign: '≥' | '≤', goal: number][] = [
    ['raw inserts ÷ socket to committed', figures.rawRatio, '≥', RAW_GOAL],
    ['wide inserts ÷ socket to committed', figures.wideRatio, '≥', WIDE_GOAL],
    ['memory ÷ socket to committed', figures.memoryRatio, '≥', MEMORY_GOAL],
    ['event-loop delay p99, ms', figures.loopDelayP99Ms, '≤', DELAY_GOAL_MS],
    ['stored ÷ received bytes', figures.storedBytesRatio, '≤', STORED_BYTES_GOAL],
  ];
  const reached = lines.map(([, figure, sign, goal]) => (sign === '≥' ? figure >= goal : figure <= goal));
  for (const [index, [name, figure, sign, goal]] of lines.entries())
    console.log(
      `  ${name.padEnd(36)}${figure.toFixed(2)}  goal ${sign} ${goal}  ${reached[index] === true ? 'reached' : 'MISSED'}`,
    );
  return reached.every(Boolean);
}

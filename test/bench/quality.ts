/** Measures the figures of a store of 90 days, and what counting them adds to storing and projecting its events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import { AttemptTally } from '../../src-main/core/cases/projection/attempt-tally.ts';
import { type BackTestParts, createBackTest } from '../../src-main/core/alarms/back-test/back-test.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import { createServiceReports } from '../../src-main/core/reports/create-service-reports.ts';
import { createQuality } from '../../src-main/core/quality/create-quality.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { dayOf, dayText } from '../../src-shared/domain/quality/day-tally.ts';
import type { QualityField } from '../../src-shared/domain/quality/quality-schemas.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { casesOf, STORE_IDENTITY } from './cases.ts';
import { atMost, type Figures, median, percentile } from './figures.ts';
import { DAY_MS, FilledStore } from './filled-store.ts';
import { generatedEvents } from './generated-events.ts';

const DAYS = 90;
const SAMPLES = 40;
const ROUNDS = 5;
const FEW_SAMPLES = 3;
/** Eight projections of more events would take an hour. */
const MAX_SHARED_EVENTS = 300_000;
const SILENCE_MS = 30 * 60_000;
/** The screen asks for the same. */
const BY: QualityField[][] = [['country'], ['customer'], ['step'], ['cause'], ['day']];

export async function benchQuality(figures: Figures, count: number): Promise<void> {
  const stepMs = (DAYS * DAY_MS) / count;
  const before = cpuMs();
  const filled = await FilledStore.fill(count, { pace: { startAt: Date.now() - DAYS * DAY_MS, stepMs } });
  const filling = cpuMs() - before;
  try {
    figures.topic('Figures of 90 days', ['case-tables', 'case-rules']);
    await benchCalls(figures, filled);
    if (count <= MAX_SHARED_EVENTS) await benchShare(figures, filled, filling - generatingMs(filled));
    else figures.notMeasured('counting ÷ storing and projecting, processor time', 'at most 300 000 events');
  } finally {
    await filled.remove();
  }
}

async function benchCalls(figures: Figures, filled: FilledStore): Promise<void> {
  const caseProjection = databasesInThreads(filled.directory).caseProjections.open(STORE_IDENTITY);
  const over = new AbortController();
  try {
    const cases = casesOf(filled, caseProjection);
    const running = cases.run(over.signal);
    await cases.waitUntilCaughtUp();
    const keepDays = { failures: DAYS, successes: DAYS, heartbeats: 1, searches: 1 };
    const quality = createQuality({
      cases,
      projection: caseProjection.reader,
      scanner: filled.store.scanner,
      clock: createSystemClock(),
      profile: { keepDays, attemptSilenceMinutes: 30 },
      liveUntil: () => null,
    });
    const { endAt } = filled;
    const { groups } = await caseProjection.reader.board(endAt, endAt - DAY_MS);
    const [largest] = groups.toSorted((one, other) => other.state.failures - one.state.failures);
    const span = { from: endAt - DAYS * DAY_MS, to: endAt, kind: 'localization' } as const;
    const read = await sampled(() => quality.figures({ ...span, by: BY }));
    const board = await sampled(() => caseProjection.reader.board(endAt, endAt - DAY_MS));
    const ratio = (times: readonly number[]) => `÷ the board ${(median(times) / median(board)).toFixed(2)}`;
    figures.measured('the figures of Quality, p95', percentile(read, 95), 'ms', atMost(300), ratio(read));
    if (largest === undefined) throw new Error('no group has failed');
    const past = await sampled(() => quality.past(largest.state.key));
    figures.measured('the past of the largest group, p95', percentile(past, 95), 'ms', atMost(50), ratio(past));
    const { values } = (await quality.figures({ ...span, by: [['country']] })).lines[0]?.[0] ?? { values: [null] };
    const rows = {
      ...span,
      by: ['country' as const],
      values,
      endings: ['failed' as const],
      retries: null,
      before: null,
    };
    const attempts = await sampled(() => quality.attempts(rows));
    figures.measured('the first 100 attempts of a figure, p95', percentile(attempts, 95), 'ms', null, ratio(attempts));
    const parts = {
      cases,
      projection: caseProjection.reader,
      scanner: filled.store.scanner,
      writer: filled.store.writer,
      clock: createSystemClock(),
      profile: { keepDays },
    };
    await benchReports(figures, parts, endAt);
    over.abort();
    await running;
  } finally {
    over.abort();
    await caseProjection.close();
  }
}

async function benchReports(
  figures: Figures,
  parts: BackTestParts & Pick<Parameters<typeof createServiceReports>[0], 'projection' | 'scanner' | 'writer'>,
  endAt: number,
): Promise<void> {
  const reports = createServiceReports({
    ...parts,
    committed: new ChangeSignal(),
    newId: () => 'bench',
    label: () => ({ profile: 'Bench', domain: null, practice: false }),
    liveUntil: () => null,
  });
  const days = { first: dayText(dayOf(endAt) - 30), last: dayText(dayOf(endAt) - 1), zone: 'UTC' };
  const reported = await sampled(() => reports.report(days), FEW_SAMPLES);
  figures.measured('the service report of 30 days', Math.max(...reported) / 1_000, 's', atMost(10));
  const backTest = createBackTest(parts);
  const rules = { settings: DEFAULT_ALARM_SETTINGS, views: [], from: endAt - DAYS * DAY_MS, withLoad: false };
  let [from, to] = [0, 0];
  const tested = await sampled(async () => ({ from, to } = await backTest.run(rules)), FEW_SAMPLES);
  const aside = `${((to - from) / DAY_MS).toFixed(0)} days tested`;
  figures.measured('a back-test of 90 days', Math.max(...tested) / 1_000, 's', atMost(5), aside);
}

/** In turns, and the least of each, because other programs of the machine only add to the processor time. */
async function benchShare(figures: Figures, { store }: FilledStore, storing: number): Promise<void> {
  const [withIt, without]: Awaited<ReturnType<typeof projectingMs>>[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    withIt?.push(await projectingMs(store.scanner));
    without?.push(await withoutTally(() => projectingMs(store.scanner)));
  }
  const least = (of: 'all' | 'own', times: typeof withIt = []) => Math.min(...times.map((time) => time[of]));
  const [counting, own, base] = [least('own', withIt), least('own', without), least('all', without)];
  const share = (100 * (counting - own)) / (storing + base);
  const aside = `${(counting - own).toFixed(0)} of ${base.toFixed(0)} ms for the cases and ${storing.toFixed(0)} ms for storing`;
  figures.measured('counting ÷ storing and projecting, processor time', share, '%', atMost(2), aside);
}

async function withoutTally<Result>(work: () => Promise<Result>): Promise<Result> {
  const counting = Object.getOwnPropertyDescriptor(AttemptTally.prototype, 'add') ?? {};
  Object.defineProperty(AttemptTally.prototype, 'add', { ...counting, value: () => undefined });
  try {
    return await work();
  } finally {
    Object.defineProperty(AttemptTally.prototype, 'add', counting);
  }
}

/** `own`: this thread, which counts and writes; others only read. */
async function projectingMs(scanner: EventReader): Promise<{ readonly all: number; readonly own: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  const projection = databasesInFolders(
    () => folder,
    0,
    () => scanner,
  ).caseProjections.open(STORE_IDENTITY);
  try {
    const [before, own] = [cpuMs(), threadMs()];
    await projection.projector.load(SILENCE_MS);
    while ((await projection.projector.applyNext())?.isLast === false);
    return { all: cpuMs() - before, own: threadMs() - own };
  } finally {
    await projection.close();
    rmSync(folder, { recursive: true });
  }
}

function generatingMs({ count, pace }: FilledStore): number {
  const before = cpuMs();
  for (const event of generatedEvents(0, count, pace)) if (event.data === '') throw new Error('an empty event');
  return cpuMs() - before;
}

async function sampled(work: () => Promise<unknown>, samples = SAMPLES): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < samples; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Includes all threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Measures the figures of a store of 90 days, and what counting them adds to storing and projecting its events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import { AttemptTally } from '../../src-main/core/cases/projection/attempt-tally.ts';
import { createQuality } from '../../src-main/core/quality/create-quality.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import type { QualityField } from '../../src-shared/domain/quality/quality-schemas.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { casesOf, STORE_IDENTITY } from './cases.ts';
import { atMost, type Figures, median, percentile } from './figures.ts';
import { DAY_MS, FilledStore } from './filled-store.ts';
import { generatedEvents } from './generated-events.ts';

const DAYS = 90;
const SAMPLES = 40;
const ROUNDS = 4;
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
    await benchShare(figures, filled, filling - generatingMs(filled));
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
    over.abort();
    await running;
  } finally {
    over.abort();
    await caseProjection.close();
  }
}

/** In turns, and the least of each, because other programs of the machine only add to the processor time. */
async function benchShare(figures: Figures, { store }: FilledStore, storing: number): Promise<void> {
  const [withIt, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    withIt.push(await projectingMs(store.scanner));
    without.push(await withoutTally(() => projectingMs(store.scanner)));
  }
  const [counting, base] = [Math.min(...withIt), Math.min(...without)];
  const share = (100 * (counting - base)) / (storing + base);
  const aside = `${counting.toFixed(0)} and ${base.toFixed(0)} ms for the cases, ${storing.toFixed(0)} ms for storing`;
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

async function projectingMs(scanner: EventReader): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  const projection = databasesInFolders(
    () => folder,
    0,
    () => scanner,
  ).caseProjections.open(STORE_IDENTITY);
  try {
    const before = cpuMs();
    await projection.projector.load(SILENCE_MS);
    while ((await projection.projector.applyNext())?.isLast === false);
    return cpuMs() - before;
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

async function sampled(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < SAMPLES; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

/** Includes all threads. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Benchmarks the case projection over a filled store, compared with `collect` in the same run and with a plain walk
 * over the same events. Then measures the queries of the page through the threads of the projection.
 */
import { OUTCOME_EVENTS } from '../../src-shared/domain/event/event-class.ts';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { caseDatabasePath } from '../../src-main/adapters/sqlite/cases/case-database.ts';
import { createCases, type Cases } from '../../src-main/core/cases/create-cases.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { CaseProjection } from '../../src-main/core/ports/case-projection.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import type { CaseListQuery } from '../../src-shared/api/cases.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { benchAlarms } from './alarms.ts';
import type { BenchServer } from './bench-server.ts';
import { atLeast, atMost, type Figures, percentile } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { CASE_PACE, caseEvents } from './generated-cases.ts';
import { collectOnce, EVENTS_PER_ROUND } from './ingest.ts';

const STORE_IDENTITY = { id: PRACTICE_ID, name: 'Bench', practice: true, source: '' };
const SAMPLES = 60;
const DAY_MS = 86_400_000;

export async function benchCases(figures: Figures, server: BenchServer, count: number): Promise<void> {
  await server.prepareEvents(0, EVENTS_PER_ROUND);
  const collected = await collectOnce(server);
  const ingested = EVENTS_PER_ROUND / (collected.ms / 1_000);
  const filled = await FilledStore.fill(count, false, { events: caseEvents, pace: CASE_PACE });
  const directory = dirname(filled.databasePath);
  const caseProjection = databasesInThreads(filled.directory).caseProjections.open(STORE_IDENTITY);
  const over = new AbortController();
  try {
    figures.topic(`Cases of ${count} events: four events of each eUICC or request, one in fifty stays failed`);
    const walked = await walk(filled);
    const ofCollect = (collected.cpuMs * 1_000) / EVENTS_PER_ROUND;
    figures.measured(
      'collect, stored each second',
      ingested,
      '/s',
      null,
      `${ofCollect.toFixed(1)} µs of processor each`,
    );
    figures.measured('a plain walk over the same, each second', walked, '/s');
    const cases = casesOf(filled, caseProjection);
    const before = process.memoryUsage.rss();
    const cpu = process.cpuUsage();
    const start = performance.now();
    const running = cases.run(over.signal);
    await cases.waitUntilCaughtUp();
    const followed = count / ((performance.now() - start) / 1_000);
    const { user, system } = process.cpuUsage(cpu);
    const used = (user + system) / count;
    const aside = `${(followed / walked).toFixed(2)} of the walk; ${used.toFixed(1)} µs of processor each`;
    figures.measured('the follower, taken each second', followed, '/s', null, aside);
    figures.measured('the follower ÷ collect', followed / ingested, '', atLeast(5));
    figures.measured('processor of collect ÷ that of the follower', ofCollect / used, '');
    figures.measured('more memory with it', (process.memoryUsage.rss() - before) / 1_048_576, 'MB');
    const bytes = [caseDatabasePath(directory), `${caseDatabasePath(directory)}-wal`].map(
      (path) => statSync(path).size,
    );
    const aSide = `events.db ${(statSync(filled.databasePath).size / count).toFixed(0)}`;
    figures.measured('cases.db', (bytes[0] ?? 0) / count, 'bytes/event', null, aSide);
    await benchAlarms(figures, filled, cases, ofCollect);
    await benchCaseQueries(figures, cases, caseProjection, filled.endAt);
    over.abort();
    await running;
  } finally {
    over.abort();
    await caseProjection.close();
    await filled.remove();
  }
}

function casesOf({ store }: FilledStore, projection: CaseProjection): Cases {
  let id = 0;
  return createCases({
    profile: { attemptSilenceMinutes: 30 },
    clock: createSystemClock(),
    log: console,
    newId: () => `bench-${(id += 1)}`,
    projection,
    reader: store.reader,
    scanner: store.scanner,
    writer: store.writer,
    committed: new ChangeSignal(),
  });
}

async function walk({ store, count }: FilledStore): Promise<number> {
  const start = performance.now();
  let from: number | null = 0;
  while (from !== null) {
    const { next }: { readonly next: number | null } = await store.scanner.summaries({
      filter: OUTCOME_EVENTS,
      direction: 'newer',
      from,
      to: count,
      limit: 500,
    });
    from = next;
  }
  return count / ((performance.now() - start) / 1_000);
}

async function benchCaseQueries(
  figures: Figures,
  cases: Cases,
  caseProjection: CaseProjection,
  endAt: number,
): Promise<void> {
  const { groups } = await caseProjection.reader.board(endAt, endAt - DAY_MS);
  const open = groups.reduce((sum, { state }) => sum + state.open, 0);
  figures.topic(`Cases: what the page asks, ${open} cases open in ${groups.length} groups, p95`);
  const measureQuery = async (name: string, runQuery: () => Promise<unknown>, maxMs: number | null): Promise<void> => {
    const times: number[] = [];
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      const start = performance.now();
      await runQuery();
      times.push(performance.now() - start);
    }
    const goal = maxMs === null ? null : atMost(maxMs);
    figures.measured(name, percentile(times, 95), 'ms', goal, `p50 ${percentile(times, 50).toFixed(1)}`);
  };
  const query = (changes: Partial<CaseListQuery>): Omit<CaseListQuery, 'watch'> => ({
    kind: 'localization',
    of: 'open',
    cause: null,
    find: '',
    since: null,
    sort: 'worst',
    after: null,
    limit: 100,
    ...changes,
  });
  await measureQuery('the board of the book', () => caseProjection.reader.board(endAt, endAt - DAY_MS), 25);
  const keys = groups.map(({ state }) => state.key);
  const spark = { keys, from: endAt - DAY_MS, stepMs: DAY_MS / 24, steps: 24 };
  await measureQuery('sparks of all groups', () => caseProjection.reader.sparks(spark), 25);
  for (const sort of ['worst', 'newest', 'waiting'] as const)
    await measureQuery(`the open list, ${sort} first`, () => cases.list(query({ sort })), 25);
  await measureQuery('the open list, a word', () => cases.list(query({ find: '77' })), 25);
  await measureQuery('open requests', () => cases.list(query({ kind: 'request' })), 25);
  await measureQuery('one group', () => cases.list(query({ cause: keys[0] ?? null })), 25);
  const first = await cases.list(query({ sort: 'worst', limit: 50 }));
  await measureQuery('the second page', () => cases.list(query({ sort: 'worst', limit: 50, after: first.next })), 25);
  const [key] = first.cases.map((one) => one.key);
  if (key !== undefined) await measureQuery('a case whole', () => cases.detail(key), 25);
  await measureQuery('all cases, newest first', () => cases.list(query({ of: 'all', sort: 'newest' })), null);
  await measureQuery(
    'a word in all cases',
    () => cases.list(query({ of: 'all', sort: 'newest', find: 'nowhere' })),
    null,
  );
}

/** Measures what the page reads of the cases of a filled store, through the threads of the projection. */
import { createCases, type Cases } from '../../src-main/core/cases/create-cases.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { CaseProjection } from '../../src-main/core/ports/case-projection.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import type { CaseListQuery } from '../../src-shared/api/cases.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { atMost, type Figures, percentile } from './figures.ts';
import { FilledStore } from './filled-store.ts';
import { OPEN_CASES } from '../doubles/case-states.ts';

export const STORE_IDENTITY = { id: PRACTICE_ID, name: 'Bench', practice: true, source: '' };
const SAMPLES = 60;
const DAY_MS = 86_400_000;

export async function benchCases(figures: Figures, count: number): Promise<void> {
  const filled = await FilledStore.fill(count);
  const caseProjection = databasesInThreads(filled.directory).caseProjections.open(STORE_IDENTITY);
  const over = new AbortController();
  try {
    const cases = casesOf(filled, caseProjection);
    const running = cases.run(over.signal);
    await cases.waitUntilCaughtUp();
    await benchCaseQueries(figures, cases, caseProjection, filled.endAt);
    over.abort();
    await running;
  } finally {
    over.abort();
    await caseProjection.close();
    await filled.remove();
  }
}

export function casesOf({ store }: FilledStore, projection: CaseProjection): Cases {
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

async function benchCaseQueries(
  figures: Figures,
  cases: Cases,
  caseProjection: CaseProjection,
  endAt: number,
): Promise<void> {
  const { groups } = await caseProjection.reader.board(endAt, endAt - DAY_MS);
  const open = groups.reduce((sum, { state }) => sum + state.open, 0);
  console.log(`\n(${open} cases open in ${groups.length} groups)`);
  figures.topic('Cases: what the page reads, p95', ['case-tables', 'case-rules']);
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
  const query = (changes: Partial<CaseListQuery>): Omit<CaseListQuery, 'watch'> => ({ ...OPEN_CASES, ...changes });
  await measureQuery('the board', () => caseProjection.reader.board(endAt, endAt - DAY_MS), 25);
  const keys = groups.map(({ state }) => state.key);
  const spark = { keys, from: endAt - DAY_MS, stepMs: DAY_MS / 24, steps: 24 };
  await measureQuery('sparklines of all groups', () => caseProjection.reader.sparks(spark), 25);
  for (const sort of ['worst', 'newest', 'waiting'] as const)
    await measureQuery(`the open list, ${sort} first`, () => cases.list(query({ sort })), 25);
  await measureQuery('the open list, a word', () => cases.list(query({ find: '77' })), 25);
  await measureQuery('open requests', () => cases.list(query({ kind: 'request' })), 25);
  await measureQuery('one group', () => cases.list(query({ cause: keys[0] ?? null })), 25);
  const first = await cases.list(query({ sort: 'worst', limit: 50 }));
  await measureQuery('the second page', () => cases.list(query({ sort: 'worst', limit: 50, after: first.next })), 25);
  const [key] = first.cases.map((one) => one.key);
  if (key !== undefined) await measureQuery('a complete case', () => cases.detail(key), 25);
  await measureQuery('all cases, newest first', () => cases.list(query({ of: 'all', sort: 'newest' })), null);
  await measureQuery(
    'a word in all cases',
    () => cases.list(query({ of: 'all', sort: 'newest', find: 'nowhere' })),
    null,
  );
}

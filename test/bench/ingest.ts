/**
 * Measures ingest from the socket to the commit in the real `collect` process, compared with plain tables in the same
 * run. The order changes with each round, so that a machine that slows down affects all of them.
 */
import { setTimeout } from 'node:timers/promises';
import { bareCommits, bareInserts, rawBaseline, wideBaseline, type Written } from './baselines.ts';
import { CollectProcess, type ProbeReading } from './collect-process.ts';
import type { BenchServer } from './bench-server.ts';
import { atLeast, atMost, type Figures, median, percentile } from './figures.ts';
import { generatedEvents } from './generated-events.ts';

export const EVENTS_PER_ROUND = 100_000;
const ROUNDS = 3;
const PACED = 10_000;
const PER_SECOND = 1_000;
/** The first events of a process cost more, because it compiles its code. */
const WARM_UP = 2_000;

interface Round {
  readonly raw: Written;
  readonly wide: Written;
  readonly collect: Written & Pick<ProbeReading, 'loopDelayP99Ms' | 'loopDelayMaxMs'>;
}

export async function benchIngest(figures: Figures, server: BenchServer): Promise<void> {
  figures.topic(
    `Ingest: ${EVENTS_PER_ROUND} events from the socket to committed, real \`collect\`, median of ${ROUNDS} rounds`,
  );
  const events = [...generatedEvents(0, EVENTS_PER_ROUND)];
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  const [raw, wide] = [rawBaseline(events), wideBaseline(events)];
  await server.prepareEvents(0, EVENTS_PER_ROUND);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured: Partial<Round> = {};
    const steps: (() => Partial<Round> | Promise<Partial<Round>>)[] = [
      () => ({ raw: bareInserts(raw) }),
      () => ({ wide: bareInserts(wide) }),
      async () => ({ collect: await collectOnce(server) }),
    ];
    for (const step of [...steps.slice(round % 3), ...steps.slice(0, round % 3)]) Object.assign(measured, await step());
    rounds.push(measured as Round);
  }
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
  const range = (figure: (round: Round) => number) => {
    const values = rounds.map(figure);
    return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
  };
  const perEvent = (of: (round: Round) => Written) =>
    [
      middle((round) => (of(round).ms * 1_000) / EVENTS_PER_ROUND),
      `${middle((round) => (of(round).cpuMs * 1_000) / EVENTS_PER_ROUND).toFixed(1)} µs of processor`,
    ] as const;
  const named = (name: string, of: (round: Round) => Written) => {
    const [us, cpu] = perEvent(of);
    figures.measured(name, us, 'µs/event', null, cpu);
  };
  figures.measured('an event in the mean', bytes / EVENTS_PER_ROUND, 'bytes');
  named('bare inserts, raw rows', ({ raw: written }) => written);
  named('bare inserts, wide table with 8 indexes', ({ wide: written }) => written);
  named('collect, socket to committed', ({ collect }) => collect);
  const rawRatio = (round: Round) => round.raw.ms / round.collect.ms;
  const wideRatio = (round: Round) => round.wide.ms / round.collect.ms;
  const cpuRatio = (round: Round) => round.wide.cpuMs / round.collect.cpuMs;
  figures.measured('wide inserts ÷ collect', middle(wideRatio), '', atLeast(0.5), range(wideRatio));
  figures.measured('raw inserts ÷ collect', middle(rawRatio), '', atLeast(0.15), range(rawRatio));
  figures.measured('wide inserts ÷ collect, processor time', middle(cpuRatio), '', null, range(cpuRatio));
  const delay = middle(({ collect }) => collect.loopDelayP99Ms);
  const longestPause = `longest ${Math.max(...rounds.map(({ collect }) => collect.loopDelayMaxMs)).toFixed(0)} ms`;
  figures.measured('event-loop delay p99 at full speed', delay, 'ms', atMost(10), longestPause);
}

export function collectOnce(server: BenchServer): Promise<Round['collect']> {
  return CollectProcess.run(server, async (collecting) => {
    const target = collecting.newestSeq() + EVENTS_PER_ROUND;
    await collecting.readProbe();
    const start = performance.now();
    server.sendPrepared();
    const ms = (await collecting.waitUntilStored(target)) - start;
    return { ms, ...(await collecting.readProbe()) };
  });
}

/**
 * Measures the time from the write of an event to the socket until another process can read it, compared with one plain
 * commit.
 */
export async function benchLatency(figures: Figures, server: BenchServer): Promise<void> {
  figures.topic(`Latency: written to the socket until readable by another process, ${PER_SECOND} events a second`);
  const rows = rawBaseline([...generatedEvents(0, 1_000)]).rows;
  const commit = median(bareCommits(rows));
  await CollectProcess.run(server, async (collecting) => {
    await server.prepareEvents(0, PACED + WARM_UP);
    const before = collecting.newestSeq();
    const sent = server.sendAtRate(PER_SECOND);
    const readableAt: number[] = [];
    while (readableAt.length < PACED + WARM_UP) {
      const newest = collecting.newestSeq() - before;
      const at = Number(process.hrtime.bigint()) / 1e6;
      while (readableAt.length < newest) readableAt.push(at);
      await setTimeout(1);
    }
    const latencies = (await sent).map((at, index) => (readableAt[index] ?? 0) - at).slice(WARM_UP);
    const [p50, p99] = [percentile(latencies, 50), percentile(latencies, 99)];
    const aside = `p50 ${p50.toFixed(1)}, longest ${Math.max(...latencies).toFixed(0)} ms; includes up to 1 ms of looking`;
    figures.measured('p99', p99, 'ms', null, aside);
    figures.measured('a bare commit, p50', commit, 'ms');
    figures.measured('p99 ÷ p50 of a bare commit', p99 / commit, '', atMost(40));
  });
}

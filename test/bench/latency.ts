/**
 * Measures the time from the write of an event to the socket until another process can read it, compared with one plain
 * commit.
 */
import { setTimeout } from 'node:timers/promises';
import { bareCommits } from './baselines.ts';
import type { BenchServer } from './bench-server.ts';
import { atMost, type Figures, median, percentile } from './figures.ts';
import { ProductProcess } from './product-process.ts';

const COMMITS = 1_000;
const PACED = 10_000;
const PER_SECOND = 1_000;
/** The first events of a process cost more, because it compiles its code. */
const WARM_UP = 2_000;

export async function benchLatency(figures: Figures, server: BenchServer): Promise<void> {
  figures.topic(
    `Latency: from the socket until another process can read it, ${PER_SECOND} events a second`,
    ['store'],
    false,
  );
  const commit = median(bareCommits(COMMITS));
  const collecting = await ProductProcess.start(server);
  try {
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
  } finally {
    await collecting.stop();
    collecting.remove();
  }
}

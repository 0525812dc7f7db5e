/**
 * Measures pages of a store while the real `collect` writes it at full speed, compared with the same pages while it is
 * idle.
 */
import { setTimeout } from 'node:timers/promises';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { ProductProcess } from './product-process.ts';
import type { BenchServer } from './bench-server.ts';
import { atMost, type Figures, percentile } from './figures.ts';

import { readPageRows } from './read-classes.ts';

const EVENTS_PER_ROUND = 100_000;
const IDLE_PAGES = 500;
/** Same rate as a page with ten watches. */
const PAGE_INTERVAL_MS = 10;

export async function benchReadsWhileIngesting(figures: Figures, server: BenchServer): Promise<void> {
  figures.topic('Newest page, read by another process while `collect` writes', ['store']);
  await server.prepareEvents(0, EVENTS_PER_ROUND);
  const collecting = await ProductProcess.start(server);
  const reader = openEventReader(collecting.databasePath);
  try {
    const target = collecting.newestSeq() + EVENTS_PER_ROUND;
    server.sendPrepared();
    await collecting.waitUntilStored(target);
    const idle = await pages(reader, (read) => read < IDLE_PAGES);
    await server.prepareEvents(EVENTS_PER_ROUND, EVENTS_PER_ROUND);
    const end = collecting.newestSeq() + EVENTS_PER_ROUND;
    server.sendPrepared();
    const busy = await pages(reader, () => collecting.newestSeq() < end);
    const summarize = (times: readonly number[]) => `p50 ${percentile(times, 50).toFixed(2)}; n ${times.length}`;
    const [idleP99, busyP99] = [percentile(idle, 99), percentile(busy, 99)];
    figures.measured('at rest, p99', idleP99, 'ms', null, summarize(idle));
    figures.measured('while it writes at full speed, p99', busyP99, 'ms', null, summarize(busy));
    figures.measured('while it writes ÷ at rest, p99', busyP99 / idleP99, '', atMost(3));
  } finally {
    await reader.close();
    await collecting.stop();
    collecting.remove();
  }
}

async function pages(reader: EventReader, goesOn: (read: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const start = performance.now();
    await readPageRows(reader, EVERYTHING, null);
    times.push(performance.now() - start);
    await setTimeout(PAGE_INTERVAL_MS);
  }
  return times;
}

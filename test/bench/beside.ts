/** Pages of a store while the real `collect` writes it at full speed, beside the same pages while it rests. */
import { openEventReader } from '../../src-main/adapters/event-store/event-reader.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import { Collecting } from './collecting.ts';
import type { FeedingServer } from './feeding-server.ts';
import { atMost, type Figures, percentile } from './figures.ts';
import { PIECE } from './ingest.ts';
import { pageOf } from './read-classes.ts';

const IDLE_PAGES = 500;
/** As often as the page of an application asks, ten watches at once. */
const PAGE_EVERY_MS = 10;

export async function benchBeside(figures: Figures, server: FeedingServer): Promise<void> {
  figures.topic('Newest page, read by another process while `collect` writes');
  await server.make(0, PIECE);
  const collecting = await Collecting.start(server);
  const reader = openEventReader(collecting.path);
  try {
    const target = collecting.newest() + PIECE;
    server.send();
    await collecting.stored(target);
    const idle = await pages(reader, (read) => read < IDLE_PAGES);
    await server.make(PIECE, PIECE);
    const end = collecting.newest() + PIECE;
    server.send();
    const busy = await pages(reader, () => collecting.newest() < end);
    const said = (times: readonly number[]) => `p50 ${percentile(times, 50).toFixed(2)}; n ${times.length}`;
    const [idleP99, busyP99] = [percentile(idle, 99), percentile(busy, 99)];
    figures.measured('at rest, p99', idleP99, 'ms', null, said(idle));
    figures.measured('while it writes at full speed, p99', busyP99, 'ms', null, said(busy));
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
    await pageOf(reader, EVERYTHING, null);
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAGE_EVERY_MS));
  }
  return times;
}

/**
 * Measures the search index: the cost of building it, and its lag while 1 000 events arrive each second. Calls the
 * indexer like a watch: batch by batch, and again after a pause if nothing was left.
 */
import { setTimeout } from 'node:timers/promises';
import { statSync } from 'node:fs';
import { searchPathOf } from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { atMost, type Figures, percentile } from './figures.ts';
import { FilledStore } from './filled-store.ts';

const STORED = 100_000;
const EVENTS_PER_ARRIVAL = 20;
const ARRIVAL_INTERVAL_MS = 20;
const ALONE_MS = 15_000;
const FOLLOWED_MS = 60_000;
const POLL_INTERVAL_MS = 250;
/** Indexing starts at about 1 000 events, works in batches of up to 4 000, and leaves an incomplete block. */
const MAX_LAG_EVENTS = 4_096;

export async function benchIndexing(figures: Figures, filled: FilledStore): Promise<void> {
  figures.topic(`Making the search index of ${filled.count} events`);
  const { indexer, reader } = filled.store;
  const start = performance.now();
  let batches = 0;
  for (let more = true; more; batches += 1) more = await indexer.index();
  const ms = performance.now() - start;
  const { unindexedEvents } = await reader.searchIndexProgress();
  const share = statSync(searchPathOf(filled.databasePath)).size / statSync(filled.databasePath).size;
  figures.measured(
    'events each second',
    (filled.count - unindexedEvents) / (ms / 1_000),
    '/s',
    null,
    `${batches} pieces`,
  );
  figures.measured('events that it leaves', unindexedEvents, '', atMost(MAX_LAG_EVENTS));
  figures.measured('its bytes ÷ those of the store', share, '');
}

/** Measures one minute with 1 000 events per second, while the index follows. */
export async function benchLiveIndexing(figures: Figures): Promise<void> {
  figures.topic('The search index while 1000 events arrive each second');
  const filled = await FilledStore.fill(STORED, false);
  try {
    const { indexer, reader } = filled.store;
    const alone = await arriving(filled, ALONE_MS);
    while (await indexer.index());
    const over = new AbortController();
    const indexing = (async () => {
      while (!over.signal.aborted) if (!(await indexer.index())) await setTimeout(POLL_INTERVAL_MS);
    })();
    const pending: number[] = [];
    const looking = (async () => {
      for (; !over.signal.aborted; await setTimeout(POLL_INTERVAL_MS))
        pending.push((await reader.searchIndexProgress()).unindexedEvents);
    })();
    const followed = await arriving(filled, FOLLOWED_MS);
    over.abort();
    await Promise.all([indexing, looking]);
    const max = Math.max(...pending);
    const half = pending.slice(pending.length / 2);
    const stays = Math.max(...half) / Math.max(1, ...pending.slice(0, pending.length / 2));
    figures.measured('longest that it was behind', max, 'events', atMost(MAX_LAG_EVENTS), summarize(pending, 'events'));
    figures.measured('the same in time', max / followed.perSecond, 's', null);
    figures.measured('second half of the minute ÷ first', stays, '', atMost(1.5), 'it does not fall behind');
    figures.measured(
      'stored each second',
      followed.perSecond,
      '/s',
      null,
      summarize(followed.waits, 'ms until committed'),
    );
    figures.measured(
      'processors, with the index − without',
      100 * (followed.share - alone.share),
      '%',
      null,
      `${(100 * followed.share).toFixed(0)} and ${(100 * alone.share).toFixed(0)} % of one, making the events included`,
    );
  } finally {
    await filled.remove();
  }
}

/** Lets events arrive for this long. `share` is the processor time of all threads, as a share of one processor. */
async function arriving(filled: FilledStore, forMs: number) {
  const waits: number[] = [];
  const usedBefore = process.cpuUsage();
  const start = performance.now();
  for (let due = start; due < start + forMs; due += ARRIVAL_INTERVAL_MS) {
    waits.push(await filled.append(filled.generate(EVENTS_PER_ARRIVAL)));
    await setTimeout(Math.max(0, due + ARRIVAL_INTERVAL_MS - performance.now()));
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(usedBefore);
  return { waits, perSecond: (waits.length * EVENTS_PER_ARRIVAL) / (ms / 1_000), share: (user + system) / 1_000 / ms };
}

function summarize(values: readonly number[], what: string): string {
  return `p50 ${percentile(values, 50).toFixed(1)}, longest ${Math.max(...values).toFixed(1)} ${what}`;
}

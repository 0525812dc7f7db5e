/**
 * The search index: what making it costs, and how far it stays behind while a thousand events arrive each second. It is
 * asked for as a watch asks for it: piece by piece, and when there is nothing to do, again a little later.
 */
import { statSync } from 'node:fs';
import { searchPathOf } from '../../src-main/adapters/event-store/search-database.ts';
import { atMost, type Figures, percentile } from './figures.ts';
import { FilledStore } from './filled-store.ts';

/** Where it begins: the newest events of a store that is in use. */
const STORED = 100_000;
const EVENTS_PER_ARRIVAL = 20;
const ARRIVAL_INTERVAL_MS = 20;
const ALONE_MS = 15_000;
const FOLLOWED_MS = 60_000;
const POLL_INTERVAL_MS = 250;
/** It begins for a thousand events, a piece of work has as many blocks as hold four, and one that is not full waits. */
const MAX_LAG_EVENTS = 4_096;

/** All at once, of a store that has none. */
export async function benchIndexing(figures: Figures, filled: FilledStore): Promise<void> {
  figures.topic(`Making the search index of ${filled.count} events`);
  const { indexer, reader } = filled.store;
  const start = performance.now();
  let pieces = 0;
  for (let more = true; more; pieces += 1) more = await indexer.index();
  const ms = performance.now() - start;
  await indexer.stop();
  const { unindexedEvents } = await reader.searchIndexProgress();
  const share = statSync(searchPathOf(filled.databasePath)).size / statSync(filled.databasePath).size;
  figures.measured(
    'events each second',
    (filled.count - unindexedEvents) / (ms / 1_000),
    '/s',
    null,
    `${pieces} pieces`,
  );
  figures.measured('events that it leaves', unindexedEvents, '', atMost(MAX_LAG_EVENTS));
  figures.measured('its bytes ÷ those of the store', share, '');
}

/** A minute of a thousand events each second, with the index behind them. */
export async function benchLiveIndexing(figures: Figures): Promise<void> {
  figures.topic('The search index while 1000 events arrive each second');
  const filled = await FilledStore.fill(STORED, false);
  try {
    const { indexer, reader } = filled.store;
    const alone = await arriving(filled, ALONE_MS);
    while (await indexer.index());
    const over = new AbortController();
    const indexing = (async () => {
      while (!over.signal.aborted) if (!(await indexer.index())) await later(POLL_INTERVAL_MS);
    })();
    const behind: number[] = [];
    const looking = (async () => {
      for (; !over.signal.aborted; await later(POLL_INTERVAL_MS))
        behind.push((await reader.searchIndexProgress()).unindexedEvents);
    })();
    const followed = await arriving(filled, FOLLOWED_MS);
    over.abort();
    await Promise.all([indexing, looking]);
    const longest = Math.max(...behind);
    const half = behind.slice(behind.length / 2);
    const stays = Math.max(...half) / Math.max(1, ...behind.slice(0, behind.length / 2));
    figures.measured(
      'longest that it was behind',
      longest,
      'events',
      atMost(MAX_LAG_EVENTS),
      summarize(behind, 'events'),
    );
    figures.measured('the same in time', longest / followed.perSecond, 's', null);
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

/** Events that arrive for so long; `share`: of one processor that all threads used. */
async function arriving(filled: FilledStore, forMs: number) {
  const waits: number[] = [];
  const usedBefore = process.cpuUsage();
  const start = performance.now();
  for (let due = start; due < start + forMs; due += ARRIVAL_INTERVAL_MS) {
    waits.push(await filled.append(filled.generate(EVENTS_PER_ARRIVAL)));
    await later(Math.max(0, due + ARRIVAL_INTERVAL_MS - performance.now()));
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(usedBefore);
  return { waits, perSecond: (waits.length * EVENTS_PER_ARRIVAL) / (ms / 1_000), share: (user + system) / 1_000 / ms };
}

function summarize(values: readonly number[], what: string): string {
  return `p50 ${percentile(values, 50).toFixed(1)}, longest ${Math.max(...values).toFixed(1)} ${what}`;
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Measures building the search index of a filled store, batch by batch, like a watch. */
import { statSync } from 'node:fs';
import { searchPathOf } from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { atMost, type Figures } from './figures.ts';
import type { FilledStore } from './filled-store.ts';

/** An incomplete block stays, and a batch has up to 4 000 events. */
const MAX_LAG_EVENTS = 4_096;

export async function benchIndexing(figures: Figures, filled: FilledStore): Promise<void> {
  figures.topic('Making the search index', ['search']);
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
    `${batches} batches`,
  );
  figures.measured('events that it leaves', unindexedEvents, '', atMost(MAX_LAG_EVENTS));
  figures.measured('its bytes ÷ those of the store', share, '');
}

import type { SearchIndexer } from '../ports/event-store.ts';
import type { Projection } from './projection-loop.ts';

/** Searches read texts that are not indexed yet directly, so users never wait for the index. */
export function searchIndexProjection(indexer: SearchIndexer): Projection {
  return {
    name: 'search-index',
    pace: 'background',
    async load() {},
    applyNext: async () => ((await indexer.index()) ? 'more' : 'caught-up'),
  };
}

/**
 * A process that makes the search index of a store, a few blocks at a time, until it is killed. Prints a line for each
 * piece. `argv`: the database.
 */
import { SearchIndexer } from '../../src-main/adapters/event-store/search-indexer.ts';

const BLOCKS_AT_ONCE = 2;

const [path = ''] = process.argv.slice(2);
const indexer = new SearchIndexer(path, 0, BLOCKS_AT_ONCE);
for (let more = true; more;) {
  more = indexer.index();
  console.log(more ? 'piece' : 'end');
}
indexer.close();

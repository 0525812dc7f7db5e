/**
 * Builds the search index of a store, two blocks at a time, and kills itself with SIGKILL while it writes one of them.
 * Arguments: the database, and which block; without a block it finishes and prints `end`.
 */
import Sqlite from 'better-sqlite3';
import { createSearchIndexer } from '../../src-main/adapters/sqlite/events/search/search-indexer.ts';

const BLOCKS_AT_ONCE = 2;

const [path = '', killedAt = 'never'] = process.argv.slice(2);
killAtBlock(Number(killedAt));
const indexer = createSearchIndexer(path, 0, BLOCKS_AT_ONCE);
while (indexer.index());
indexer.close();
console.log('end');

function killAtBlock(block: number): void {
  const statements: { run: (this: Sqlite.Statement, ...bound: unknown[]) => Sqlite.RunResult } = Object.getPrototypeOf(
    new Sqlite(':memory:').prepare('SELECT 1'),
  );
  const { run } = statements;
  let written = 0;
  statements.run = function runUntilKilled(this: Sqlite.Statement, ...bound) {
    const result = run.apply(this, bound);
    if (/^INSERT INTO grams_\d+ \(rowid/.test(this.source)) written += 1;
    if (written === block) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}

/**
 * Builds the search index of a store and kills itself with SIGKILL while it writes a row of it.
 * Arguments: the database, and which row; without a row it finishes and prints `end`.
 */
import Sqlite from 'better-sqlite3';
import { createSearchIndexer } from '../../src-main/adapters/sqlite/events/search-indexer.ts';

const [path = '', killedAt = 'never'] = process.argv.slice(2);
killAtRow(Number(killedAt));
const indexer = createSearchIndexer(path, 0);
while (indexer.index());
indexer.close();
console.log('end');

function killAtRow(row: number): void {
  const statements: { run: (this: Sqlite.Statement, ...bound: unknown[]) => Sqlite.RunResult } = Object.getPrototypeOf(
    new Sqlite(':memory:').prepare('SELECT 1'),
  );
  const { run } = statements;
  let written = 0;
  statements.run = function runUntilKilled(this: Sqlite.Statement, ...bound) {
    const result = run.apply(this, bound);
    if (/^INSERT OR REPLACE INTO (chunk_signature|identifiers)/.test(this.source)) written += 1;
    if (written === row) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}

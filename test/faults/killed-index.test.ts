import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { isThorough } from '../support/breadth.ts';
import { filledStore } from '../unit/adapters/sqlite/events/temporary-store.ts';
import { outputOf } from './kill-9.ts';

const CHILD = new URL('indexing-child.ts', import.meta.url).pathname;
/** Two chunks, and some blocks of another one. */
const EVENTS = 8_700;
const FULL_TO = 8_639;
/** `row`: the one that is written at the kill; a chunk has 222. `upTo`: how far the index is afterwards. */
const ALL_KILLS = [
  { row: 100, upTo: 0 },
  { row: 300, upTo: 4_095 },
  { row: 240, upTo: 8_191 },
];
/** `npm test` kills it once, in the middle of the second chunk. */
const KILLS = isThorough ? ALL_KILLS : ALL_KILLS.slice(1, 2);

async function indexUntilKilled(path: string, row: number | 'never') {
  const child = spawn(process.execPath, [CHILD, path, String(row)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output, [, signal]] = await Promise.all([text(outputOf(child)), once(child, 'exit')]);
  return { output, signal };
}

test('[SEARCH-1] the search index can be killed at any time: answers stay right, and indexing continues afterwards', async () => {
  const { path } = filledStore([...generatedEvents(0, EVENTS)]);
  const filters: Filter[] = ['cmp-5021', '4600', 'sim'].map((word) => ({
    terms: [{ kind: 'text', values: [word], negated: false }],
  }));
  const poll = () => {
    const reader = openStoreReader(path);
    onTestFinished(() => reader.close());
    const found = filters.map((filter) => {
      const seqs: number[] = [];
      for (let from: number | null = 0; from !== null;) {
        const { rows, next } = reader.summaries({ filter, direction: 'newer', from, limit: EVENTS });
        seqs.push(...rows.map(({ seq }) => seq));
        from = next;
      }
      return seqs;
    });
    return { found, upTo: reader.searchIndexProgress().indexedThrough };
  };
  const { found } = poll();
  const left: unknown[] = [];
  for (const { row } of KILLS) {
    const ended = await indexUntilKilled(path, row);
    left.push({ ...ended, ...poll() });
  }
  expect(left).toEqual(KILLS.map(({ upTo }) => ({ output: '', signal: 'SIGKILL', found, upTo })));
  expect({ ...(await indexUntilKilled(path, 'never')), ...poll() }).toEqual({
    output: 'end\n',
    signal: null,
    found,
    upTo: FULL_TO,
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { filledStore } from '../unit/adapters/sqlite/events/temporary-store.ts';
import { outputOf } from './kill-9.ts';

const CHILD = new URL('indexing-child.ts', import.meta.url).pathname;
const EVENTS = 600;
const FULL_TO = 575;
/** `block`: the one that is written at the kill, with two per transaction. `upTo`: how far the index is afterwards. */
const KILLS = [
  { block: 1, upTo: 0 },
  { block: 4, upTo: 127 },
  { block: 5, upTo: 383 },
];

async function indexUntilKilled(path: string, block: number | 'never') {
  const child = spawn(process.execPath, [CHILD, path, String(block)], { stdio: ['ignore', 'pipe', 'inherit'] });
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
  for (const { block } of KILLS) {
    const ended = await indexUntilKilled(path, block);
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreReader } from '../../src-main/adapters/event-store/store-reader.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { filledStore } from '../unit/adapters/event-store/temporary-store.ts';
import { outputOf } from './kill-9.ts';

const CHILD = new URL('indexing-child.ts', import.meta.url).pathname;
const EVENTS = 1_400;
/** The last seq of the last block that is full. */
const FULL_TO = 1_343;
/** After so many pieces of two blocks each. */
const KILLS = [1, 2, 5];

/** @returns whether it came to its end */
async function indexUntilKilled(path: string, pieces: number): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = once(child, 'close');
  let heard = 0;
  let isAtEnd = false;
  for await (const line of createInterface({ input: outputOf(child) })) {
    isAtEnd ||= line === 'end';
    heard += 1;
    // In the middle of the next one.
    if (heard === pieces) child.kill('SIGKILL');
  }
  await end;
  return isAtEnd;
}

test('[SEARCH-13] whoever makes the index may be killed at any moment: answers stay right, and it goes on', async () => {
  const { path } = filledStore([...generatedEvents(0, EVENTS)]);
  const filters: Filter[] = ['cmp-5021', '4600', 'sim'].map((word) => ({
    terms: [{ kind: 'text', values: [word], negated: false }],
  }));
  const look = () => {
    const reader = openStoreReader(path);
    const found = filters.map((filter) => {
      const seqs: number[] = [];
      for (let from: number | null = 0; from !== null;) {
        const { rows, next } = reader.slice({ filter, direction: 'newer', from, limit: EVENTS });
        seqs.push(...rows.map(({ seq }) => seq));
        from = next;
      }
      return seqs;
    });
    const { upTo } = reader.searchReach();
    reader.close();
    return { found, upTo };
  };
  const { found } = look();
  const reached = [0];
  for (const pieces of KILLS) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, over the same files
    await indexUntilKilled(path, pieces);
    const after = look();
    expect(after.found).toEqual(found);
    reached.push(after.upTo);
  }
  expect(await indexUntilKilled(path, Number.POSITIVE_INFINITY)).toBe(true);
  expect({ ...look(), reached: reached.toSorted((one, other) => one - other) }).toEqual({
    found,
    upTo: FULL_TO,
    reached,
  });
  expect(new Set(reached).size).toBe(reached.length);
});

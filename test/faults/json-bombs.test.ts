/**
 * Tests texts that could crash a program: deep nesting, a million names, a number of a megabyte. The store keeps each
 * one and its neighbours unchanged, and the main thread stays responsive.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, onTestFinished } from 'vitest';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { poisonTexts } from '../doubles/poison-texts.ts';
import { rounds } from '../support/breadth.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { SOURCE } from '../unit/adapters/sqlite/events/temporary-store.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const MANY = rounds({ usual: 100_000, thorough: 1_000_000 });

const BOMBS: readonly (readonly [name: string, text: string])[] = [
  ...poisonTexts,
  ['many names', `{${Array.from({ length: MANY }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['a deeply nested list', '['.repeat(MANY) + ']'.repeat(MANY)],
  [
    'JSON in a string in a string, twenty deep',
    Array.from({ length: 20 }).reduce<string>(
      (text) => JSON.stringify({ detailedMessage: text }).slice(0, 4_000_000),
      '{}',
    ),
  ],
  [
    'an identifier that is a number',
    '{"detailedMessage":{"eid":89049032000000000000898242162626,"iccid":8946040000000001234}}',
  ],
  ['invalid dates', '{"createdDateTime":"2024-02-30T99:99:99Z","detailedMessage":{"eid":null}}'],
];

test('[STORE-20] no text of an event crashes the store, is changed by it, or affects a neighbour', async () => {
  const opener = databasesInThreads(temporaryDirectory()).stores;
  const storeIdentity = {
    id: profileIdSchema.parse('json-bombs'),
    name: 'Bombs',
    practice: false,
    source: SOURCE,
  };
  const store = await opener.open(storeIdentity, () => undefined);
  onTestFinished(() => store.close());
  let turns = 0;
  const over = new AbortController();
  const listening = (async () => {
    for (; !over.signal.aborted; turns += 1) await turn();
  })();
  for (const [index, [, data]] of BOMBS.entries()) {
    const first = index * 2 + 1;
    await store.writer.append(
      batchOf(index === 0 ? 'opens' : 1, [receivedEvent(first, { data }), receivedEvent(first + 1)]),
    );
  }
  over.abort();
  await listening;
  const stored = await Promise.all(
    BOMBS.flatMap((_, index) => [store.reader.event(index * 2 + 1), store.reader.event(index * 2 + 2)]),
  );
  expect(stored.filter((_, index) => index % 2 === 0).map((event) => event?.raw.length)).toEqual(
    BOMBS.map(([, data]) => data.length),
  );
  expect(stored.filter((_, index) => index % 2 === 1).map((event) => event?.raw)).toEqual(
    BOMBS.map((_, index) => receivedEvent(index * 2 + 2).data),
  );
  // Each event is decoded in another thread, so the main thread is never blocked for a complete event.
  expect(turns).toBeGreaterThan(BOMBS.length);
});

/**
 * Tests lists that change while they are read: every row that the service gave is kept, and duplicates are reported.
 */
import { expect, test } from 'vitest';
import { oddWatch } from './odd-watch.ts';

const odd = oddWatch();
const LIMIT = 20;
const numbers = (count: number) => Array.from({ length: count }, (_, row) => row);

test.each([
  ['shrinks at its beginning', 93, (rows: number[]) => rows.slice(7)],
  ['shrinks after the rows that were read', 75, (rows: number[]) => rows.slice(0, -25)],
  ['grows at its beginning by a page', 100, (rows: number[]) => [...numbers(LIMIT).map((row) => 1_000 + row), ...rows]],
  ['grows at its beginning', 100, (rows: number[]) => [...numbers(7).map((row) => 1_000 + row), ...rows]],
  ['is reversed', 60, (rows: number[]) => rows.toReversed()],
  ['becomes empty', 40, () => []],
] as const)(
  '[QUERY-1] a list that %s while it is loaded keeps all %i rows that were given',
  async (_name, given, changed) => {
    const { service } = odd();
    service.rows = numbers(LIMIT * 5);
    service.beforePage = (page) => {
      if (page === 3) service.rows = changed(service.rows);
    };
    const loaded = await odd().loadAll({ limit: LIMIT });
    const { items, ...counts } = service.expectedInventory;
    expect(items).toHaveLength(given);
    expect(await odd().items(loaded)).toEqual(items);
    const { doubled, notSeenAgain, passes, state } = loaded;
    expect({ doubled, notSeenAgain, passes, state: state.kind }).toEqual({ ...counts, state: 'ended' });
  },
);

test.each([
  ['numbers that JavaScript cannot distinguish', (row: number) => `9007199254740${String(990 + row)}`],
  ['numbers written in another way', (row: number) => `${row}.0`],
  ['texts with invisible characters', (row: number) => JSON.stringify(`\u202E\u200Bid-${row}"\\`)],
  [
    'names of properties that every object has',
    (row: number) => JSON.stringify(['__proto__', 'constructor', 'toString'][row] ?? `${row}`),
  ],
] as const)('[QUERY-1] ids that are %s are distinguished and kept as received', async (_name, idOf) => {
  const { service } = odd();
  Object.assign(service, { idOf });
  service.rows = numbers(8);
  const loaded = await odd().loadAll({ limit: 3 });
  expect([loaded.rows, loaded.doubled, loaded.withoutId]).toEqual([8, 0, 0]);
  expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
});

test('[QUERY-1] items without an id are each kept and are counted as such', async () => {
  const { service } = odd();
  service.idOf = () => null;
  service.rows = [1, 2, 1, 1, 2, 3, 3];
  const loaded = await odd().loadAll({ limit: 3 });
  expect([loaded.rows, loaded.withoutId, loaded.doubled]).toEqual([7, 7, 0]);
  expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
});

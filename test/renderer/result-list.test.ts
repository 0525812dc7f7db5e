/** Tests the rows of a search as a list. */
import { expect, test, vi } from 'vitest';
import { createList } from '../../src-renderer/lists/list-store.ts';
import { type ResultQuery, resultSource } from '../../src-renderer/screens/subscriptions/results/result-list.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { WATCH } from '../doubles/page-watch.ts';

const QUERY: ResultQuery = {
  watch: WATCH,
  search: 'search-1',
  find: '',
  sort: null,
  upTo: Number.MAX_SAFE_INTEGER,
  columns: ['iotSubscriptionId', 'state'],
};

async function opened(rows: number) {
  const backend = new PageBackend();
  const inventory = backend.pageSubscriptions;
  inventory.emit(searchSummary({ rows }));
  const list = createList(resultSource(backend), new FakePageClock());
  const settled = () => vi.waitFor(() => expect(list.getState().request).toBeNull(), { interval: 1 });
  list.open(QUERY);
  await settled();
  const ordinals = () => list.getState().window.lines.map(({ ordinal }) => ordinal);
  return { inventory, list, settled, ordinals };
}

test('[PAGE-3] rows that are loaded meanwhile follow the last one, even while the user reads', async () => {
  const { inventory, list, settled, ordinals } = await opened(100);
  list.attend({ isPointing: true, isReading: true });
  inventory.emit(searchSummary({ rows: 300 }));
  list.changed();
  await settled();
  list.extend('end');
  await settled();
  expect(ordinals()).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  expect(list.getState()).toMatchObject({ landing: { at: 'start' }, hasPending: false });
});

test('rows that a later pass brought again are read again in their place', async () => {
  const { inventory, list, settled, ordinals } = await opened(1_000);
  list.showAround(500, null);
  await settled();
  const before = ordinals();
  inventory.earlier = new Set([450]);
  list.changed();
  await settled();
  expect(ordinals()).toEqual(before);
  expect(
    list
      .getState()
      .window.lines.filter(({ isEarlier }) => isEarlier)
      .map(({ ordinal }) => ordinal),
  ).toEqual([450]);
});

test('other columns are read immediately for the same rows, which keep their columns until then', async () => {
  const { inventory, list, settled, ordinals } = await opened(1_000);
  list.changed();
  await settled();
  const before = ordinals();
  inventory.hold();
  list.setQuery({ ...QUERY, columns: ['state'] });
  expect(list.getState().window.lines[0]).toMatchObject({
    columns: QUERY.columns,
    values: [expect.any(String), 'ACTIVE'],
  });
  inventory.release();
  await settled();
  expect(list.getState().window.lines[0]).toMatchObject({ columns: ['state'], values: ['ACTIVE'] });
  expect(ordinals()).toEqual(before);
});

import { expect, test } from 'vitest';
import {
  createSubscriptionRows,
  type RowsUpdate,
  type RowsRequest,
} from '../../src-renderer/stores/subscriptions/subscription-rows.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { PageSubscriptions, searchSummary } from '../doubles/page-subscriptions.ts';

const question = (part: Partial<RowsRequest> = {}): RowsRequest => ({
  watch: WATCH,
  search: 'search-1',
  find: '',
  sort: null,
  columns: ['iotSubscriptionId', 'state'],
  ...part,
});
const news = (rows: number, revision = '1'): RowsUpdate => ({ rows, revision });

async function shown(rows: number, first: Partial<RowsRequest> = {}, rank = 0, offset?: number) {
  const inventory = new PageSubscriptions();
  inventory.emit(searchSummary({ rows }));
  const store = createSubscriptionRows({ subscriptions: inventory.client });
  const grow = (to: number, revision?: string) => {
    inventory.emit(searchSummary({ rows: to }));
    store.setQuery(question(first), news(to, revision));
  };
  store.setQuery(question(first), news(rows), rank, offset);
  await settled();
  const held = () => {
    const { window, pendingCount, upTo } = store.getState();
    const at = (place: number) => window.rows.at(place)?.ordinal;
    return {
      from: window.from,
      rows: window.rows.length,
      first: at(0),
      last: at(-1),
      total: window.total,
      waiting: pendingCount,
      upTo,
    };
  };
  return { inventory, store, grow, held };
}
/** Waits until every query is answered. */
const settled = async () => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

test('[PAGE-162] the first and the last of a million rows are one query away, and at most one window is held', async () => {
  const { store, held, inventory } = await shown(1_000_000);
  expect(held()).toEqual({
    from: 0,
    rows: 200,
    first: 1,
    last: 200,
    total: 1_000_000,
    waiting: 0,
    upTo: 1_000_000,
  });
  store.toEnd();
  await settled();
  expect(held()).toMatchObject({ from: 999_800, first: 999_801, last: 1_000_000 });
  for (let page = 0; page < 30; page += 1) {
    store.loadMore('start');
    await settled();
  }
  expect(held()).toMatchObject({ rows: 2_000, first: 1_000_000 - 31 * 200 + 1 });
  store.toStart();
  await settled();
  expect(held()).toMatchObject({ from: 0, rows: 200, first: 1 });
  expect(inventory.callsOf('rows')).toHaveLength(33);
});

test('[INV-4] rows that are loaded meanwhile follow the last one and move nothing', async () => {
  const { store, grow, held } = await shown(100);
  grow(300);
  await settled();
  expect(held()).toMatchObject({ from: 0, first: 1, last: 300, total: 300 });
  grow(12_480);
  await settled();
  // The store reads only one page ahead; it reads further rows when the user scrolls near them.
  expect(held()).toMatchObject({ from: 0, first: 1, last: 500, total: 12_480 });
  expect(store.getState().landing).toEqual({ at: 'start' });
});

test('[INV-4] sorted or filtered rows that are loaded meanwhile wait until the user asks for them', async () => {
  const { store, grow, held, inventory } = await shown(300, { find: 'pause' });
  expect(held()).toMatchObject({ rows: 75, total: 75, waiting: 0, upTo: 300 });
  grow(400);
  await settled();
  expect(held()).toMatchObject({ rows: 75, total: 75, waiting: 100, upTo: 300 });
  store.showPending();
  await settled();
  expect(held()).toMatchObject({ rows: 100, total: 100, waiting: 0, upTo: 400 });
  expect(inventory.callsOf('rows').map(([, { view }]) => view.upTo)).toEqual([300, 400]);
});

test('rows that a later pass brought again are read again in their place', async () => {
  const { inventory, grow, held, store } = await shown(1_000, {}, 500);
  expect(held()).toMatchObject({ from: 400, rows: 200 });
  inventory.earlier = new Set([450]);
  grow(1_000, '2');
  await settled();
  expect(held()).toMatchObject({ from: 400, rows: 200 });
  expect(
    store
      .getState()
      .window.rows.filter(({ isEarlier }) => isEarlier)
      .map(({ ordinal }) => ordinal),
  ).toEqual([450]);
});

test('[INV-4] small pages never push out the first rows, and the last rows are read when the user scrolls there', async () => {
  const { store, grow, held } = await shown(100);
  for (let rows = 200; rows <= 3_000; rows += 100) {
    grow(rows);
    await settled();
  }
  expect(held()).toMatchObject({ from: 0, first: 1, rows: 1_900, total: 3_000 });
  store.loadMore('end');
  await settled();
  expect(held()).toMatchObject({ from: 100, rows: 2_000, last: 2_100 });
});

test('rows that change faster than they are read are still read, one query at a time', async () => {
  const { inventory, grow, held } = await shown(1_000, {}, 500);
  inventory.defersResponses = true;
  for (const revision of ['2', '3', '4']) grow(1_000, revision);
  await settled();
  expect(inventory.callsOf('rows')).toHaveLength(2);
  inventory.earlier = new Set([450]);
  inventory.resolveDeferred();
  await settled();
  // Updates during the query may concern these rows.
  expect(inventory.callsOf('rows')).toHaveLength(3);
  inventory.resolveDeferred();
  await settled();
  expect([inventory.callsOf('rows').length, held().from, held().rows]).toEqual([3, 400, 200]);
});

test('other columns are read for the same rows, which keep the previous columns until then', async () => {
  const { inventory, store, held } = await shown(1_000, {}, 500);
  inventory.defersResponses = true;
  store.setQuery(question({ columns: ['state'] }), news(1_000));
  expect(store.getState().shownQuery?.columns).toEqual(['iotSubscriptionId', 'state']);
  inventory.resolveDeferred();
  await settled();
  expect(store.getState().shownQuery?.columns).toEqual(['state']);
  expect(held()).toMatchObject({ from: 400, rows: 200 });
});

test('[INV-4] a change of columns before the rows are loaded does not move away from the requested row', async () => {
  const { inventory, store, held } = await shown(1_000);
  inventory.emit(searchSummary({ id: 'search-2', rows: 1_000 }));
  inventory.defersResponses = true;
  store.setQuery(question({ search: 'search-2' }), news(1_000), 500);
  store.setQuery(question({ search: 'search-2', columns: ['state'] }), news(1_000));
  inventory.defersResponses = false;
  inventory.resolveDeferred();
  await settled();
  expect(held()).toMatchObject({ from: 400, rows: 200 });
  expect(store.getState()).toMatchObject({ shownQuery: { columns: ['state'] }, landing: { at: 'key', key: '501' } });
});

test('the answer to a replaced query is dropped', async () => {
  const { inventory, store } = await shown(300);
  inventory.defersResponses = true;
  store.setQuery(question({ find: 'active' }), news(300));
  await settled();
  inventory.defersResponses = false;
  store.setQuery(question({ find: 'pause' }), news(300));
  await settled();
  inventory.resolveDeferred();
  await settled();
  expect(store.getState().window.total).toBe(75);
  expect(store.getState().shownQuery?.find).toBe('pause');
  store.setQuery(null, news(0));
  expect(store.getState()).toMatchObject({ query: null, window: { rows: [] } });
});

test('a failed read is reported once, and repeated on request but not by scrolling', async () => {
  const { inventory, store, held } = await shown(1_000);
  inventory.rowsFailure = new Error('no');
  store.loadMore('end');
  await settled();
  store.loadMore('end');
  await settled();
  expect({ error: store.getState().error?.message, asked: inventory.callsOf('rows').length }).toEqual({
    error: 'no',
    asked: 2,
  });
  inventory.rowsFailure = null;
  store.retry();
  await settled();
  expect({ error: store.getState().error, ...held() }).toMatchObject({ error: null, rows: 400 });
});

test('[PAGE-34] a user who returns to a position finds its first row at the same offset', async () => {
  const { store } = await shown(1_000, {}, 500, 12);
  expect(store.getState().landing).toEqual({ at: 'key', key: '501', offset: 12 });
});

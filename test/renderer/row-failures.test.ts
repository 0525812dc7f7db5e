import { expect, test } from 'vitest';
import { createRowFailures } from '../../src-renderer/stores/subscriptions/row-failures.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { PageSubscriptions } from '../doubles/page-subscriptions.ts';

const search = { watch: WATCH, search: 'search-1' };
const rows = (...ordinals: number[]) =>
  ordinals.map((ordinal) => ({ ordinal, identifiers: [`is-${ordinal}`, `iccid-${ordinal}`] }));
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('[PAGE-172] each row is requested once, one request at a time, and the last rows in view win', async () => {
  const inventory = new PageSubscriptions();
  const store = createRowFailures({ subscriptions: inventory.client });
  const asked = () => inventory.callsOf('failures').map(([, { of }]) => of.map(([id]) => id));
  inventory.defersResponses = true;
  store.load(search, rows(1, 2));
  store.load(search, rows(5, 6));
  store.load(search, rows(2, 9));
  await settled();
  expect(asked()).toEqual([['is-1', 'is-2']]);
  inventory.defersResponses = false;
  inventory.resolveDeferred();
  await settled();
  expect(asked()).toEqual([['is-1', 'is-2'], ['is-9']]);
  expect([...store.getState().byOrdinal.keys()]).toEqual([1, 2, 9]);
  store.load(search, rows(1, 9));
  await settled();
  expect(asked()).toHaveLength(2);
});

test('results of another search are dropped, and so is a late answer to it', async () => {
  const inventory = new PageSubscriptions();
  const store = createRowFailures({ subscriptions: inventory.client });
  inventory.defersResponses = true;
  store.load(search, rows(1));
  store.load({ ...search, search: 'search-2' }, rows(2));
  inventory.defersResponses = false;
  inventory.resolveDeferred();
  await settled();
  expect([...store.getState().byOrdinal.keys()]).toEqual([2]);
});

test('rows stay without a count after a failed request, which is not repeated automatically', async () => {
  const inventory = new PageSubscriptions();
  const store = createRowFailures({ subscriptions: inventory.client });
  inventory.failure = new Error('no');
  store.load(search, rows(1));
  await settled();
  expect([inventory.callsOf('failures').length, store.getState().byOrdinal.size]).toEqual([1, 0]);
});

test('results are cleared immediately when other rows replace them, and are requested again', async () => {
  const inventory = new PageSubscriptions();
  const store = createRowFailures({ subscriptions: inventory.client });
  store.load(search, rows(1));
  await settled();
  expect([...store.getState().byOrdinal.keys()]).toEqual([1]);
  store.forget();
  expect([...store.getState().byOrdinal.keys()]).toEqual([]);
  store.load(search, rows(1));
  await settled();
  expect(inventory.callsOf('failures')).toHaveLength(2);
});

test('[PAGE-172] rows in view are requested again for another period, and keep their counts until the answer', async () => {
  const inventory = new PageSubscriptions();
  const store = createRowFailures({ subscriptions: inventory.client });
  store.load(search, rows(1), 7);
  await settled();
  inventory.defersResponses = true;
  store.load(search, rows(1), 7);
  store.load(search, rows(1), 8);
  await settled();
  expect([inventory.callsOf('failures').length, [...store.getState().byOrdinal.keys()]]).toEqual([2, [1]]);
  inventory.defersResponses = false;
  inventory.resolveDeferred();
  await settled();
  store.load(search, rows(1), 8);
  await settled();
  expect(inventory.callsOf('failures')).toHaveLength(2);
});

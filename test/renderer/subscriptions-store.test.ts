import { expect, test } from 'vitest';
import { createSubscriptionsStore } from '../../src-renderer/stores/subscriptions/subscriptions-store.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, watchSnapshot } from '../doubles/page-watch.ts';

test('a search that was started for the previous watch does not end the current search or its pending state', async () => {
  const backend = new PageBackend();
  backend.stores.set(OTHER_WATCH, []);
  const inventory = backend.pageSubscriptions;
  const store = createSubscriptionsStore(backend);
  store.open(watchSnapshot());
  inventory.hold();
  const before = store.start('{"limit":1}');
  store.open(watchSnapshot({ watch: OTHER_WATCH }));
  const now = store.start('{"limit":2}');
  inventory.release(1);
  expect(await before).toBe(null);
  expect(store.getState().isStarting).toBe(true);
  expect(await store.start('{"limit":2}')).toBe(null);
  inventory.release();
  expect([typeof (await now), store.getState().isStarting, inventory.inputsOf('subscriptions.start').length]).toEqual([
    'string',
    false,
    2,
  ]);
});

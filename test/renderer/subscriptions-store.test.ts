import { expect, test } from 'vitest';
import { createSubscriptionsStore } from '../../src-renderer/stores/subscriptions/subscriptions-store.ts';
import { OTHER_WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { PageSubscriptions } from '../doubles/page-subscriptions.ts';

test('a search that was started for the previous watch does not end the current search or its pending state', async () => {
  const inventory = new PageSubscriptions();
  const store = createSubscriptionsStore({ subscriptions: inventory.client });
  store.open(watchSnapshot());
  inventory.defersResponses = true;
  const before = store.start('{"limit":1}');
  store.open(watchSnapshot({ watch: OTHER_WATCH }));
  const now = store.start('{"limit":2}');
  inventory.resolveFirstDeferred();
  expect(await before).toBe(null);
  expect(store.getState().isStarting).toBe(true);
  expect(await store.start('{"limit":2}')).toBe(null);
  inventory.resolveDeferred();
  expect([typeof (await now), store.getState().isStarting, inventory.callsOf('start').length]).toEqual([
    'string',
    false,
    2,
  ]);
});

import { expect, test } from 'vitest';
import { createRowFailures } from '../../src-renderer/stores/subscriptions/row-failures.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';

const PAUSE_MS = 250;
const settled = async () => {
  await new Promise((resolve) => void setImmediate(resolve));
};

function opened() {
  const backend = new PageBackend();
  backend.stores.set(OTHER_WATCH, []);
  const inventory = backend.pageSubscriptions;
  const clock = new FakePageClock();
  const store = createRowFailures(backend, clock);
  store.open(watchSnapshot());
  const pause = async () => {
    clock.advance(PAUSE_MS);
    await settled();
  };
  const answer = async () => {
    inventory.stopHolding();
    inventory.release();
    await settled();
  };
  const show = (names: readonly string[], period = 0) => {
    const hides = names.map((name) => store.show([name, `iccid of ${name}`], period));
    return () => {
      for (const hide of hides) hide();
    };
  };
  return {
    inventory,
    store,
    show,
    pause,
    answer,
    asked: () => backend.calls.inputsOf('subscriptions.failures').map(({ of }) => of.map(([id]) => id)),
    loaded: () => [...store.getState().byRow.keys()].map((key) => key.slice(2, 3)),
  };
}

test('[QUERY-31] each row is requested once, one request at a time, and the last rows in view win', async () => {
  const { inventory, show, pause, answer, asked, loaded } = opened();
  inventory.hold();
  const hideFirst = show(['a', 'b']);
  await pause();
  hideFirst();
  show(['e', 'f'])();
  show(['b', 'i']);
  await pause();
  expect(asked()).toEqual([['a', 'b']]);
  await answer();
  expect(asked()).toEqual([['a', 'b'], ['i']]);
  expect(loaded()).toEqual(['a', 'b', 'i']);
  show(['a', 'i']);
  await pause();
  expect(asked()).toHaveLength(2);
});

test('[QUERY-31] rows that scroll past are not requested', async () => {
  const { show, pause, asked } = opened();
  show(['a'])();
  show(['b']);
  await pause();
  expect(asked()).toEqual([['b']]);
});

test('results of another watch are dropped, and so is a late answer to it', async () => {
  const { inventory, store, show, pause, answer, loaded } = opened();
  const hideEarlier = show(['z']);
  await pause();
  hideEarlier();
  inventory.hold();
  const hide = show(['a']);
  await pause();
  hide();
  store.close();
  expect(loaded()).toEqual([]);
  store.open(watchSnapshot({ watch: OTHER_WATCH }));
  show(['b']);
  await pause();
  await answer();
  expect(loaded()).toEqual(['b']);
});

test('rows stay without a count after a failed request, which is not repeated automatically', async () => {
  const { inventory, show, pause, asked, loaded } = opened();
  inventory.failure = new Error('no');
  show(['a']);
  await pause();
  await pause();
  expect([asked().length, loaded().length]).toEqual([1, 0]);
  inventory.failure = null;
  show(['b']);
  await pause();
  expect(loaded()).toEqual(['a', 'b']);
});

test('[QUERY-31] rows whose result was dropped to limit memory are requested again', async () => {
  const { show, pause, asked } = opened();
  const names = Array.from({ length: 5_200 }, (_, index) => `row ${index}`);
  for (let from = 0; from < names.length; from += 100) {
    const hide = show(names.slice(from, from + 100));
    await pause();
    hide();
  }
  const before = asked().length;
  show(['row 0']);
  await pause();
  expect(asked().slice(before)).toEqual([['row 0']]);
});

test('[QUERY-31] rows in view are requested again for another period, and keep their counts until the answer', async () => {
  const { inventory, show, pause, answer, asked, loaded } = opened();
  const hide = show(['a'], 7);
  await pause();
  inventory.hold();
  hide();
  show(['a'], 7)();
  show(['a'], 8);
  await pause();
  expect([asked().length, loaded()]).toEqual([2, ['a']]);
  await answer();
  show(['a'], 8);
  await pause();
  expect(asked()).toHaveLength(2);
});

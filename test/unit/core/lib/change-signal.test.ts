import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('a change between the look and the wait is not missed', async () => {
  const changes = new ChangeSignal();
  const seen = changes.revision;
  changes.notify();
  await expect(changes.changedSince(seen, new AbortController().signal)).resolves.toBeUndefined();
});

test('one who has seen the last change waits for the next', async () => {
  const changes = new ChangeSignal();
  changes.notify();
  let woken = false;
  const wait = changes.changedSince(changes.revision, new AbortController().signal).then(() => (woken = true));
  // A wait that were over at once would have been so several turns ago.
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  changes.notify();
  await wait;
});

test('one change wakes all who wait, and many changes wake each of them once', async () => {
  const changes = new ChangeSignal();
  const { signal } = new AbortController();
  let wakings = 0;
  const waits = Array.from({ length: 50 }, () => changes.changedSince(0, signal).then(() => (wakings += 1)));
  for (let time = 0; time < 100; time += 1) changes.notify();
  await Promise.all(waits);
  expect({ wakings, revision: changes.revision, listeners: listeners(signal) }).toEqual({
    wakings: 50,
    revision: 100,
    listeners: 0,
  });
});

test('a wait that is given up rejects with the reason and leaves no listener behind', async () => {
  const changes = new ChangeSignal();
  const giveUp = new AbortController();
  const reason = new Error('the page went away');
  const wait = changes.changedSince(0, giveUp.signal);
  const during = listeners(giveUp.signal);
  giveUp.abort(reason);
  await expect(wait).rejects.toBe(reason);
  expect([during, listeners(giveUp.signal)]).toEqual([1, 0]);
});

test('giving up one wait leaves the others waiting', async () => {
  const changes = new ChangeSignal();
  const giveUp = new AbortController();
  const given = changes.changedSince(0, giveUp.signal);
  const kept = changes.changedSince(0, new AbortController().signal);
  giveUp.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  changes.notify();
  await expect(kept).resolves.toBeUndefined();
});

test('a signal that is aborted already is obeyed, even where there is a change to tell', async () => {
  const changes = new ChangeSignal();
  changes.notify();
  const reason = new Error('too late');
  await expect(changes.changedSince(0, AbortSignal.abort(reason))).rejects.toBe(reason);
});

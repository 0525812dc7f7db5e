import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('does not miss a change between reading the revision and waiting', async () => {
  const changes = new ChangeSignal();
  const seen = changes.revision;
  changes.notify();
  await expect(changes.changedSince(seen, new AbortController().signal)).resolves.toBeUndefined();
});

test('waits for the next change if the caller knows the last one', async () => {
  const changes = new ChangeSignal();
  changes.notify();
  let woken = false;
  const wait = changes.changedSince(changes.revision, new AbortController().signal).then(() => (woken = true));
  // If the wait ended immediately, it would have ended by now.
  await new Promise(setImmediate);
  expect(woken).toBe(false);
  changes.notify();
  await wait;
});

test('wakes all waiting callers for one change, and each of them once for many changes', async () => {
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

test('rejects an aborted wait with the reason and removes its listener', async () => {
  const changes = new ChangeSignal();
  const giveUp = new AbortController();
  const reason = new Error('the page went away');
  const wait = changes.changedSince(0, giveUp.signal);
  const during = listeners(giveUp.signal);
  giveUp.abort(reason);
  await expect(wait).rejects.toBe(reason);
  expect([during, listeners(giveUp.signal)]).toEqual([1, 0]);
});

test('leaves other callers waiting when one wait is aborted', async () => {
  const changes = new ChangeSignal();
  const giveUp = new AbortController();
  const given = changes.changedSince(0, giveUp.signal);
  const waiting = changes.changedSince(0, new AbortController().signal);
  giveUp.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  changes.notify();
  await expect(waiting).resolves.toBeUndefined();
});

test('rejects a wait whose signal is already aborted, even if there is a change', async () => {
  const changes = new ChangeSignal();
  changes.notify();
  const reason = new Error('too late');
  await expect(changes.changedSince(0, AbortSignal.abort(reason))).rejects.toBe(reason);
});

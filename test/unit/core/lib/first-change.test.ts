import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { firstChange } from '../../../../src-main/core/lib/first-change.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

function waiting(withinMs: number) {
  const clock = new FakeClock();
  const [one, other] = [new ChangeSignal(), new ChangeSignal()];
  const ends = new AbortController();
  let isOver = false;
  void firstChange(
    clock,
    [
      [one, 0],
      [other, 0],
    ],
    withinMs,
    ends.signal,
  ).then(() => (isOver = true));
  return { clock, other, ends, isOver: () => isOver, listeners: () => getEventListeners(ends.signal, 'abort').length };
}

test.each([
  ['a change', async ({ other }: ReturnType<typeof waiting>) => other.notify()],
  ['an abort', async ({ ends }: ReturnType<typeof waiting>) => ends.abort(new Error('enough'))],
  ['the time', async ({ clock }: ReturnType<typeof waiting>) => clock.advance(1_000)],
])('a wait ends with %s and leaves no sleep and no listener', async (_, end) => {
  const wait = waiting(1_000);
  await wait.clock.advance(999);
  expect(wait.isOver()).toBe(false);
  await end(wait);
  await wait.clock.advance(0);
  expect([wait.isOver(), wait.clock.sleeping, wait.listeners()]).toEqual([true, 0, 0]);
});

test('a wait without a limit does not sleep', async () => {
  const wait = waiting(Number.POSITIVE_INFINITY);
  await wait.clock.advance(0);
  expect([wait.isOver(), wait.clock.sleeping]).toEqual([false, 0]);
  wait.other.notify();
  await wait.clock.advance(0);
  expect(wait.isOver()).toBe(true);
});

test('a change before the wait ends it at once', async () => {
  const changes = new ChangeSignal();
  const seen = changes.revision;
  changes.notify();
  const clock = new FakeClock();
  await expect(firstChange(clock, [[changes, seen]], 1_000, new AbortController().signal)).resolves.toBeUndefined();
});

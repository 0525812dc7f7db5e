import { expect, test } from 'vitest';
import { Semaphore } from '../../../../src-main/core/subscriptions/semaphore.ts';

test('skips an aborted waiter and runs the next one in line', async () => {
  const lanes = new Semaphore(1);
  const never = new AbortController().signal;
  const giveUp = new AbortController();
  const order: string[] = [];
  let leave: () => void = () => undefined;
  const first = lanes.run(() => new Promise<void>((resolve) => (leave = resolve)), never);
  const second = lanes.run(async () => void order.push('second'), giveUp.signal);
  const third = lanes.run(async () => void order.push('third'), never);
  const failing = lanes.run(() => Promise.reject(new Error('it failed')), never);
  const last = lanes.run(async () => void order.push('last'), never);
  giveUp.abort(new Error('given up'));
  await expect(second).rejects.toThrow('given up');
  leave();
  await first;
  await third;
  await expect(failing).rejects.toThrow('it failed');
  await last;
  expect(order).toEqual(['third', 'last']);
});

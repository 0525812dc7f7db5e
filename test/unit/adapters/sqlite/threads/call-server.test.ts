import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { serveCalls, type WorkerRequest } from '../../../../../src-main/adapters/sqlite/threads/call-server.ts';
import { UNFINISHED } from '../../../../../src-main/adapters/sqlite/threads/remote.ts';

test('[THREAD-6] answers a call that arrives during a batch of a longer call before the next batch', async () => {
  const { port1: caller, port2: thread } = new MessageChannel();
  onTestFinished(() => caller.close());
  const request = (message: WorkerRequest) => caller.postMessage(message);
  const call = (id: number, method: string) => request({ kind: 'call', id, target: 1, method, args: [] });
  const done: string[] = [];
  let batches = 0;
  serveCalls(thread, () => ({
    long() {
      batches += 1;
      done.push(`batch ${batches}`);
      if (batches === 1) call(2, 'short');
      return batches < 3 ? UNFINISHED : null;
    },
    short: () => done.push('short'),
    close: () => undefined,
  }));
  request({ kind: 'target', target: 1, spec: null });
  call(1, 'long');
  await once(caller, 'message');
  await once(caller, 'message');
  expect(done).toEqual(['batch 1', 'short', 'batch 2', 'batch 3']);
});

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';

const MIB = 1_048_576;

/** Runs in the thread. Ends the work only when asked, so that nothing is garbage before. */
const WORK = `
const { collectWhenIdle } = await import(process.getBuiltinModule('worker_threads').workerData);
const port = process.getBuiltinModule('worker_threads').parentPort;
collectWhenIdle();
let work = Array.from({ length: 100_000 }, (_, index) => ({ text: 'row ' + index }));
port.on('message', () => (work = null));
port.postMessage('has worked');
`;

test('a thread that has little to do gives back the memory of its work', async () => {
  // V8 itself would do the same after eight seconds without any work.
  setFlagsFromString('--no-memory-reducer');
  onTestFinished(() => setFlagsFromString('--memory-reducer'));
  const workerData = new URL('../../../src-main/hosts/idle-collection.ts', import.meta.url).href;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(WORK)}`), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  onTestFinished(async () => void (await thread.terminate()));
  await new Promise((resolve) => void thread.once('message', resolve));
  const heapMib = async (): Promise<number> => (await thread.getHeapStatistics()).total_physical_size / MIB;
  const before = await heapMib();
  expect(before).toBeGreaterThan(12);
  thread.postMessage('the work is over');
  await vi.waitUntil(async () => (await heapMib()) < before / 2, { timeout: 20_000 });
});

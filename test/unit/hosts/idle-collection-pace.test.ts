import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from '../../../src-main/hosts/idle-collection.ts';

const MIB = 1_048_576;
const heap = vi.hoisted(() => ({ mib: 40, collections: 0 }));
vi.mock(import('node:v8'), async (original) => {
  const v8 = await original();
  return {
    ...v8,
    getHeapStatistics: () => ({ ...v8.getHeapStatistics(), total_physical_size: heap.mib * MIB }),
    setFlagsFromString: () => undefined,
  };
});
vi.mock(import('node:vm'), async (original) => ({
  ...(await original()),
  runInNewContext: () => () => {
    heap.collections += 1;
    heap.mib = 38;
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 1, active: 0, utilization: 0 });
});
afterEach(() => vi.useRealTimers());

test('a thread collects the garbage of its start in its first quiet second, and again only for 12 MiB more', () => {
  const stop = collectWhenIdle();
  vi.advanceTimersByTime(1_000);
  expect(heap.collections).toBe(1);
  heap.mib = 49;
  vi.advanceTimersByTime(60_000);
  expect(heap.collections).toBe(1);
  heap.mib = 51;
  vi.advanceTimersByTime(2_000);
  expect(heap.collections).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(heap.collections).toBe(2);
  stop();
  heap.mib = 90;
  vi.advanceTimersByTime(60_000);
  expect(heap.collections).toBe(2);
});

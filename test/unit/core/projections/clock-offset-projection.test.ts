import { expect, test } from 'vitest';
import { clockOffsetProjection } from '../../../../src-main/core/projections/clock-offset-projection.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { MemoryProjectionWriter } from '../../../doubles/memory-projection-writer.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

const HOUR = 3_600_000;
const heartbeats = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const receivedAt = (from + index) * 30_000;
    return summaryOf(from + index, { kind: 'HEARTBEAT', receivedAt, createdAt: receivedAt + 2 * HOUR });
  });

test('[STORE-15] knows the clock offset after some minutes of heartbeats, immediately after a restart, and again after a repair', async () => {
  const writer = new MemoryProjectionWriter();
  const reader = new MemoryReader(heartbeats(1, 4));
  const { signal } = new AbortController();
  const start = async () => {
    const offsets: (number | null)[] = [];
    const projection = clockOffsetProjection({ reader, writer, onOffset: (offset) => offsets.push(offset) });
    await projection.load(signal);
    const applyAll = async () => {
      while ((await projection.applyNext(signal)) === 'more');
    };
    return { offsets, applyAll };
  };
  const first = await start();
  await first.applyAll();
  reader.rows.push(...heartbeats(5, 12));
  await first.applyAll();
  const restarted = await start();
  writer.carryOver();
  const repaired = await start();
  await repaired.applyAll();
  expect([first.offsets.at(0), first.offsets.at(-1), restarted.offsets, repaired.offsets.at(-1)]).toEqual([
    null,
    2 * HOUR,
    [2 * HOUR],
    2 * HOUR,
  ]);
});

import { expect, test } from 'vitest';
import { DailySeal } from '../../../../src-main/core/maintenance/daily-seal.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function sealing(options: { batches?: number; isRepairing?: () => boolean } = {}) {
  const clock = new FakeClock();
  const sealedAt: number[] = [];
  let left = options.batches ?? 0;
  const seal = new DailySeal({
    writer: {
      seal: async (at) => {
        sealedAt.push(at);
        left -= 1;
        return left >= 0;
      },
    },
    clock,
    firstInMs: 5,
    isRepairing: options.isRepairing ?? (() => false),
  });
  return { clock, sealedAt, seal };
}

test('[PROOF-1] seals after the start, and once more on each UTC day, however often it runs', async () => {
  const { clock, sealedAt, seal } = sealing({ batches: 1 });
  const [more, next] = [await seal.runBatch(), await seal.runBatch()];
  const start = clock.now();
  await seal.runBatch();
  await clock.advance(DAY - (start % DAY));
  await seal.runBatch();
  expect([more, next, sealedAt]).toEqual([
    0,
    Math.min(HOUR, DAY - (start % DAY)),
    [start, start, start + DAY - (start % DAY)],
  ]);
});

test('[PROOF-1] waits while a repair runs, and then seals', async () => {
  let isRepairing = true;
  const { sealedAt, seal } = sealing({ isRepairing: () => isRepairing });
  await seal.runBatch();
  await seal.sealAtEnd();
  const during = [...sealedAt];
  isRepairing = false;
  await seal.runBatch();
  expect([during, sealedAt.length]).toEqual([[], 1]);
});

test('[PROOF-1] seals at the end, and leaves a long rest to the next start', async () => {
  const short = sealing({ batches: 2 });
  await short.seal.sealAtEnd();
  const long = sealing({ batches: 1_000 });
  await long.seal.sealAtEnd();
  expect([short.sealedAt.length, long.sealedAt.length]).toEqual([3, 30]);
});

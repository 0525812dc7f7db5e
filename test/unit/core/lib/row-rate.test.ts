import { expect, test } from 'vitest';
import { RowRate } from '../../../../src-main/core/lib/row-rate.ts';

test('[EXPORT-6] does not count rows from before the start', () => {
  let now = 0;
  const rate = new RowRate({ monotonic: () => now }, 10_200);
  const paces = [0, 1_000, 2_000].map((at) => {
    now = at;
    return rate.after(10_200 + 10 * at);
  });
  expect(paces).toEqual([0, 10_000, 10_000]);
});

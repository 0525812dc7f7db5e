import { expect, test } from 'vitest';
import { createGapCache } from '../../../../src-main/core/cases/gap-cache.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

test('reads the gaps again after a minute, after a change, and after a failed read', async () => {
  const clock = new FakeClock();
  let [reads, revision, isFailing] = [0, 1, true];
  const reader = {
    coverage: async () => {
      reads += 1;
      if (isFailing) throw new Error('locked');
      return { sessions: [], gaps: [] };
    },
  };
  const gaps = createGapCache(reader, clock, () => revision);
  await expect(gaps()).rejects.toThrow('locked');
  isFailing = false;
  await gaps();
  await gaps();
  expect(reads).toBe(2);
  revision = 2;
  await gaps();
  expect(reads).toBe(3);
  await clock.advance(59_999);
  await gaps();
  expect(reads).toBe(3);
  await clock.advance(1);
  await gaps();
  expect(reads).toBe(4);
});

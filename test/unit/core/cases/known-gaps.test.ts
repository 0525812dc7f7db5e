/** Gaps are read again when something of them may be different, and a reading that failed is none. */
import { expect, test } from 'vitest';
import { KnownGaps } from '../../../../src-main/core/cases/known-gaps.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

test('[CASE-54] gaps are read again a minute later, when they changed, and after they could not be read', async () => {
  const clock = new FakeClock();
  let [reads, revision, isFailing] = [0, 1, true];
  const reader = {
    coverage: async () => {
      reads += 1;
      if (isFailing) throw new Error('locked');
      return { sessions: [], gaps: [] };
    },
  };
  const gaps = new KnownGaps(reader, clock, () => revision);
  await expect(gaps.present()).rejects.toThrow('locked');
  isFailing = false;
  await gaps.present();
  await gaps.present();
  expect(reads).toBe(2);
  revision = 2;
  await gaps.present();
  expect(reads).toBe(3);
  await clock.advance(59_999);
  await gaps.present();
  expect(reads).toBe(3);
  await clock.advance(1);
  await gaps.present();
  expect(reads).toBe(4);
});

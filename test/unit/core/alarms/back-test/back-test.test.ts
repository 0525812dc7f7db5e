import { expect, test } from 'vitest';
import { createBackTest } from '../../../../../src-main/core/alarms/back-test/back-test.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../../src-shared/domain/cases/alarm.ts';
import { combinationKey, dayOf, NO_COUNTS } from '../../../../../src-shared/domain/quality/day-tally.ts';
import { allocationFailure } from '../../../../doubles/case-states.ts';
import { FakeClock } from '../../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../../doubles/memory-reader.ts';
import { someProfile } from '../../../../doubles/profile.ts';
import { DAY_MS } from '../../../../../src-shared/lib/durations.ts';

test('[ALARM-35] a back-test of more failures than it reads is about a shorter span, and says so', async () => {
  const clock = new FakeClock();
  const combination = combinationKey({ of: 'failed', country: null, customer: null, cause: allocationFailure });
  const counts = { ...NO_COUNTS, slots: { 12: 10_000 } };
  const read: number[] = [];
  const backTest = createBackTest({
    cases: { progress: { processedThrough: null }, waitUntilCaughtUp: async () => undefined } as never,
    projection: {
      tallies: async ({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, index) => ({ day: from + index, combination, counts })),
      stays: async ({ from }) => {
        read.push(from);
        return { stays: [], next: null };
      },
    },
    scanner: Object.assign(new MemoryReader(), { orderedThrough: async () => 0 }),
    clock,
    profile: someProfile,
  });
  const from = clock.now() - 90 * DAY_MS;
  const answer = await backTest.run({ settings: DEFAULT_ALARM_SETTINGS, views: [], from, withLoad: false });
  // Seven days, of which the first only shows what was open before.
  const readFrom = (dayOf(clock.now()) - 6) * DAY_MS;
  expect(read).toEqual([readFrom]);
  expect(answer).toMatchObject({ isShortened: true, from: readFrom + DAY_MS });
});

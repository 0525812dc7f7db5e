import { expect, test } from 'vitest';
import { createBackTest } from '../../../../../src-main/core/alarms/back-test/back-test.ts';
import type { KeyedStay } from '../../../../../src-main/core/alarms/back-test/replayed-cases.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../../src-shared/domain/cases/alarm.ts';
import { ALLOCATION } from '../../../../doubles/an-outlet.ts';
import { FakeClock } from '../../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../../doubles/memory-reader.ts';
import { someProfile } from '../../../../doubles/profile.ts';

const DAY_MS = 86_400_000;

test('[ALARM-35] a back-test of more failures than it reads is about a shorter span, and says so', async () => {
  const clock = new FakeClock();
  const endedBefore = (minutes: number): KeyedStay => ({
    key: caseKey({ kind: 'eid', eid: '8904-1' }),
    stay: {
      cause: ALLOCATION,
      consequence: 'unusable',
      countryCode: 'SE',
      failedResources: 0,
      resources: 0,
      from: clock.now() - (minutes + 1) * 60_000,
      fromSeq: 300_000 - minutes,
      began: 'opened',
      to: clock.now() - minutes * 60_000,
      ended: 'well',
    },
  });
  // One a minute for 208 days, the newest first, as the projection returns them.
  const PAGE = 100_000;
  const page = (first: number) => Array.from({ length: PAGE }, (_, index) => endedBefore(first + index));
  const backTest = createBackTest({
    cases: { progress: { processedThrough: null }, waitUntilCaughtUp: async () => undefined } as never,
    projection: {
      stays: async ({ after }) => ({ stays: page(Number(after)), next: String(Number(after) + PAGE) }),
    },
    scanner: Object.assign(new MemoryReader(), { orderedThrough: async () => 0 }),
    clock,
    profile: someProfile,
  });
  const from = clock.now() - 300 * DAY_MS;
  const answer = await backTest.run({ settings: DEFAULT_ALARM_SETTINGS, views: [], from, withLoad: false });
  // What was open on the first day alarmed before it.
  const readFrom = clock.now() - (3 * PAGE - 1) * 60_000 + 1;
  expect(answer).toMatchObject({ isShortened: true, from: readFrom + DAY_MS });
});

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
  const stay: KeyedStay = {
    key: caseKey({ kind: 'eid', eid: '8904-1' }),
    stay: {
      cause: ALLOCATION,
      consequence: 'unusable',
      countryCode: 'SE',
      failedResources: 0,
      resources: 0,
      from: clock.now() - DAY_MS,
      fromSeq: 1,
      began: 'opened',
      to: clock.now() - DAY_MS + 1,
      ended: 'well',
    },
  };
  const many = Array.from({ length: 250_000 }, () => stay);
  const backTest = createBackTest({
    cases: { progress: { processedThrough: null }, waitUntilCaughtUp: async () => undefined } as never,
    projection: {
      stays: async ({ from, to, after }) =>
        to - from > 30 * DAY_MS && after === null ? { stays: many, next: 'more' } : { stays: [stay], next: null },
    },
    scanner: Object.assign(new MemoryReader(), { orderedThrough: async () => 0 }),
    clock,
    profile: someProfile,
  });
  const from = clock.now() - 90 * DAY_MS;
  const answer = await backTest.run({ settings: DEFAULT_ALARM_SETTINGS, views: [], from, withLoad: false });
  expect(answer).toMatchObject({ isShortened: true, from: clock.now() - 22.5 * DAY_MS });
});

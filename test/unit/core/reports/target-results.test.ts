import { expect, test } from 'vitest';
import { caseTimes } from '../../../../src-main/core/reports/case-times.ts';
import { targetResults } from '../../../../src-main/core/reports/target-results.ts';
import { NO_ENDINGS } from '../../../../src-shared/domain/quality/ending.ts';
import { DEFAULT_TARGETS } from '../../../../src-shared/domain/report-action.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

function results(minutes: readonly number[], openMinutes: readonly number[] = []) {
  const taken = [
    ...minutes.map((each) => ({ ms: each * MINUTE, isOpen: false })),
    ...openMinutes.map((each) => ({ ms: each * MINUTE, isOpen: true })),
  ];
  return targetResults(DEFAULT_TARGETS, {
    totals: {
      localization: { ...NO_ENDINGS, succeeded: 94, failed: 6, unknown: 50 },
      request: { ...NO_ENDINGS, succeeded: 17, partial: 2 },
    },
    spanMs: 10 * DAY,
    watchedMs: 10 * DAY - 72 * MINUTE,
    taken,
    takenTimes: caseTimes(taken),
  });
}

test('[REPORT-6] a target is met or missed, with the error budget that was allowed, spent and left', () => {
  const twenty = (slow: number) => Array.from({ length: 20 }, (_, index) => (index < slow ? 30 : 5));
  const [localizations, requests, watched, taken] = results(twenty(2));
  expect(localizations).toMatchObject({ state: 'missed', actual: 0.94, budget: { allowed: 5, spent: 6, left: -1 } });
  expect(requests).toMatchObject({ state: 'not-known', actual: null, budget: { allowed: null, spent: 2, left: null } });
  expect(watched).toMatchObject({ state: 'met', actual: 0.995, budget: { allowed: 72 * MINUTE, left: 0 } });
  expect(taken).toMatchObject({ state: 'met', actual: 5 * MINUTE, budget: { allowed: 2, spent: 2, left: 0 } });
  expect(results(twenty(3)).at(-1)).toMatchObject({ state: 'missed', actual: 30 * MINUTE, budget: { left: -1 } });
});

test.each([
  ['too few cases', [5, 5], [], 'not-known'],
  ['many that were not taken, but not for long', Array.from({ length: 15 }, () => 5), [6, 6, 6, 6, 6], 'not-known'],
  ['many that were not taken for long', Array.from({ length: 15 }, () => 5), [60, 60, 60, 60, 60], 'missed'],
])('[REPORT-6] the time until cases are taken with %s', (_what, minutes, open, state) => {
  expect(results(minutes, open).at(-1)).toMatchObject({ state });
});

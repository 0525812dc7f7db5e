import { expect, test } from 'vitest';
import {
  type SuppressionContext,
  type SuppressionInput,
  suppressionFor,
} from '../../../../src-main/core/alarms/suppression.ts';
import { MAX_ALARM_AGE_MS } from '../../../../src-shared/domain/cases/alarm.ts';

const NOW = 1_800_000_000_000;

/** Reasons to suppress an alarm, in the order in which they are reported. */
const REASONS = ['late', 'muted', 'no-banner', 'quiet', 'hours', 'cap'] as const;
type Reason = (typeof REASONS)[number];

function silenceFor(...reasons: readonly Reason[]) {
  const has = (reason: Reason) => reasons.includes(reason);
  const loudness: SuppressionInput = {
    how: { banner: !has('no-banner'), sound: false, badge: true },
    at: has('late') ? NOW - MAX_ALARM_AGE_MS - 1 : NOW - MAX_ALARM_AGE_MS,
    isMuted: has('muted'),
    outOfHours: has('quiet') ? 'quiet' : has('hours') ? 'hours' : null,
  };
  const around: SuppressionContext = {
    now: NOW,
    quietUntil: null,
    recentNotificationCount: has('cap') ? 3 : 2,
    settings: { perMinute: 3 },
  };
  return suppressionFor(loudness, around);
}

test('an alarm without a reason for silence notifies', () => {
  expect(silenceFor()).toBeNull();
});

test.each(REASONS)('the reason "%s" alone silences an alarm', (reason) => {
  expect(silenceFor(reason)).toBe(reason);
});

const pairs = REASONS.flatMap((first, index) => REASONS.slice(index + 1).map((second) => [first, second] as const));
test.each(pairs)('an alarm that is both "%s" and "%s" reports the first', (first, second) => {
  expect(silenceFor(second, first)).toBe(first);
});

test('a sound without a banner is not silent', () => {
  const around: SuppressionContext = {
    now: NOW,
    quietUntil: null,
    recentNotificationCount: 0,
    settings: { perMinute: 3 },
  };
  expect(
    suppressionFor(
      { how: { banner: false, sound: true, badge: false }, at: NOW, isMuted: false, outOfHours: null },
      around,
    ),
  ).toBeNull();
});

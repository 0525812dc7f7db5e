import { describe, expect, it } from 'vitest';
import { trustedTime, retentionLimits } from '../../../../src-main/core/maintenance/retention-limits.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const event = (receivedAt: number, createdAt: number | null) => ({ receivedAt, createdAt });

describe('[KEEP-6] the time that decides which events are old', () => {
  it.each([
    ['nothing is stored', [], { at: null, isAhead: false }],
    ['service and clock agree', [event(NOW, NOW - 1)], { at: NOW - 1, isAhead: false }],
    [
      'the service is ahead, so that its time removes no events',
      [event(NOW, NOW + 900 * DAY)],
      { at: NOW, isAhead: false },
    ],
    ['the clock is ahead', [event(NOW, NOW - 900 * DAY)], { at: NOW - 900 * DAY, isAhead: true }],
    [
      'nothing was received for a month',
      [event(NOW - 30 * DAY, NOW - 30 * DAY)],
      { at: NOW - 30 * DAY, isAhead: true },
    ],
    ['the service sends no time', [event(NOW - DAY, null)], { at: NOW - DAY, isAhead: false }],
    ['few events were sent late', [-40, 0, 0].map((days) => event(NOW, NOW + days * DAY)), { at: NOW, isAhead: false }],
    [
      'the clock is ahead and one event has a date far ahead',
      [-900, -900, 0].map((days) => event(NOW, NOW + days * DAY)),
      { at: NOW - 900 * DAY, isAhead: true },
    ],
    ['the clock was set back', [event(NOW + 5 * DAY, NOW + 5 * DAY)], { at: NOW, isAhead: false }],
  ])('is derived if %s', (_, newest, believed) => {
    expect(trustedTime(NOW, newest)).toEqual(believed);
  });

  it('is reduced by the days of each class', () => {
    expect(retentionLimits(NOW, { failures: 3, successes: 2, heartbeats: 1, searches: 4 })).toEqual({
      failures: NOW - 3 * DAY,
      successes: NOW - 2 * DAY,
      heartbeats: NOW - DAY,
    });
  });
});

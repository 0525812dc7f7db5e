import { expect, test } from 'vitest';
import { alarmsStateOf } from '../../../../src-main/core/alarms/alarms-feed-state.ts';
import { alarmRules } from '../../../../src-main/core/alarms/alarm-rules.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { anAllocationAlarm } from '../../../doubles/page-alarms.ts';

test('does not count an alarm from the future as one of today after the clock was set back', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const at = (firstAt: number) => anAllocationAlarm({ id: String(firstAt), firstAt });
  const { today, rules } = alarmsStateOf({
    settings: DEFAULT_ALARM_SETTINGS,
    rules: alarmRules(DEFAULT_ALARM_SETTINGS, []),
    unreadable: new Set(),
    alarms: [at(now - 13 * 3_600_000), at(now), at(now + 1)],
    now,
    zone: 'UTC',
    shownBy: 'page',
    refused: null,
    readOnly: false,
  });
  expect([today.shown, rules[0]?.today]).toEqual([1, 1]);
});

import { expect, test } from 'vitest';
import { alarmsStateOf } from '../../../../src-main/core/alarms/alarms-feed-state.ts';
import { alarmRules } from '../../../../src-main/core/alarms/alarm-rules.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { unacknowledgedAlarms } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { aboutFailures } from '../../../doubles/alarms.ts';
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
    logs: [],
    shownBy: PAGE,
    desk: null,
    refused: null,
    readOnly: false,
  });
  expect([today.accepted, rules[0]?.today]).toEqual([1, 1]);
});

test('[ALARM-41] lists and counts alarms by the time that it shows, newest first, in the list, the popover and the counts of today', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const causeOf = (code: string) => causeKey({ kind: 'localization', operation: 'ALLOCATED', type: null, code });
  const alarm = (id: string, hoursAgo: number, lastHoursAgo: number, part: Partial<Alarm> = {}) =>
    anAllocationAlarm({
      id,
      about: aboutFailures({ cause: causeOf(id.slice(0, 1)) }),
      firstAt: now - hoursAgo * 3_600_000,
      lastAt: now - lastHoursAgo * 3_600_000,
      ...part,
    });
  const notShown: Partial<Alarm> = {
    deliveries: [{ outlet: PAGE, at: now, outcome: 'not-delivered', detail: null }],
  };
  // In the order of the store: by the last event.
  const stored = [
    alarm('c1', 11, 10, notShown),
    alarm('b1', 1, 0.9),
    alarm('a1', 13, 0.5),
    alarm('a2', 2, 0.1, notShown),
  ];
  const { alarms, today, unseen } = alarmsStateOf({
    settings: DEFAULT_ALARM_SETTINGS,
    rules: [],
    unreadable: new Set(),
    alarms: stored,
    now,
    zone: 'UTC',
    logs: [],
    shownBy: PAGE,
    desk: null,
    refused: null,
    readOnly: false,
  });
  const groups = [...unacknowledgedAlarms(alarms).values()];
  expect({
    list: alarms.map(({ id }) => id),
    popover: groups.map(([newest]) => newest?.id),
    today,
    unseen,
  }).toEqual({
    list: ['b1', 'a2', 'c1', 'a1'],
    popover: ['b1', 'a2', 'c1'],
    today: { all: 3, accepted: 1, opened: 0 },
    unseen: 3,
  });
});

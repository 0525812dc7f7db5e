import { expect, test } from 'vitest';
import { parseStoredAlarm } from '../../../../src-main/core/alarms/stored-alarm.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { DESKTOP, PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { anAlarm } from '../../../doubles/alarms.ts';

const AT = 1_700_000_000_000;
const notShown = (why: string, detail: string | null = null) => ({ kind: 'not-shown', at: AT, why, detail });

test.each<[unknown, Pick<Alarm, 'silence' | 'deliveries'>, string]>([
  [{ kind: 'due' }, { silence: null, deliveries: [] }, 'due'],
  [
    { kind: 'shown', at: AT, by: 'desktop' },
    { silence: null, deliveries: [{ outlet: DESKTOP, at: AT, outcome: 'delivered', detail: null }] },
    'accepted',
  ],
  [
    { kind: 'shown', at: AT, by: 'page' },
    { silence: null, deliveries: [{ outlet: PAGE, at: AT, outcome: 'delivered', detail: null }] },
    'accepted',
  ],
  [notShown('quiet'), { silence: 'quiet', deliveries: [] }, 'not-shown'],
  [notShown('late'), { silence: 'late', deliveries: [] }, 'not-shown'],
  [
    notShown('nobody'),
    { silence: null, deliveries: [{ outlet: PAGE, at: AT, outcome: 'not-delivered', detail: null }] },
    'not-shown',
  ],
  [
    notShown('refused', 'Notifications are off.'),
    {
      silence: null,
      deliveries: [{ outlet: PAGE, at: AT, outcome: 'not-delivered', detail: 'Notifications are off.' }],
    },
    'not-shown',
  ],
])('[ALARM-41] reads an alarm that an earlier version stored with one delivery: %o', (delivery, expected, status) => {
  const { silence: _, deliveries: __, ...earlier } = anAlarm();
  const alarm = parseStoredAlarm(JSON.stringify({ ...earlier, delivery }));
  expect(alarm).toEqual({ ...earlier, ...expected });
  expect(alarm && alarmStatus(alarm)).toBe(status);
  expect(parseStoredAlarm(JSON.stringify(alarm))).toEqual(alarm);
});

test.each(['', '{', '{"id":7}', JSON.stringify({ ...anAlarm(), silence: 'because' })])(
  '[ALARM-41] leaves out a stored alarm that cannot be parsed: %s',
  (value) => expect(parseStoredAlarm(value)).toBeNull(),
);

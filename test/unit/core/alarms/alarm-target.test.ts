import { expect, test } from 'vitest';
import { type ShowTarget, showTargetSchema } from '../../../../src-shared/api/alarms.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmTarget } from '../../../../src-main/core/alarms/alarm-target.ts';
import { aboutFailures, anAlarm } from '../../../doubles/alarms.ts';

const GROUP = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const REQUEST = 'cause:request/CHANGE_SUBSCRIPTIONSTATE/CMP_ERROR/70';
const signal = (name: 'blind' | 'not-storing') =>
  ({ kind: 'signal', signal: name, cause: null, endedAt: null }) as const;

test.each<[string, Partial<Alarm>, unknown]>([
  ['one eUICC: its case', {}, { kind: 'case', key: 'eid:89049032000000000000000000004712' }],
  [
    'one request: its case',
    { about: aboutFailures({ cause: REQUEST, only: { eid: '8904', requestId: 'REQ-1', iccid: null } }) },
    { kind: 'case', key: 'request:REQ-1' },
  ],
  [
    'an event that names neither: its own case',
    { firstSeq: 9, about: aboutFailures({ only: { eid: null, requestId: null, iccid: null } }) },
    { kind: 'case', key: 'event:9' },
  ],
  ['several eUICCs: their group', { about: aboutFailures({ failures: 2, only: null }) }, { kind: 'group', key: GROUP }],
  ['one event without a case', { firstSeq: 9, about: aboutFailures({ cause: null }) }, { kind: 'event', seq: 9 }],
  [
    'several events without a case: a view of what they have in common, from the first on',
    { about: aboutFailures({ cause: null, failures: 2, only: null, eventKind: 'A "new" kind' }) },
    { kind: 'view', query: String.raw`kind:"A \"new\" kind" operation:ALLOCATED since:2026-11-21T12:00:00Z` },
  ],
  ['blind', { about: signal('blind') }, { kind: 'screen', screen: 'coverage' }],
  ['nothing is being stored', { about: signal('not-storing') }, { kind: 'screen', screen: 'data' }],
  [
    'the limit alarm: the list of alarms',
    { about: { kind: 'not-shown', count: 3 } },
    { kind: 'screen', screen: 'alarms' },
  ],
])('[ALARM-16] leads a click to what can be done about the alarm: %s', (_what, fields, target) => {
  const found: ShowTarget = alarmTarget(anAlarm(fields));
  expect(found).toEqual(target);
  expect(showTargetSchema.safeParse(found).success).toBe(true);
});

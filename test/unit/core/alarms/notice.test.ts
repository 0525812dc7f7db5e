import { expect, test } from 'vitest';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { noticeOf } from '../../../../src-main/core/alarms/notice.ts';
import { WITH_SOUND } from '../../../doubles/alarm-run.ts';
import { anAlarm } from '../../../doubles/alarms.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any will do
const WATCH = 'w' as WatchId;
const OF = { watch: WATCH, profile: 'Acme', practice: false, zone: 'UTC' };

test('puts the alarm into words and makes no sound for an update', () => {
  const alarm = anAlarm({ how: WITH_SOUND });
  const called = {
    watch: WATCH,
    alarm: 'alarm-1',
    severity: 'failed',
    title: 'Allocation failed · Sweden',
    body: 'The profile is on the eUICC but unusable.\nAcme\nEID 89049032000000000000000000004712',
    banner: true,
    sound: true,
    isUpdate: false,
    isLasting: false,
  };
  expect(noticeOf({ alarm, kind: 'call' }, OF)).toEqual(called);
  expect(noticeOf({ alarm, kind: 'update' }, OF)).toEqual({ ...called, sound: false, isUpdate: true });
  expect(noticeOf({ alarm, kind: 'again' }, OF)).toEqual({ ...called, sound: false });
});

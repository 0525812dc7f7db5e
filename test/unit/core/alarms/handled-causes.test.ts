import { expect, test } from 'vitest';
import { handledCauses } from '../../../../src-main/core/alarms/handled-causes.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { AlarmRun } from '../../../doubles/alarm-run.ts';
import { performAction, casesOverStore } from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const ALLOCATION = causeKey(allocationFailure);
const case1 = caseKey({ kind: 'eid', eid: '8904-1' });
const case2 = caseKey({ kind: 'eid', eid: '8904-2' });

/** Returns an alarm about this eUICC (null: several) whose last event has this seq. */
function anAlarm(eid: string | null, lastSeq: number, part: Partial<Alarm> = {}): Alarm {
  const run = new AlarmRun();
  run.fail();
  const [alarm] = run.state.alarms.values();
  if (alarm?.about.kind !== 'failures') throw new Error('nothing alarmed');
  const only = eid === null ? null : { eid, requestId: null, iccid: null };
  return { ...alarm, lastSeq, about: { ...alarm.about, cause: ALLOCATION, only }, ...part };
}

test('[ALARM-24] counts a group as taken if the group or its only open case is taken or the group is muted', async () => {
  const followed = await casesOverStore();
  const { cases } = followed.run();
  const takenCauses = async (alarm: Alarm) => {
    const alarms = new Map([[alarm.id, alarm]]);
    return (await handledCauses({ alarms, groups: new Map() }, cases, followed.clock.now())).taken;
  };
  const step = async (work: Promise<unknown>) => {
    await work;
    await followed.clock.advance(1_000);
    await cases.waitUntilCaughtUp();
  };
  await step(followed.receiveLocalizations({ eid: '8904-1' }));
  const unassigned = await takenCauses(anAlarm('8904-1', 1));
  await step(performAction(cases, { kind: 'take' }, [case1]));
  const own = await takenCauses(anAlarm('8904-1', 1));
  const seen = await takenCauses(anAlarm('8904-1', 1, { seenAt: 7 }));
  await step(followed.receiveLocalizations({ eid: '8904-2' }));
  const oneOfTwo = [...(await takenCauses(anAlarm(null, 2))), ...(await takenCauses(anAlarm('8904-1', 2)))];
  await step(performAction(cases, { kind: 'mute', ends: { kind: 'worse' } }, [ALLOCATION]));
  const muted = await takenCauses(anAlarm(null, 2));
  const ahead = await takenCauses(anAlarm(null, 3));
  await step(performAction(cases, { kind: 'done' }, [case1, case2]));
  expect({ unassigned, own, seen, oneOfTwo, muted, ahead, ended: await takenCauses(anAlarm(null, 2)) }).toEqual({
    unassigned: [],
    own: [ALLOCATION],
    seen: [],
    oneOfTwo: [],
    muted: [ALLOCATION],
    ahead: [],
    ended: [],
  });
});

test('[ALARM-4] reports a mute of an ongoing group once if it was made after the alarm, also if the alarm was acknowledged', async () => {
  const followed = await casesOverStore();
  const { cases } = followed.run();
  await followed.receiveLocalizations({ eid: '8904-1' });
  await followed.clock.advance(1_000);
  await cases.waitUntilCaughtUp();
  await performAction(cases, { kind: 'mute', ends: { kind: 'next-failure' } }, [ALLOCATION]);
  await followed.clock.advance(1_000);
  await cases.waitUntilCaughtUp();
  const run = new AlarmRun();
  run.fail();
  const [group] = run.state.groups.values();
  if (group === undefined) throw new Error('nothing fails');
  const muted = async (firstAt: number, isMuted = false) => {
    const alarm = anAlarm('8904-1', 1, { firstAt, seenAt: firstAt });
    const state = { alarms: new Map([[alarm.id, alarm]]), groups: new Map([[ALLOCATION, { ...group, isMuted }]]) };
    return (await handledCauses(state, cases, followed.clock.now())).muted;
  };
  const before = followed.clock.now() - 3_600_000;
  expect([await muted(before), await muted(before, true), await muted(followed.clock.now() + 1)]).toEqual([
    [ALLOCATION],
    [],
    [],
  ]);
});

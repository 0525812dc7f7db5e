import { expect, test } from 'vitest';
import { withOutletDeliveries } from '../../../../src-main/core/alarms/outlet-deliveries.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { causeKeySchema } from '../../../../src-shared/domain/cases/case.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import { ALLOCATION } from '../../../doubles/an-outlet.ts';
import { aboutFailures, anAlarm } from '../../../doubles/alarms.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const CAUSE = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const at = (minutes: number) => NOON + minutes * 60_000;

const alarm = (id: string, first: number, last: number, part: Partial<Alarm> = {}) =>
  anAlarm({ id, since: at(0), firstAt: at(first), lastAt: at(last), deliveries: [], ...part });

function delivery(turnAt: number, part: Partial<Delivery> = {}, turn: Partial<Delivery['turn']> = {}): Delivery {
  return {
    turn: { number: turnAt + 1, id: `turn-${turnAt}`, subject: CAUSE, name: 'opened', at: at(turnAt), ...turn },
    at: at(turnAt) + 900,
    outcome: 'delivered',
    attempts: 1,
    detail: null,
    ...part,
  };
}

const found = (alarms: readonly Alarm[], ...deliveries: readonly Delivery[]) =>
  withOutletDeliveries(alarms, [{ id: 'ops', name: 'ops', deliveries }]).map(({ id, deliveries: all }) => [
    id,
    all.map(({ outlet, outcome, at: time }) => `${outlet} ${outcome} ${(time - NOON) / 60_000}`),
  ]);

test('[ALARM-41] a delivery belongs to the alarm of its cause that had an event at the time of its turn', () => {
  const alarms = [alarm('second', 40, 50), alarm('first', 0, 10)];
  const late = delivery(0, { at: at(45), outcome: 'not-delivered', detail: 'HTTP 503' });
  expect(found(alarms, late, delivery(40, { at: at(41) }, { name: 'back' }))).toEqual([
    ['second', ['ops delivered 41']],
    ['first', ['ops not-delivered 45']],
  ]);
});

test('[DEADLINE-8] the turn of an overdue group belongs to the alarm with its deadline, and to no alarm about failures', () => {
  const about = (deadline: 'take' | 'end', dueAt: number) =>
    ({
      kind: 'overdue',
      cause: causeKeySchema.parse(CAUSE),
      deadline,
      since: at(0),
      dueAt: at(dueAt),
      endedAt: null,
    }) as const;
  const alarms = [
    alarm('end', 60, 60, { about: about('end', 60) }),
    alarm('take', 15, 15, { about: about('take', 15) }),
    alarm('failures', 0, 90),
  ];
  const overdue = delivery(15, { at: at(30) }, { name: 'overdue' });
  const worse = delivery(15, { at: at(16) }, { number: 99, name: 'worse' });
  expect(found(alarms, overdue, worse)).toEqual([
    ['end', []],
    ['take', ['ops delivered 30']],
    ['failures', ['ops delivered 16']],
  ]);
});

test('[ALARM-41] a turn without an alarm, of another cause, or that says what became of the group is in no alarm', () => {
  const other = alarm('other', 0, 10, { about: aboutFailures({ cause: null }) });
  const deliveries = [
    delivery(11, {}, { name: 'back' }),
    delivery(1, {}, { subject: 'cause:localization/ENABLED//X' }),
    ...(['taken', 'done', 'ended'] as const).map((name) => delivery(2, {}, { name })),
    // Stored by a version that did not store the time of a turn.
    delivery(3, {}, { at: 0 }),
  ];
  expect(found([alarm('first', 0, 10), other], ...deliveries)).toEqual([
    ['first', []],
    ['other', []],
  ]);
});

test('[ALARM-41] the newest of two alarms with an event at that time, and the latest turn of one alarm count', () => {
  const alarms = [alarm('louder', 5, 9), alarm('first', 0, 5)];
  expect(
    found(alarms, delivery(1, { outcome: 'retrying', detail: '503' }), delivery(2, {}, { name: 'worse' })),
  ).toEqual([
    ['louder', []],
    ['first', ['ops delivered 2.015']],
  ]);
  expect(found(alarms, delivery(5))).toEqual([
    ['louder', ['ops delivered 5.015']],
    ['first', []],
  ]);
});

test('[ALARM-41] a delivery about watching itself belongs to the alarm of the signal that began at that time', () => {
  const about = { kind: 'signal', signal: 'blind', cause: null, endedAt: at(30) } as const;
  const blind = alarm('blind', 1, 30, { about, severity: 'watching', rules: [] });
  const turn = { subject: 'blind', name: 'blind' } as const;
  expect(found([blind], delivery(0, {}, turn), delivery(30, {}, { ...turn, name: 'watching' }))).toEqual([
    ['blind', ['ops delivered 0.015']],
  ]);
  expect(found([blind], delivery(7, {}, turn))).toEqual([['blind', []]]);
});

test('[ALARM-41] a delivery about an overdue group belongs to the alarm with that deadline', () => {
  const overdue = (deadline: 'take' | 'end', due: number) => {
    const about = {
      kind: 'overdue',
      cause: ALLOCATION,
      deadline,
      since: at(0),
      dueAt: at(due),
      endedAt: null,
    } as const;
    return alarm(deadline, due, due, { about, rules: [] });
  };
  const alarms = [overdue('end', 60), overdue('take', 15), alarm('failures', 0, 70)];
  const name = 'overdue' as const;
  // No alarm has the deadline 30.
  const deliveries = [15, 30, 60].map((due) => delivery(due, {}, { name }));
  expect(found(alarms, delivery(0), ...deliveries)).toEqual([
    ['end', ['ops delivered 60.015']],
    ['take', ['ops delivered 15.015']],
    ['failures', ['ops delivered 0.015']],
  ]);
});

test('[ALARM-41] the deliveries of this computer come first, then those of the outlets in their order', () => {
  const local = { outlet: 'desktop', at: at(0), outcome: 'delivered', detail: null } as const;
  const logs = ['ops', 'pager'].map((id) => ({ id, name: id, deliveries: [delivery(0)] }));
  const [one] = withOutletDeliveries([alarm('a', 0, 1, { deliveries: [local] })], logs);
  expect(one?.deliveries.map(({ outlet }) => outlet)).toEqual(['desktop', 'ops', 'pager']);
});

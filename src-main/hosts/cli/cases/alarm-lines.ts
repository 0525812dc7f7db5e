import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { alarmTitle, ruleName, alarmReasonWords } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { deliveriesWords, type NamedOutlet, outletName } from '../../../../src-shared/words/alarms/delivery-words.ts';
import type { DeskState } from '../../../../src-shared/domain/outlets/desk-state.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

interface AlarmRow {
  readonly alarm: Alarm;
  readonly outlets: readonly NamedOutlet[];
}

export const alarmRows: RowLayout<AlarmRow> = {
  fields: {
    id: ({ alarm: { id } }) => id,
    title: ({ alarm }) => alarmTitle(alarm, 'UTC'),
    severity: ({ alarm: { severity } }) => severity,
    delivery: ({ alarm }) => alarmStatus(alarm),
    why: ({ alarm }) => alarm.silence,
    deliveries: ({ alarm, outlets }) =>
      alarm.deliveries.map(({ outlet, at, outcome, detail, desk, wasClicked }) => ({
        outlet: outletName(outlet, outlets),
        at: isoTime(at),
        outcome,
        detail,
        ...(desk !== undefined && { desk: deskField(desk) }),
        ...(wasClicked === true && { wasClicked }),
      })),
    how: ({ alarm: { how } }) => how,
    since: ({ alarm: { since } }) => isoTime(since),
    firstAt: ({ alarm: { firstAt } }) => isoTime(firstAt),
    lastAt: ({ alarm: { lastAt } }) => isoTime(lastAt),
    firstSeq: ({ alarm: { firstSeq } }) => firstSeq,
    lastSeq: ({ alarm: { lastSeq } }) => lastSeq,
    openedAt: ({ alarm: { openedAt } }) => isoTime(openedAt),
    seenAt: ({ alarm: { seenAt } }) => isoTime(seenAt),
    rules: ({ alarm: { rules } }) => rules.map((rule) => ({ id: rule.id, name: ruleName(rule) })),
    about: ({ alarm: { about } }) => about,
  },
  columns: [
    { title: 'FIRST (UTC)', width: 25, cell: ({ alarm: { firstAt } }) => isoTime(firstAt) },
    { title: 'SEVERITY', width: 9, cell: ({ alarm: { severity } }) => severity },
    {
      title: 'ACKED',
      width: 7,
      cell: ({ alarm: { openedAt, seenAt } }) => (openedAt !== null ? 'opened' : seenAt === null ? '' : 'yes'),
    },
    { title: 'WHY', width: 28, cell: ({ alarm }) => alarmReasonWords(alarm) },
    { title: 'DELIVERED', width: 80, cell: ({ alarm, outlets }) => deliveriesWords(alarm, outlets, 'UTC') },
    { title: 'ALARM', width: 0, cell: ({ alarm }) => alarmTitle(alarm, 'UTC') },
  ],
};

function deskField(desk: DeskState) {
  return desk.kind === 'missing' ? { ...desk, since: isoTime(desk.since) } : desk;
}

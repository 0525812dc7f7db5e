import type { Alarm } from '../../../../src-shared/api/alarms.ts';
import { alarmTitle, ruleName, alarmReasonWords } from '../../../../src-shared/words/alarm-words.ts';
import type { RowLayout } from '../terminal/rows.ts';

export const alarmRows: RowLayout<Alarm> = {
  record: recordOf,
  fields: [
    'id',
    'title',
    'severity',
    'delivery',
    'why',
    'detail',
    'shownBy',
    'how',
    'since',
    'firstAt',
    'lastAt',
    'firstSeq',
    'lastSeq',
    'openedAt',
    'seenAt',
    'rules',
    'about',
  ],
  columns: [
    { title: 'FIRST (UTC)', width: 25, cell: ({ firstAt }) => isoTime(firstAt) ?? '' },
    { title: 'SEVERITY', width: 9, cell: ({ severity }) => severity },
    { title: 'SHOWN', width: 8, cell: ({ delivery }) => SHOWN[delivery.kind] },
    {
      title: 'ACKED',
      width: 7,
      cell: ({ openedAt, seenAt }) => (openedAt !== null ? 'opened' : seenAt === null ? '' : 'yes'),
    },
    { title: 'WHY', width: 28, cell: alarmReasonWords },
    { title: 'ALARM', width: 0, cell: (alarm) => alarmTitle(alarm, 'UTC') },
  ],
};

/** Returns the fields that programs use most first, then all others. */
function recordOf(alarm: Alarm) {
  const { id, about, severity, rules, how, delivery } = alarm;
  return {
    id,
    title: alarmTitle(alarm, 'UTC'),
    severity,
    delivery: delivery.kind,
    why: delivery.kind === 'not-shown' ? delivery.why : null,
    detail: delivery.kind === 'not-shown' ? delivery.detail : null,
    shownBy: delivery.kind === 'shown' ? delivery.by : null,
    rules: rules.map((rule) => ({ id: rule.id, name: ruleName(rule) })),
    how,
    since: isoTime(alarm.since),
    firstAt: isoTime(alarm.firstAt),
    lastAt: isoTime(alarm.lastAt),
    firstSeq: alarm.firstSeq,
    lastSeq: alarm.lastSeq,
    openedAt: isoTime(alarm.openedAt),
    seenAt: isoTime(alarm.seenAt),
    about,
  };
}

const SHOWN: Readonly<Record<Alarm['delivery']['kind'], string>> = { due: 'due', shown: 'yes', 'not-shown': 'no' };

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

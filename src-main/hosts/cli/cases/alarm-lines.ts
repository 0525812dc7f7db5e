import type { Alarm } from '../../../../src-shared/api/alarms.ts';
import { alarmTitle, ruleName, alarmReasonWords } from '../../../../src-shared/words/alarms/alarm-words.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export const alarmRows: RowLayout<Alarm> = {
  fields: {
    id: ({ id }) => id,
    title: (alarm) => alarmTitle(alarm, 'UTC'),
    severity: ({ severity }) => severity,
    delivery: ({ delivery }) => delivery.kind,
    why: ({ delivery }) => (delivery.kind === 'not-shown' ? delivery.why : null),
    detail: ({ delivery }) => (delivery.kind === 'not-shown' ? delivery.detail : null),
    shownBy: ({ delivery }) => (delivery.kind === 'shown' ? delivery.by : null),
    how: ({ how }) => how,
    since: ({ since }) => isoTime(since),
    firstAt: ({ firstAt }) => isoTime(firstAt),
    lastAt: ({ lastAt }) => isoTime(lastAt),
    firstSeq: ({ firstSeq }) => firstSeq,
    lastSeq: ({ lastSeq }) => lastSeq,
    openedAt: ({ openedAt }) => isoTime(openedAt),
    seenAt: ({ seenAt }) => isoTime(seenAt),
    rules: ({ rules }) => rules.map((rule) => ({ id: rule.id, name: ruleName(rule) })),
    about: ({ about }) => about,
  },
  columns: [
    { title: 'FIRST (UTC)', width: 25, cell: ({ firstAt }) => isoTime(firstAt) },
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

const SHOWN: Readonly<Record<Alarm['delivery']['kind'], string>> = { due: 'due', shown: 'yes', 'not-shown': 'no' };

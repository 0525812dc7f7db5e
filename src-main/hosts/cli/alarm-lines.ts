/** Alarms as lines: for programs one JSON object each, for people a table. Names in them came from outside. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { alarmTitle, ruleName, whyWords } from '../../../src-shared/words/alarm-words.ts';
import { paddedLine } from './output.ts';

/** What a program goes by, then everything that is kept of it. */
export function alarmJson(alarm: Alarm): string {
  const { id, about, severity, rules, how, delivery } = alarm;
  return `${plainJson({
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
  })}\n`;
}

const COLUMNS: readonly {
  readonly title: string;
  readonly width: number;
  readonly cell: (alarm: Alarm) => string;
}[] = [
  { title: 'FIRST (UTC)', width: 25, cell: ({ firstAt }) => isoTime(firstAt) ?? '' },
  { title: 'SEVERITY', width: 9, cell: ({ severity }) => severity },
  { title: 'SHOWN', width: 8, cell: ({ delivery }) => SHOWN[delivery.kind] },
  {
    title: 'SEEN',
    width: 7,
    cell: ({ openedAt, seenAt }) => (openedAt !== null ? 'opened' : seenAt === null ? '' : 'yes'),
  },
  { title: 'WHY', width: 28, cell: whyWords },
  { title: 'ALARM', width: 0, cell: (alarm) => alarmTitle(alarm, 'UTC') },
];

const SHOWN: Readonly<Record<Alarm['delivery']['kind'], string>> = { due: 'due', shown: 'yes', 'not-shown': 'no' };

export function alarmTableHead(): string {
  return paddedLine(COLUMNS.map(({ title, width }) => [title, width]));
}

export function alarmTableLine(alarm: Alarm): string {
  return paddedLine(COLUMNS.map(({ width, cell }) => [cell(alarm), width]));
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

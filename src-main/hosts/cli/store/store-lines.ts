import type { StoreReport } from '../../../../src-shared/api/store.ts';
import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import {
  daysText,
  eventsText,
  incidentAdvice,
  incidentWords,
  repairWords,
  numberText,
  sizeText,
} from '../../../../src-shared/words/store-words.ts';
import type { Flaw } from '../../../core/ports/event-store.ts';
import { labelledLines } from '../terminal/table.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface DescribedStore {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly isWritten: boolean;
  readonly report: StoreReport;
  readonly incident: StoreIncident | null;
}

export const storeRows: RowLayout<DescribedStore> = {
  fields: {
    name: ({ name }) => name,
    id: ({ id }) => id,
    path: ({ path }) => path,
    isWritten: ({ isWritten }) => isWritten,
    storedEvents: ({ report }) => report.storedEvents,
    oldestAt: ({ report }) => report.oldestAt,
    bytes: ({ report }) => report.bytes,
    freeBytes: ({ report }) => report.freeBytes,
    beside: ({ report }) => report.beside,
    bytesPerDay: ({ report }) => report.bytesPerDay,
    keepDays: ({ report }) => report.keepDays,
    backups: ({ report }) => report.backups,
    incident: ({ incident }) => incident,
  },
  members: {
    beside: ['search', 'cases', 'inventory'],
    keepDays: ['failures', 'successes', 'heartbeats', 'searches'],
  },
  columns: [],
};

export function storeTable({ name, id, path, isWritten, report, incident }: DescribedStore): string {
  const { bytes, freeBytes, beside, storedEvents, oldestAt, bytesPerDay, keepDays, backups } = report;
  const [newest, ...older] = backups;
  const growth = bytesPerDay === null ? 'less than a day old' : `${sizeText(bytesPerDay)} a day (last 7 days)`;
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['Store', `${name} (${id})`],
    ['Where', path],
    ['Written', isWritten ? 'by another process now' : 'not at present'],
    ['Size', freeBytes === 0 ? sizeText(bytes) : `${sizeText(bytes)}, ${sizeText(freeBytes)} of it free`],
    [
      'Other',
      `search index ${sizeText(beside.search)}, cases ${sizeText(beside.cases)}, searches ${sizeText(beside.inventory)}`,
    ],
    ['Growth', growth],
    ['Events', numberText(storedEvents)],
    ['Oldest', oldestAt === null ? 'none' : isoTime(oldestAt)],
    [
      'Retention',
      `failures ${daysText(keepDays.failures)}, successes ${daysText(keepDays.successes)}, heartbeats ${daysText(keepDays.heartbeats)}, searches ${daysText(keepDays.searches)}, pinned events forever`,
    ],
    ['Copies', newest === undefined ? 'none yet' : copyText(newest)],
    ...older.map((copy) => ['', copyText(copy)] as const),
    ...(incident === null ? [] : incidentRows(incident)),
  ];
  return labelledLines(rows, 9);
}

function incidentRows(incident: StoreIncident): readonly (readonly [string, string])[] {
  return [
    ['Incident', `${isoTime(incident.at)}  ${incidentWords(incident)}`],
    ['', repairWords(incident)],
    ['', incidentAdvice(incident)],
  ];
}

function copyText({ at, bytes, storedEvents, path }: StoreReport['backups'][number]): string {
  return `${isoTime(at)}  ${sizeText(bytes)}, ${eventsText(storedEvents)}  ${path}`;
}

export function flawLine(flaw: Flaw): string {
  switch (flaw.kind) {
    case 'text':
      return `Received text damaged: ${span(flaw)}. It differs from what was received and cannot be restored.`;
    case 'derived':
      return `Derived rows differ from the received texts: ${span(flaw)}. The next start rebuilds them.`;
    case 'unreadable':
      return `The database is damaged: ${flaw.detail}. The next start saves readable events.`;
    default:
      return assertNever(flaw);
  }
}

/** @param events number of stored events; null if not even that can be read */
export function checkSummary(events: number | null, flaws: number): string {
  if (events === null) return 'The number of events cannot be read.';
  if (flaws === 0) return `Checked ${eventsText(events)}: everything is as received.`;
  return `Checked the readable part of ${eventsText(events)}: ${flaws === 1 ? '1 place is' : `${numberText(flaws)} places are`} wrong.`;
}

function span({ first, last }: { first: number; last: number }): string {
  return first === last ? `event ${first}` : `events ${first} to ${last}`;
}

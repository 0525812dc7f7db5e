import type { StoreReport } from '../../../src-shared/api/store.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import {
  daysText,
  eventsText,
  incidentAdvice,
  incidentWords,
  repairWords,
  numberText,
  sizeText,
} from '../../../src-shared/words/store-words.ts';
import type { Flaw } from '../../core/ports/event-store.ts';
import type { RowLayout } from './rows.ts';
import { paddedLine } from './table.ts';

export interface DescribedStore {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  /** True if a process is collecting into it. */
  readonly isWritten: boolean;
  readonly report: StoreReport;
  readonly incident: StoreIncident | null;
}

export const storeRows: RowLayout<DescribedStore> = {
  record: ({ report, ...store }) => ({ ...store, ...report }),
  fields: [
    'name',
    'id',
    'path',
    'isWritten',
    'storedEvents',
    'oldestAt',
    'bytes',
    'freeBytes',
    'beside.search',
    'beside.cases',
    'beside.inventory',
    'bytesPerDay',
    'keepDays.failures',
    'keepDays.successes',
    'keepDays.heartbeats',
    'keepDays.searches',
    'backups',
    'incident',
  ],
  columns: [],
};

export function storeTable({ name, id, path, isWritten, report, incident }: DescribedStore): string {
  const { bytes, freeBytes, beside, storedEvents, oldestAt, bytesPerDay, keepDays, backups } = report;
  const [newest, ...older] = backups;
  const growth = bytesPerDay === null ? 'not a day old yet' : `${sizeText(bytesPerDay)} a day, as the last week went`;
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['Store', `${name} (${id})`],
    ['Where', path],
    ['Written', isWritten ? 'by another process, now' : 'by nobody at present'],
    ['Size', freeBytes === 0 ? sizeText(bytes) : `${sizeText(bytes)}, ${sizeText(freeBytes)} of it to be given back`],
    [
      'Beside',
      `search index ${sizeText(beside.search)}, cases ${sizeText(beside.cases)}, searches ${sizeText(beside.inventory)}`,
    ],
    ['Growth', growth],
    ['Events', numberText(storedEvents)],
    ['Oldest', oldestAt === null ? 'none' : time(oldestAt)],
    [
      'Kept for',
      `failures ${daysText(keepDays.failures)}, successes ${daysText(keepDays.successes)}, heartbeats ${daysText(keepDays.heartbeats)}, searches ${daysText(keepDays.searches)}, pinned events for ever`,
    ],
    ['Copies', newest === undefined ? 'none yet' : copyText(newest)],
    ...older.map((copy) => ['', copyText(copy)] as const),
    ...(incident === null ? [] : incidentRows(incident)),
  ];
  return rows
    .map(([label, text]) =>
      paddedLine([
        [label, 9],
        [text, 0],
      ]),
    )
    .join('');
}

function incidentRows(incident: StoreIncident): readonly (readonly [string, string])[] {
  return [
    ['Incident', `${time(incident.at)}  ${incidentWords(incident)}`],
    ['', repairWords(incident)],
    ['', incidentAdvice(incident)],
  ];
}

function copyText({ at, bytes, storedEvents, path }: StoreReport['backups'][number]): string {
  return `${time(at)}  ${sizeText(bytes)}, ${eventsText(storedEvents)}  ${path}`;
}

export function flawLine(flaw: Flaw): string {
  switch (flaw.kind) {
    case 'text':
      return `Received text damaged: ${span(flaw)}. It is not as it was received, and cannot be made again.`;
    case 'derived':
      return `Derived rows do not agree with the received texts: ${span(flaw)}. The next start makes them again.`;
    case 'unreadable':
      return `The database is damaged: ${flaw.detail}. The next start saves what can be read.`;
    default:
      return assertNever(flaw);
  }
}

/** @param events number of stored events; null if not even that can be read */
export function checkSummary(events: number | null, flaws: number): string {
  if (events === null) return 'Not even how many events there are can be read.';
  if (flaws === 0) return `Looked through ${eventsText(events)}: everything is as it was received.`;
  return `Looked through what can be read of ${eventsText(events)}: ${flaws === 1 ? '1 place is' : `${numberText(flaws)} places are`} wrong.`;
}

function span({ first, last }: { first: number; last: number }): string {
  return first === last ? `event ${first}` : `events ${first} to ${last}`;
}

const time = (at: number) => new Date(at).toISOString();

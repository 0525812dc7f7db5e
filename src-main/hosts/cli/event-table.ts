/** Stored events as lines of a table, for people: the usual columns, or those that are asked for. */
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import { cellOf, type EventField, type eventLines, type LineOptions } from '../../core/exports/event-lines.ts';
import { type LineEvent, maskedEvent } from '../../core/exports/masking.ts';
import { paddedLine } from './output.ts';

export function tableLines({ fields, mask }: Pick<LineOptions, 'fields' | 'mask'>): ReturnType<typeof eventLines> {
  const columns = fields === null ? USUAL : fields.map(columnOf);
  const line = (cell: (column: Column) => string) =>
    paddedLine(columns.map((column, index) => [cell(column), index + 1 === columns.length ? 0 : column.width]));
  let withheld = 0;
  return {
    head: line(({ title }) => title),
    line(event: StoredEvent) {
      const told = maskedEvent(event, mask);
      withheld += Number(told.raw === null);
      return line(({ cell }) => cell(told));
    },
    withheld: () => withheld,
  };
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly cell: (event: LineEvent) => string;
}

const received = (event: LineEvent) => new Date(event.receivedAt).toISOString();

const USUAL: readonly Column[] = [
  { title: 'SEQ', width: 8, cell: ({ seq }) => String(seq) },
  { title: 'RECEIVED (UTC)', width: 25, cell: received },
  { title: 'OUTCOME', width: 12, cell: ({ outcome }) => outcome ?? '' },
  { title: 'KIND', width: 21, cell: ({ kind }) => kind },
  { title: 'OPERATION', width: 27, cell: ({ operation }) => operation ?? '' },
  {
    title: 'EID / ICCID / REQUEST',
    width: 34,
    cell: ({ eid, requestId, iccid }) => eid ?? requestId ?? iccid ?? '',
  },
  { title: 'CC', width: 3, cell: ({ countryCode }) => countryCode ?? '' },
  {
    title: 'ERROR CODE',
    width: 0,
    cell: ({ errorCodes, marks }) => errorCodes.join(' ') || marks.map(({ code }) => `(${code})`).join(' '),
  },
];

/** As wide as what is usual there; what is wider moves the rest of its line. */
const WIDTHS: Readonly<Partial<Record<EventField, number>>> = {
  seq: 8,
  receivedAt: 25,
  kind: 21,
  id: 37,
  operation: 27,
  state: 12,
  outcome: 12,
  createdDateTime: 25,
  principal: 24,
  eid: 33,
  iccid: 21,
  errorCode: 40,
  errorCodes: 40,
  errorTypes: 24,
  requestId: 37,
  marks: 24,
};

function columnOf(field: EventField): Column {
  const title = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
  return { title, width: WIDTHS[field] ?? title.length + 1, cell: (event) => cellOf(event, field) };
}

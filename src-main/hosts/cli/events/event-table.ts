import { facetColumns, facetTable } from '../../../../src-shared/domain/event/event-fields.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { cellOf, type EventField, type eventLines, type LineOptions } from '../../../core/exports/event-lines.ts';
import { type LineEvent, maskedEvent } from '../../../core/exports/masking.ts';
import { type Column, tableHead, tableLine } from '../terminal/table.ts';

export function tableLines({ fields, mask }: Pick<LineOptions, 'fields' | 'mask'>): ReturnType<typeof eventLines> {
  const columns = fields === null ? DEFAULT_COLUMNS : withoutLastWidth(fields.map(columnOf));
  let withheld = 0;
  return {
    head: tableHead(columns),
    line(event: StoredEvent) {
      const shown = maskedEvent(event, mask);
      withheld += Number(shown.raw === null);
      return tableLine(columns, shown);
    },
    fit: () => null,
    withheld: () => withheld,
  };
}

const received = (event: LineEvent) => new Date(event.receivedAt).toISOString();

const DEFAULT_COLUMNS: readonly Column<LineEvent>[] = [
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
    cell: ({ errorCodes, marks }) => errorCodes.join(' ') || marksText(marks.map(({ code }) => `(${code})`)),
  },
];

function marksText(marks: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return Array.from(counts, ([mark, count]) => (count === 1 ? mark : `${mark}×${count}`)).join(' ');
}

/** Column widths in characters for typical values; longer values are cut with an ellipsis. */
const COLUMN_WIDTHS: ReadonlyMap<string, number> = new Map([
  ...facetColumns.map(({ field, property }) => [property, facetTable[field].width] as const),
  ['seq', 8],
  ['receivedAt', 25],
  ['id', 37],
  ['createdDateTime', 25],
  ['eid', 33],
  ['iccid', 21],
  ['requestId', 37],
]);

function columnOf(field: EventField): Column<LineEvent> {
  const title = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
  const width = Math.max(COLUMN_WIDTHS.get(field) ?? 0, title.length + 1);
  return { title, width, cell: (event) => cellIn(event, field) };
}

function cellIn(event: LineEvent, field: EventField): string {
  return field === 'marks' ? marksText(event.marks.map(({ code }) => code)) : cellOf(event, field);
}

function withoutLastWidth<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.map((column, index) => (index + 1 === columns.length ? { ...column, width: 0 } : column));
}

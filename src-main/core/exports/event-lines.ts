/** Formats a stored event as one row. Times are ISO 8601 UTC; `raw` is verbatim, unless it is masked. */
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { type StoredEvent, storedEventSchema } from '../../../src-shared/domain/event/event.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import type { CsvCellForm } from '../../../src-shared/lib/csv.ts';
import { type RowForm, textLines } from './export-rows.ts';
import { type LineEvent, maskedEvent } from './masking.ts';

const EVENT_COLUMNS = [
  'seq',
  'receivedAt',
  'kind',
  'id',
  'operation',
  'state',
  'outcome',
  'createdDateTime',
  'principal',
  'eid',
  'iccid',
  'countryCode',
  'errorCode',
  'requestId',
  'company',
  'createdBy',
  'targets',
  'resourceCount',
  'failedCount',
  'marks',
  'raw',
] as const satisfies readonly (keyof StoredEvent)[];

export type EventField = Exclude<keyof StoredEvent, 'createdAt'>;

const isColumn = (field: keyof StoredEvent) => EVENT_COLUMNS.some((column) => column === field);

/** Fields that a line may have. Those after the columns are what this version noticed about the event. */
export const EVENT_FIELDS: readonly EventField[] = [
  ...EVENT_COLUMNS,
  ...storedEventSchema
    .keyof()
    .options.filter((field): field is EventField => field !== 'createdAt' && !isColumn(field)),
];

export interface LineOptions {
  readonly fields: readonly EventField[] | null;
  readonly mask: readonly MaskedField[];
  readonly cells: CsvCellForm;
}

export interface EventForm<Row> extends RowForm<Row> {
  rowsOf(event: StoredEvent): readonly Row[];
  /** Number of events so far whose text is left out, because it could not be masked. */
  readonly withheld: () => number;
}

export function eventForm({ fields, mask }: Pick<LineOptions, 'fields' | 'mask'>): EventForm<LineEvent> {
  let withheld = 0;
  const columns = fields ?? EVENT_COLUMNS;
  return {
    columns: [...columns, ...(mask.length > 0 ? ['withheld'] : [])],
    rowsOf(event) {
      const shown = maskedEvent(event, mask);
      withheld += Number(shown.raw === null);
      return [shown];
    },
    cells(shown) {
      const cells = columns.map((field) => cellOf(shown, field));
      return mask.length > 0 ? [...cells, shown.raw === null ? 'true' : ''] : cells;
    },
    json: (shown) => plainJson(eventRecord(shown, fields)),
    withheld: () => withheld,
  };
}

export function eventLines(format: Exclude<ExportFormat, 'xlsx'>, options: LineOptions) {
  return linesOfForm(format, eventForm(options), options.cells);
}

/** The lines of an event, none if its form has no row for it. */
export function linesOfForm<Row>(format: Exclude<ExportFormat, 'xlsx'>, form: EventForm<Row>, cells: CsvCellForm) {
  const lines = textLines(format, form, cells);
  const line = (event: StoredEvent) =>
    form
      .rowsOf(event)
      .map((row) => lines.line(row))
      .join('');
  return { ...lines, line, withheld: form.withheld };
}

/** Adds the complete name and id only if the columns hold just their beginning. */
export function eventRecord(event: LineEvent, fields: readonly EventField[] | null): Readonly<Record<string, unknown>> {
  const chosen = fields ?? [...EVENT_COLUMNS, 'errorCodes', 'repeats'];
  const record = Object.fromEntries(chosen.map((field) => [field, fieldOf(event, field)]));
  const whole = fields === null && event.whole !== null ? { whole: event.whole } : {};
  const withheld = event.raw === null ? { withheld: true } : {};
  return { ...record, ...whole, ...withheld };
}

function fieldOf(event: LineEvent, field: EventField) {
  return field === 'receivedAt' ? new Date(event.receivedAt).toISOString() : event[field];
}

/** Returns a cell for CSV and tables. Several values are separated by spaces. */
export function cellOf(event: LineEvent, field: EventField): string {
  const value = fieldOf(event, field) ?? '';
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : each.code)).join(' ');
  return typeof value === 'object' ? plainJson(value) : String(value);
}

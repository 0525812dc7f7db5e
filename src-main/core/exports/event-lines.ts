/**
 * Formats a stored event as one line, the same for the page and the command line. Times are ISO 8601 UTC; `raw` is the
 * received text verbatim, unless it is masked.
 */
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { decodedProperties } from '../../../src-shared/domain/event/event-fields.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { type CsvCellForm, csvHead, csvLine } from '../../../src-shared/lib/csv.ts';
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
  'marks',
  'raw',
] as const satisfies readonly (keyof StoredEvent)[];

export type EventField = Exclude<keyof StoredEvent, 'createdAt'>;

const isColumn = (field: EventField) => EVENT_COLUMNS.some((column) => column === field);

/** Fields that a line may have. Those after the columns are what this version noticed about the event. */
export const EVENT_FIELDS: readonly EventField[] = [
  ...EVENT_COLUMNS,
  ...decodedProperties.filter((property) => !isColumn(property)),
  'resourceCount',
  'failedCount',
  'repeats',
  'seen',
  'whole',
];

export interface LineOptions {
  readonly fields: readonly EventField[] | null;
  readonly mask: readonly MaskedField[];
  /** CSV only. */
  readonly cells: CsvCellForm;
}

export function eventLines(format: ExportFormat, options: LineOptions) {
  let withheld = 0;
  const lineOf = format === 'jsonl' ? jsonLine : cellsLine;
  return {
    head: format === 'jsonl' ? '' : namesLine(options),
    line(event: StoredEvent): string {
      const masked = maskedEvent(event, options.mask);
      withheld += Number(masked.raw === null);
      return lineOf(masked, options);
    },
    /** Number of lines so far without the received text, because it could not be masked. */
    withheld: () => withheld,
  };
}

function jsonLine(event: LineEvent, { fields }: LineOptions): string {
  return `${plainJson(eventRecord(event, fields))}\n`;
}

/** Adds the complete name and id only if the columns hold just their beginning. */
export function eventRecord(event: LineEvent, fields: readonly EventField[] | null): Readonly<Record<string, unknown>> {
  const chosen = fields ?? [...EVENT_COLUMNS, 'errorCodes', 'resourceCount', 'failedCount', 'repeats'];
  const record = Object.fromEntries(chosen.map((field) => [field, fieldOf(event, field)]));
  const whole = fields === null && event.whole !== null ? { whole: event.whole } : {};
  const withheld = event.raw === null ? { withheld: true } : {};
  return { ...record, ...whole, ...withheld };
}

function namesLine({ fields, mask, cells }: LineOptions): string {
  return csvHead([...(fields ?? EVENT_COLUMNS), ...(mask.length > 0 ? ['withheld'] : [])], cells);
}

function cellsLine(event: LineEvent, { fields, mask, cells }: LineOptions): string {
  const values = (fields ?? EVENT_COLUMNS).map((field) => cellOf(event, field));
  if (mask.length > 0) values.push(event.raw === null ? 'true' : '');
  return csvLine(values, cells);
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

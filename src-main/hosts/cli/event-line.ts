/** A stored event as one line of output. Times are ISO 8601 UTC; `raw` is the received text verbatim. */
import { stringify } from 'csv-stringify/sync';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import { paddedLine } from './output.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';

/** The columns of CSV, and the first fields of NDJSON, in this order. */
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
  'raw',
] as const;

type EventRecord = Record<(typeof EVENT_COLUMNS)[number], string | number | null>;

function eventRecord(event: StoredEvent): EventRecord {
  return {
    seq: event.seq,
    receivedAt: new Date(event.receivedAt).toISOString(),
    kind: event.kind,
    id: event.id,
    operation: event.operation,
    state: event.state,
    outcome: event.outcome,
    createdDateTime: event.createdDateTime,
    principal: event.principal,
    eid: event.eid,
    iccid: event.iccid,
    countryCode: event.countryCode,
    errorCode: event.errorCode,
    requestId: event.requestId,
    raw: event.raw,
  };
}

/**
 * One line of NDJSON, with what this version noticed about the event behind the columns, and the whole name and id
 * where the columns hold only their beginning.
 */
export function eventJson(event: StoredEvent): string {
  const { errorCodes, resourceCount, failedCount, marks, repeats, whole } = event;
  const noticed = { errorCodes, resourceCount, failedCount, marks, repeats, ...(whole !== null && { whole }) };
  return `${plainJson({ ...eventRecord(event), ...noticed })}\n`;
}

export function csvHead(): string {
  return stringify([[...EVENT_COLUMNS]]);
}

export function eventCsv(event: StoredEvent): string {
  const record = eventRecord(event);
  return stringify([EVENT_COLUMNS.map((name) => spreadsheetText(record[name]))]);
}

/** What begins a formula, also behind characters that a spreadsheet skips, and in its full-width form. */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** A formula gets an apostrophe before it. A lone `-` is the operation of heartbeats, and calculates nothing. */
function spreadsheetText(cell: string | number | null): string | number | null {
  return typeof cell === 'string' && cell !== '-' && FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Columns of the table with their widths; the error code ends the line. */
const TABLE = [
  ['seq', 8],
  ['receivedAt', 25],
  ['outcome', 12],
  ['kind', 21],
  ['operation', 27],
  ['subject', 34],
  ['country', 3],
  ['code', 0],
] as const;

export function tableHead(): string {
  return tableLine({
    seq: 'SEQ',
    receivedAt: 'RECEIVED (UTC)',
    outcome: 'OUTCOME',
    kind: 'KIND',
    operation: 'OPERATION',
    subject: 'EID / ICCID / REQUEST',
    country: 'CC',
    code: 'ERROR CODE',
  });
}

export function eventTableLine(event: StoredEvent): string {
  return tableLine({
    seq: String(event.seq),
    receivedAt: new Date(event.receivedAt).toISOString(),
    outcome: event.outcome ?? '',
    kind: event.kind,
    operation: event.operation ?? '',
    subject: event.eid ?? event.requestId ?? event.iccid ?? '',
    country: event.countryCode ?? '',
    code: event.errorCodes.join(' ') || event.marks.map(({ code }) => `(${code})`).join(' '),
  });
}

function tableLine(cells: Record<(typeof TABLE)[number][0], string>): string {
  return paddedLine(TABLE.map(([name, width]) => [cells[name], width]));
}

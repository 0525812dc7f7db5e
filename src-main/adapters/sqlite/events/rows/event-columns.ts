/** Lists the columns of `event`. A new one also needs the schema, `EventValues`, `eventColumns` and `toEventSummary`. */
import type { DecodedEvent, EventMark, EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import type { FacetValues } from '../../../../../src-shared/domain/filter/filter-match.ts';
import { utcTime } from '../../../../../src-shared/service/utc-time.ts';
import { packDigits, type PackedValue, packUuid, unpackDigits, unpackUuid } from '../texts/packed-values.ts';

/** Values of an event as stored: packed (`packed-values.ts`), with the id of its facet. */
interface EventValues {
  readonly seq: number;
  readonly receivedAt: number;
  readonly facet: number;
  readonly createdAt: number | null;
  /** Null if it is the ISO form of `createdAt`. */
  readonly createdText: string | null;
  readonly id: PackedValue;
  readonly eid: PackedValue;
  readonly iccid: PackedValue;
  readonly requestId: PackedValue;
  readonly resourceCount: number | null;
  readonly failedCount: number | null;
  readonly marks: string | null;
}

export interface EventRow extends EventValues {
  readonly repeats: number;
}

const COLUMNS = [
  ['seq', 'seq'],
  ['receivedAt', 'received_at'],
  ['facet', 'facet'],
  ['createdAt', 'created_at'],
  ['createdText', 'created_text'],
  ['id', 'upstream_id'],
  ['eid', 'eid'],
  ['iccid', 'iccid'],
  ['requestId', 'request_id'],
  ['resourceCount', 'resource_count'],
  ['failedCount', 'failed_count'],
  ['marks', 'marks'],
] as const satisfies readonly (readonly [keyof EventValues, string])[];

type ValuesOf<Columns extends readonly unknown[]> = {
  -readonly [Index in keyof Columns]: Columns[Index] extends readonly [infer Name extends keyof EventValues, string]
    ? EventValues[Name]
    : never;
};
/** Values in the order of `COLUMNS`. Bound by position, which takes two thirds of the time. */
export type EventColumns = ValuesOf<typeof COLUMNS>;

export const INSERTED_EVENT = `event (${COLUMNS.map(([, column]) => column).join(', ')})
  VALUES (${COLUMNS.map(() => '?').join(', ')})`;

export const SELECTED_EVENT = `${COLUMNS.map(([name, column]) => `event.${column} AS ${name}`).join(', ')},
  ifnull(repeat.count, 0) AS repeats`;
export const WITH_REPEATS = 'LEFT JOIN repeat ON repeat.seq = event.seq';

interface NewRow {
  readonly seq: number;
  readonly receivedAt: number;
  readonly id: string | null;
  readonly decoded: DecodedEvent;
  readonly facet: number;
  readonly marks: readonly EventMark[];
}

export function eventColumns({ seq, receivedAt, id, decoded, facet, marks }: NewRow): EventColumns {
  const { createdAt, createdDateTime } = decoded;
  return [
    seq,
    receivedAt,
    facet,
    createdAt,
    isIsoOf(createdDateTime, createdAt) ? null : createdDateTime,
    packUuid(id),
    packDigits(decoded.eid),
    packDigits(decoded.iccid),
    packUuid(decoded.requestId),
    decoded.resourceCount,
    decoded.failedCount,
    marks.length > 0 ? JSON.stringify(marks) : null,
  ];
}

/** Returns true if the text equals `Date.toISOString` of the time. A valid text of 24 characters has only that form. */
function isIsoOf(text: string | null, time: number | null): boolean {
  return time !== null && text?.length === 24 && text.endsWith('Z') && utcTime(text) === time;
}

export function toEventSummary(row: EventRow, values: FacetValues, seen: boolean): EventSummary {
  const { createdAt } = row;
  const marks: EventMark[] = row.marks === null ? [] : JSON.parse(row.marks);
  return {
    ...values,
    seq: row.seq,
    receivedAt: row.receivedAt,
    id: unpackUuid(row.id),
    createdDateTime: row.createdText ?? (createdAt === null ? null : new Date(createdAt).toISOString()),
    createdAt,
    eid: unpackDigits(row.eid),
    iccid: unpackDigits(row.iccid),
    requestId: unpackUuid(row.requestId),
    resourceCount: row.resourceCount,
    failedCount: row.failedCount,
    marks,
    repeats: row.repeats,
    seen,
  };
}

import type { EventMark, EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import type { Facet } from '../columns/facet-index.ts';
import { unpackDigits, unpackUuid } from '../texts/packed-values.ts';
import type { EventRow } from './statements.ts';

export function toEventSummary(row: EventRow, facet: Facet, seen: boolean): EventSummary {
  const { createdAt } = row;
  const marks: EventMark[] = row.marks === null ? [] : JSON.parse(row.marks);
  return {
    ...facet.values,
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

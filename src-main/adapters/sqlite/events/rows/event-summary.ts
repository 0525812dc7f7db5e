import type { EventMark, EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import type { Facet } from '../columns/facet-index.ts';
import { unpackDigits, unpackUuid } from '../texts/packed-values.ts';
import type { EventRow } from './statements.ts';

export function toEventSummary(row: EventRow, facet: Facet, seen: boolean): EventSummary {
  const { createdAt } = row;
  const marks: EventMark[] = row.marks === null ? [] : JSON.parse(row.marks);
  return {
    seq: row.seq,
    receivedAt: row.receivedAt,
    kind: facet.kind,
    id: unpackUuid(row.id),
    operation: facet.operation,
    state: facet.state,
    outcome: facet.outcome,
    createdDateTime: row.createdText ?? (createdAt === null ? null : new Date(createdAt).toISOString()),
    createdAt,
    principal: facet.principal,
    eid: unpackDigits(row.eid),
    iccid: unpackDigits(row.iccid),
    countryCode: facet.countryCode,
    errorCode: facet.errorCode,
    errorCodes: [...facet.errorCodes],
    errorTypes: [...facet.errorTypes],
    requestId: unpackUuid(row.requestId),
    resourceCount: row.resourceCount,
    failedCount: row.failedCount,
    marks,
    repeats: row.repeats,
    seen,
  };
}

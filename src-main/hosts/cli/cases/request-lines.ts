/** Formats stored change requests as rows of output. Unknown values are null. All values come from outside. */
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { failedText } from '../../../../src-shared/words/request-outcome-words.ts';
import type { RowLayout } from '../terminal/rows.ts';

/** @param openedAt when an ended request was opened; UTC epoch ms */
export function requestLine(summary: CaseSummary, openedAt: number | null) {
  const { request } = summary;
  return {
    requestId: summary.requestId,
    type: request?.type ?? null,
    operation: summary.operation,
    outcome: summary.outcome,
    size: request?.size ?? null,
    completed: request?.completed ?? null,
    failed: request?.failed ?? null,
    consistent: request?.consistent ?? false,
    errorCode: summary.errorCode,
    target: request?.target ?? null,
    createdBy: request?.createdBy ?? null,
    createdAt: request?.createdAt ?? null,
    firstSeq: summary.firstSeq,
    lastSeq: summary.lastSeq,
    lastAt: isoTime(summary.lastAt),
    openedAt: isoTime(summary.openedAt ?? openedAt),
    endedAt: isoTime(summary.endedAt),
    ended: summary.ended,
    owner: summary.owner?.name ?? null,
    ticket: summary.ticket,
  };
}
type RequestLine = ReturnType<typeof requestLine>;

export const requestRows: RowLayout<RequestLine> = {
  record: (line) => line,
  fields: [
    'requestId',
    'type',
    'operation',
    'outcome',
    'size',
    'completed',
    'failed',
    'consistent',
    'errorCode',
    'target',
    'createdBy',
    'createdAt',
    'firstSeq',
    'lastSeq',
    'lastAt',
    'openedAt',
    'endedAt',
    'ended',
    'owner',
    'ticket',
  ],
  columns: [
    { title: 'LAST (UTC)', width: 25, cell: ({ lastAt }) => lastAt ?? '' },
    { title: 'OUTCOME', width: 12, cell: ({ outcome }) => outcome },
    { title: 'FAILED', width: 14, cell: (line) => (line.outcome === 'unknown' ? null : failedText(line)) ?? '?' },
    { title: 'ADDS UP', width: 8, cell: ({ consistent }) => (consistent ? 'yes' : 'no') },
    { title: 'TYPE', width: 27, cell: ({ type, operation }) => type ?? operation ?? '' },
    { title: 'TARGET', width: 16, cell: ({ target }) => target ?? '' },
    { title: 'CODE', width: 12, cell: ({ errorCode }) => errorCode ?? '' },
    { title: 'CREATED BY', width: 20, cell: ({ createdBy }) => createdBy ?? '' },
    {
      title: 'OPEN SINCE (UTC)',
      width: 25,
      cell: ({ openedAt, endedAt }) => (endedAt === null ? (openedAt ?? '') : ''),
    },
    { title: 'REQUEST', width: 0, cell: ({ requestId, lastSeq }) => requestId ?? `(event ${lastSeq})` },
  ],
};

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

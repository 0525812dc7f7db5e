/** Formats stored change requests as rows of output. Unknown values are null. All values come from outside. */
import { authorWords } from '../../../../src-shared/domain/cases/author-name.ts';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { failedText } from '../../../../src-shared/words/request-outcome-words.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

/** `openedAt` of an ended request: when it was opened; UTC epoch ms. */
export type RequestRow = CaseSummary;

export const requestRows: RowLayout<RequestRow> = {
  fields: {
    requestId: ({ requestId }) => requestId,
    type: ({ request }) => request?.type ?? null,
    operation: ({ operation }) => operation,
    outcome: ({ outcome }) => outcome,
    size: ({ request }) => request?.size ?? null,
    completed: ({ request }) => request?.completed ?? null,
    failed: ({ request }) => request?.failed ?? null,
    consistent: ({ request }) => request?.consistent ?? false,
    errorCode: ({ errorCode }) => errorCode,
    target: ({ request }) => request?.target ?? null,
    company: ({ request }) => request?.company ?? null,
    createdBy: ({ request }) => request?.createdBy ?? null,
    createdAt: ({ request }) => request?.createdAt ?? null,
    firstSeq: ({ firstSeq }) => firstSeq,
    lastSeq: ({ lastSeq }) => lastSeq,
    lastAt: ({ lastAt }) => isoTime(lastAt),
    openedAt: ({ openedAt }) => isoTime(openedAt),
    endedAt: ({ endedAt }) => isoTime(endedAt),
    ended: ({ ended }) => ended,
    owner: ({ owner }) => (owner === null ? null : authorWords(owner)),
    ticket: ({ ticket }) => ticket,
  },
  columns: [
    { title: 'LAST (UTC)', width: 25, cell: ({ lastAt }) => isoTime(lastAt) },
    { title: 'OUTCOME', width: 12, cell: ({ outcome }) => outcome },
    {
      title: 'FAILED',
      width: 14,
      cell: ({ outcome, request }) => (outcome === 'unknown' || request === null ? null : failedText(request)) ?? '?',
    },
    { title: 'ADDS UP', width: 8, cell: ({ request }) => (request?.consistent === true ? 'yes' : 'no') },
    { title: 'TYPE', width: 27, cell: ({ request, operation }) => request?.type ?? operation ?? '' },
    { title: 'TARGET', width: 16, cell: ({ request }) => request?.target ?? '' },
    { title: 'CODE', width: 12, cell: ({ errorCode }) => errorCode ?? '' },
    { title: 'COMPANY', width: 20, cell: ({ request }) => request?.company ?? '' },
    { title: 'CREATED BY', width: 20, cell: ({ request }) => request?.createdBy ?? '' },
    {
      title: 'OPEN SINCE (UTC)',
      width: 25,
      cell: ({ openedAt, endedAt }) => (endedAt === null ? (isoTime(openedAt) ?? '') : ''),
    },
    { title: 'REQUEST', width: 0, cell: ({ requestId, lastSeq }) => requestId ?? `(event ${lastSeq})` },
  ],
};

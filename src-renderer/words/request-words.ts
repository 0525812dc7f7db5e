/** Texts for a request to the service: what it requested and how it ended. Does not include the service's own texts. */
import type { RequestDetail, RequestSummary } from '../../src-shared/api/searches.ts';
import { numberText, sizeText } from '../../src-shared/words/store-words.ts';

const REQUEST_NAMES: Record<RequestSummary['what'], string> = {
  search: 'POST search',
  'search-next': 'POST search, next page',
  permissions: 'GET permissions',
};

export type RequestEnd = 'under-way' | 'answered' | 'refused' | 'cancelled' | 'no-answer';

export function requestEnd({ status, ms, failure }: Pick<RequestSummary, 'status' | 'ms' | 'failure'>): RequestEnd {
  if (failure === 'CANCELLED') return 'cancelled';
  if (failure !== null) return 'no-answer';
  if (status === null) return ms === null ? 'under-way' : 'no-answer';
  return status >= 200 && status < 300 ? 'answered' : 'refused';
}

export function requestName({ what }: Pick<RequestSummary, 'what'>): string {
  return REQUEST_NAMES[what];
}

export function requestStatus(request: Pick<RequestSummary, 'status' | 'ms' | 'failure'>): string {
  if (request.status !== null) return String(request.status);
  const end = requestEnd(request);
  if (end === 'under-way') return 'asking';
  return end === 'cancelled' ? 'cancelled' : (request.failure ?? 'no answer');
}

export function requestTime({ ms }: Pick<RequestSummary, 'ms'>): string {
  return ms === null ? '' : `${numberText(Math.round(ms))} ms`;
}

export function missingResponseWords(request: RequestSummary): string | null {
  const words: Record<RequestEnd, string | null> = {
    'under-way': 'The service has not answered yet.',
    cancelled: 'It was cancelled before the service answered.',
    'no-answer': 'There was no answer.',
    answered: null,
    refused: null,
  };
  return words[requestEnd(request)] ?? (request.bytes === 0 ? 'The answer has no body.' : null);
}

export function responseRemarks({ answer, answerLength, contentType }: RequestDetail, isJson: boolean): string[] {
  const remarks: string[] = [];
  if (answerLength > answer.length)
    remarks.push(
      `${numberText(answerLength)} characters received; the first ${numberText(answer.length)} are stored and shown.`,
    );
  if (!isJson && answer !== '') remarks.push(`Not JSON (${contentType ?? 'no content type'}): shown as plain text.`);
  return remarks;
}

export function responseSummary({ contentType, bytes }: Pick<RequestDetail, 'contentType' | 'bytes'>): string {
  return [contentType, bytes === null ? null : sizeText(bytes)].filter((part) => part !== null).join(' · ');
}

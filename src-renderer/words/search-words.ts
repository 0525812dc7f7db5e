/** May contain outside text; the caller passes it through `visibleText`. */
import { capitalized } from '../../src-shared/lib/capitalized.ts';
import { directionArrow } from './results-words.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { NotAccepted, RequestSummary, SearchSummary } from '../../src-shared/api/searches.ts';
import {
  type BodyMistake,
  documentedFields,
  FIELD_PREFIX,
  type ParsedBody,
  type SearchParts,
  type SortKey,
  type UndocumentedPart,
  withoutFieldPrefix,
} from '../../src-shared/service/search-body.ts';
import { utcTime } from '../../src-shared/service/utc-time.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import { clockText, dayText, timeParts, type Zone, zonesText, zoneText } from '../time/time-text.ts';
import { errorWords } from './error-words.ts';

/** Sent for an open end, because the document shows both: times before and after any real change. */
export const OPEN_ENDS = { min: '1970-01-01T00:00:00.000Z', max: '2099-12-31T23:59:59.999Z' };

/** `16 Nov 00:00 to 21 Nov 14:30 UTC`, `since 16 Nov 00:00 UTC`. A text that is not a time stays as written. */
export function changedText({ min, max }: { min: string; max: string }, now: number, zone: Zone): string {
  const [from, to] = [utcTime(min), utcTime(max)];
  const text = (written: string, at: number | null) => (at === null ? written : pointText(at, now, zone));
  const zones = zonesText(from ?? to ?? now, to ?? from ?? now, zone);
  if (max === OPEN_ENDS.max) return `since ${text(min, from)} ${zoneText(from ?? now, zone)}`;
  if (min === OPEN_ENDS.min) return `until ${text(max, to)} ${zoneText(to ?? now, zone)}`;
  return `${text(min, from)} to ${text(max, to)} ${zones}`;
}

/** Shows no more precision than the time has. */
function pointText(at: number, now: number, zone: Zone): string {
  const precision = at % 60_000 === 0 ? 'minute' : at % 1_000 === 0 ? 'second' : 'millis';
  const { day, clock, millis } = timeParts(at, now, zone, { date: 'always', precision });
  return `${day} ${clock}${millis}`;
}

export function sortText({ field, direction }: SortKey): string {
  return `${withoutFieldPrefix(field)} ${directionArrow(direction)}`;
}

/** `none`, `iccid, imsi`, `4 documented`, or the number of fields if some are undocumented. */
export function columnsText(fields: readonly string[]): string {
  const documentedCount = documentedFields.filter((name) => fields.includes(`${FIELD_PREFIX}${name}`)).length;
  if (fields.length <= 2) return fields.length === 0 ? 'none' : fields.map(withoutFieldPrefix).join(', ');
  return documentedCount === fields.length ? `${documentedCount} documented` : numberText(fields.length);
}

export function moreInJsonText({ otherFilters, others }: Pick<SearchParts, 'otherFilters' | 'others'>): string | null {
  const count = otherFilters + others.length;
  return count === 0 ? null : `${count} more in JSON`;
}

export function moreInJsonTip({ otherFilters, others }: Pick<SearchParts, 'otherFilters' | 'others'>): string {
  const filters = otherFilters === 0 ? [] : [otherFilters === 1 ? 'a filter' : `${otherFilters} filters`];
  return `Only the JSON view shows ${[...filters, ...others.map((name) => `“${name}”`)].join(', ')}.`;
}

/** `line 4, column 12`; both count from 1. */
export function lineColumnText(text: string, at: number): string {
  const before = text.slice(0, at);
  return `line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`;
}

/** Does not include the position; that is shown before it as a link. */
export function bodyMistakeWords({ problem, at, detail }: BodyMistake): string {
  if (problem === 'not-json') return `This is not valid JSON${detail === undefined ? '' : `: ${detail} here`}.`;
  return errorWords({
    code: 'BAD_SEARCH',
    facts: { problem, at, ...(detail === undefined ? {} : { detail }) },
  });
}

const PART_WORDS: Readonly<Record<UndocumentedPart['kind'], string>> = {
  'filter-type': 'the filter type',
  'filter-field': 'a filter by',
  'sort-direction': 'the direction',
  'sort-field': 'sorting by',
  'return-field': 'the field',
  property: 'the property',
};

export function undocumentedPartWords(kind: UndocumentedPart['kind']): string {
  return PART_WORDS[kind];
}

export const NOT_DOCUMENTED = "Not in the provider's document: the service may refuse it.";

export function notAcceptedText({ at }: Pick<NotAccepted, 'at'>, zone: Zone): string {
  return `not accepted here, ${dayText(at, zone)}`;
}

export function notAcceptedTip(refused: Pick<NotAccepted, 'at' | 'status'>, zone: Zone): string {
  return `The service answered ${refused.status} to it on ${dayText(refused.at, zone)}. You can still use it.`;
}

export interface SearchStatusWords {
  readonly words: string;
  readonly tone: 'quiet' | 'failed';
}

export function searchStatusWords(
  search: SearchSummary | null,
  request: RequestSummary | null,
  zone: Zone,
): SearchStatusWords | null {
  if (search === null) return null;
  if (search.state.kind === 'stored') return { words: 'stored answer', tone: 'quiet' };
  if (request === null) return null;
  if (request.ms === null && request.failure === null) return { words: 'searching …', tone: 'quiet' };
  // The time of the answer, as the results below show it.
  const end = request.at + (request.ms ?? 0);
  const at = `${clockText(end, zone)} ${zoneText(end, zone)}`;
  const took = request.ms === null ? '' : ` in ${numberText(Math.round(request.ms))} ms`;
  if (request.failure === 'CANCELLED') return { words: `cancelled, ${at}`, tone: 'quiet' };
  if (request.status === null) return { words: `no answer (${request.failure ?? 'unknown'}), ${at}`, tone: 'failed' };
  const isFailed = request.status >= 400 || search.state.kind === 'failed';
  return isFailed
    ? { words: `refused: HTTP ${request.status}${took}, ${at}`, tone: 'failed' }
    : { words: `HTTP ${request.status}${took}, ${at}`, tone: 'quiet' };
}

/** Returns the request that determined the search's state: the failed one, else the newest. */
export function requestOf(search: SearchSummary | null, requests: readonly RequestSummary[]): RequestSummary | null {
  if (search === null) return null;
  const { id, state } = search;
  return requests.find((one) => (state.kind === 'failed' ? one.number === state.request : one.search === id)) ?? null;
}

/** `Changed 16 Nov 00:00 to 21 Nov 14:30 UTC, by iotSubscriptionId ↑` */
export function bodySentence(read: ParsedBody, now: number, zone: Zone): string {
  if (read.kind === 'mistake') return 'Its JSON has a mistake';
  const { changed, otherFilters, sortBy } = read.parts;
  const filters = otherFilters === 0 ? '' : otherFilters === 1 ? '1 filter' : `${otherFilters} filters`;
  const conditions = [changed === null ? '' : `changed ${changedText(changed, now, zone)}`, filters];
  const query = conditions.filter((words) => words !== '').join(' and ');
  const order = sortBy.length === 0 ? '' : `, by ${sortBy.map(sortText).join(', ')}`;
  return `${query === '' ? 'All subscriptions' : capitalized(query)}${order}`;
}

/** Title and introduction for the service's answer, which is shown below them. */
export function queryErrorWords(
  error: AppErrorData,
  request: Pick<RequestSummary, 'status' | 'ms'> | null,
): { readonly title: string; readonly detail: string } {
  const after = request?.ms == null ? '' : ` after ${numberText(Math.round(request.ms))} ms`;
  const status = request?.status ?? null;
  const detail = status === null ? '' : `Answer of the service, HTTP ${status}${after}:`;
  const isRefused = error.code === 'SERVICE_FAILED' && error.facts.problem === 'refused' && (status ?? 400) < 500;
  return { title: isRefused ? 'The service refused this query.' : errorWords(error), detail };
}

/** Texts may come from the service; the caller passes them through `visibleText`. */
import type { RowsView, SearchSummary } from '../../src-shared/api/searches.ts';
import { FAILURE_DAYS, FAILURES_FIELD } from '../../src-shared/domain/rows-find.ts';
import type { SearchEnd } from '../../src-shared/domain/saved-search.ts';
import { type SortKey, withoutFieldPrefix } from '../../src-shared/service/search-body.ts';
import { counted, numberText, rowsText } from '../../src-shared/words/store-words.ts';

/** `service order: iotSubscriptionId ↑`; a local sort replaces the service's order. */
export function orderWords(sort: RowsView['sort'], sortBy: readonly SortKey[]): string {
  if (sort !== null)
    return `sorted here by ${sort.field === FAILURES_FIELD ? `failures of ${FAILURE_DAYS} days` : sort.field} ${directionArrow(sort.direction)}, not by the service`;
  if (sortBy.length === 0) return 'service order, none requested';
  return `service order: ${sortBy.map(({ field, direction }) => `${withoutFieldPrefix(field)} ${directionArrow(direction)}`).join(', ')}`;
}

export function directionArrow(direction: string): string {
  return direction === 'asc' ? '↑' : direction === 'desc' ? '↓' : direction;
}

export function resultsSentence({ rows, totalHits, state }: SearchSummary): string {
  if (rows === 0) return 'No subscription matches.';
  if (state.kind === 'ended' || (state.kind === 'stored' && state.end !== null))
    return rows === 1 ? 'The only subscription is loaded.' : `All ${numberText(rows)} subscriptions loaded.`;
  const here = `${counted(rows, 'subscription')} loaded`;
  if (totalHits === null) return `${here}.`;
  // The service's count may be that of one page; only the next request shows it.
  if (rows >= totalHits) return `${here}, as many as the service counts.`;
  return `${numberText(rows)} of ${numberText(totalHits)} subscriptions loaded.`;
}

const END_REMARKS: Readonly<Record<SearchEnd, string | null>> = {
  count: null,
  'empty-page': 'The service ended the list with an empty page.',
  'no-token': 'The service gave no token for another page.',
  'repeated-token': 'The service repeated its last token: there are no more pages.',
  'nothing-new': 'The last page had nothing new: there are no more pages.',
  'refused-token': 'The service refused its last token after the counted total was loaded.',
};

/** Pages that were read this far apart differ in age. */
const MIXED_AGE_MS = 60_000;

/** Empty if all pages have about the same age. @param time formats a time with its zone */
export function mixedAgeWords(
  { begunAt, askedAt, pages }: Pick<SearchSummary, 'begunAt' | 'askedAt' | 'pages'>,
  time: (at: number) => string,
): string {
  if (askedAt === null || pages < 2 || askedAt - begunAt < MIXED_AGE_MS) return '';
  return `Begun ${time(begunAt)}: its rows differ in age.`;
}

/** The document does not describe how a list ends. */
export function searchEndRemark(end: SearchEnd): string | null {
  return END_REMARKS[end];
}

export function resultWarnings(search: SearchSummary): readonly string[] {
  const { totalHits, firstTotalHits, passes, doubled, notSeenAgain, withoutId, state, rows } = search;
  const isAtEnd = state.kind === 'ended' || (state.kind === 'stored' && state.end !== null);
  const hasMoved = totalHits !== null && firstTotalHits !== null && totalHits !== firstTotalHits;
  return [
    hasMoved && `The total changed: ${numberText(firstTotalHits)} → ${numberText(totalHits)}.`,
    passes > 1 &&
      `The query was started ${passes === 2 ? 'twice' : `${numberText(passes)} times`}: the list may have shifted.`,
    doubled > 0 && `${rowsText(doubled)} came twice and were counted once.`,
    notSeenAgain > 0 && `${rowsText(notSeenAgain)} did not come again and are marked.`,
    withoutId > 0 && `${rowsText(withoutId)} without an id: duplicates cannot be detected.`,
    isAtEnd && totalHits !== null && rows !== totalHits && `The service counted ${numberText(totalHits)}.`,
  ].filter((words) => words !== false);
}

export function lapsedWords({ rows, withoutId }: SearchSummary): string {
  const duplicatesText = withoutId > 0 ? ': rows without an id come again' : ' and skips known rows by id';
  return `The ${rowsText(rows)} stay. Continuing starts the query again${duplicatesText}; the list may have shifted.`;
}

export function pageWords({ pages, totalHits, passes }: SearchSummary, limit: number | null): string {
  const expectedPages =
    totalHits === null || limit === null || limit <= 0 || passes > 1 ? null : Math.ceil(totalHits / limit);
  return expectedPages === null || expectedPages < pages
    ? `page ${numberText(pages)}`
    : `page ${numberText(pages)} of ${numberText(expectedPages)}`;
}

/** Estimates how long the rest takes at this rate; null if unknown. */
export function remainingMs({ rows, totalHits }: SearchSummary, rowsPerSecond: number): number | null {
  if (totalHits === null || rowsPerSecond <= 0 || totalHits <= rows) return null;
  return ((totalHits - rows) / rowsPerSecond) * 1_000;
}

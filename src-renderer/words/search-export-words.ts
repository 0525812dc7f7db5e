/** Texts before a search is exported: number of rows, their age and what must still be loaded. */
import type { RowsView, SearchSummary } from '../../src-shared/api/searches.ts';
import { numberText, counted } from '../../src-shared/words/store-words.ts';
import { ageText, shortTimeText, type Zone } from '../time/time-text.ts';
import { mixedAgeWords } from './results-words.ts';

/** With a search text, the number of matching rows is not known before the export. */
export function searchExportTitle(search: SearchSummary, { find, upTo }: RowsView, isAll: boolean): string {
  if (find !== '') return `Export subscriptions with “${find}”`;
  if (!isAll) return `Export ${counted(Math.min(upTo, search.rows), 'subscription')}`;
  return search.totalHits === null
    ? 'Export all subscriptions'
    : `Export all ${counted(Math.max(search.totalHits, search.rows), 'subscription')}`;
}

/** `Answered 14:16:02 UTC, 16 m 02 s ago; later changes are not included.` */
export function searchAgeWords(
  { askedAt, ...search }: Pick<SearchSummary, 'askedAt' | 'begunAt' | 'pages'>,
  now: number,
  zone: Zone,
): string {
  if (askedAt === null) return 'The service has not answered yet.';
  const time = (at: number) => shortTimeText(at, now, zone, { zoned: true });
  const mixed = mixedAgeWords({ askedAt, ...search }, time);
  return `Answered ${time(askedAt)}, ${ageText(now - askedAt)} ago; later changes are not included. ${mixed}`.trimEnd();
}

export function loadWords({ rows, totalHits, state }: SearchSummary): string {
  const left = totalHits === null ? 'the rest' : `${numberText(Math.max(0, totalHits - rows))} more`;
  return state.kind === 'loading' ? `${left} are being loaded first` : `${left} are loaded first`;
}

/** The body of a search under a name, for one profile. A search with a mistake does not affect others. */
import { asRecord } from '../lib/as-record.ts';
import { MAX_BODY_LENGTH } from '../service/search-body.ts';
import { isText, type ListProblem, parseList, printList, type ParsedEntry } from './profile/profile-list-text.ts';

export interface SavedSearch {
  readonly id: string;
  readonly name: string;
  readonly body: string;
}

export const SAVED_SEARCH_LIMITS = { id: 64, name: 80 };
export const MAX_SAVED_SEARCHES = 200;

export type SavedSearchProblem =
  | ListProblem
  | { readonly kind: 'not-searches' }
  /** `number`: position in the file, from 1. `name`: null if it has none. */
  | { readonly kind: 'not-a-search'; readonly number: number; readonly name: string | null };

export interface ParsedSearches {
  readonly searches: readonly SavedSearch[];
  readonly problems: readonly SavedSearchProblem[];
}

/** In characters: the max number of searches, each with the longest body and every character escaped. */
const MAX_SEARCHES_LENGTH = MAX_SAVED_SEARCHES * MAX_BODY_LENGTH * 7;

export function printSearches(searches: readonly SavedSearch[]): string {
  return printList(
    'searches',
    searches.map(({ id, name, body }) => ({ id, name, body })),
  );
}

/** Never throws. If two searches have the same id, the first is used. A body is checked only when it is used. */
export function parseSearches(text: string): ParsedSearches {
  const { entries, problems } = parseList<SavedSearch, SavedSearchProblem>(text, {
    name: 'searches',
    maxEntries: MAX_SAVED_SEARCHES,
    maxLength: MAX_SEARCHES_LENGTH,
    missingListProblem: { kind: 'not-searches' },
    parseEntry: parseSavedSearch,
  });
  return { searches: entries, problems };
}

function parseSavedSearch(written: unknown, number: number): ParsedEntry<SavedSearch, SavedSearchProblem> {
  const { id, name, body } = asRecord(written);
  const isNamed = isText(name, SAVED_SEARCH_LIMITS.name);
  if (!isNamed || !isText(id, SAVED_SEARCH_LIMITS.id) || typeof body !== 'string' || body.length > MAX_BODY_LENGTH)
    return { problem: { kind: 'not-a-search', number, name: isNamed ? name : null } };
  return { entry: { id, name, body } };
}

/** How the paging of a search ended. The service documents none of these, see `docs/service.md` §11.6. */
export const searchEnds = [
  /** All rows that the service counted have arrived, and the page was not full. */
  'count',
  'empty-page',
  'no-token',
  'repeated-token',
  /** Every row of the page had already come in this pass: the service starts again, or repeats its last page. */
  'nothing-new',
  /** The last token was refused after all counted rows had arrived. */
  'refused-token',
] as const;
export type SearchEnd = (typeof searchEnds)[number];

/**
 * The body of a search under a name. It belongs to one profile and is exchanged as a small file, in which a search that
 * has a mistake never takes others with it.
 */
import type { AppErrorData } from '../api/errors.ts';
import { asRecord } from '../lib/as-record.ts';
import { MAX_BODY_LENGTH } from '../service/search-body.ts';
import { isText, type ListProblem, parseList, printList, type ParsedEntry } from './profile-list-text.ts';

export interface SavedSearch {
  /** Made when it is saved first; the same search under another name keeps it. */
  readonly id: string;
  readonly name: string;
  /** JSON text, as it was written. */
  readonly body: string;
}

/** Most characters of id and name. */
export const SAVED_SEARCH_LIMITS = { id: 64, name: 80 };
export const MAX_SAVED_SEARCHES = 200;

/** Why a file has no searches for us, or why a search of it is left out. */
export type SavedSearchProblem =
  | ListProblem
  | { readonly kind: 'not-searches' }
  /** `number`: which of them, from 1; its `name` where it has one. */
  | { readonly kind: 'not-a-search'; readonly number: number; readonly name: string | null };

export interface ParsedSearches {
  readonly searches: readonly SavedSearch[];
  readonly problems: readonly SavedSearchProblem[];
}

/** Characters: all that a profile has room for, and were each of them an escape. */
const MAX_SEARCHES_LENGTH = MAX_SAVED_SEARCHES * MAX_BODY_LENGTH * 7;

export function printSearches(searches: readonly SavedSearch[]): string {
  return printList(
    'searches',
    searches.map(({ id, name, body }) => ({ id, name, body })),
  );
}

/** Never throws. Of two with one id the first is taken. What a body says is looked at where it is used. */
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

/** How the paging of a search came to its end; none of them is documented, see `service-spec.md` "Pagination". */
export const searchEnds = [
  /** As many rows as the service counted, and a page that was not full. */
  'count',
  'empty-page',
  'no-token',
  'repeated-token',
  /** Every row of the page had come before in this pass: the service begins again, or repeats its last page. */
  'nothing-new',
  /** The last token was refused when all that was counted had come. */
  'refused-token',
] as const;
export type SearchEnd = (typeof searchEnds)[number];

/** Where a search stands. Times are UTC epoch ms by the backend's clock. */
export type SearchState =
  /** A request for one page is under way; `waitsUntil`: the service asked us to wait so long (Retry-After). */
  | { readonly kind: 'asking'; readonly since: number; readonly waitsUntil: number | null }
  /** The next page can be asked for. */
  | { readonly kind: 'more'; readonly goodUntil: number }
  /** The token of the next page is too old: going on asks the query anew and knows rows again by their id. */
  | { readonly kind: 'lapsed'; readonly at: number }
  | { readonly kind: 'ended'; readonly by: SearchEnd }
  /** *Load all*. A pause asks for a page just before the token lapses, which keeps it alive. */
  | {
      readonly kind: 'loading';
      readonly isPaused: boolean;
      readonly waitsUntil: number | null;
      readonly goodUntil: number | null;
      readonly rowsPerSecond: number;
    }
  /** The last request came to nothing; what was there stays. `request`: its number in the list of requests. */
  | {
      readonly kind: 'failed';
      readonly error: AppErrorData;
      readonly request: number | null;
      /** The token of the page that failed; `null` where there is none, or it lapsed. */
      readonly goodUntil: number | null;
    }
  /** A person gave the last request up. */
  | { readonly kind: 'cancelled'; readonly goodUntil: number | null }
  /** Of an earlier run: it can be read, and asked anew. */
  | { readonly kind: 'stored'; readonly end: SearchEnd | null };

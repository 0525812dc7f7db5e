/**
 * The body of a search under a name. It belongs to one profile and is exchanged as a small file, in which a search that
 * has a mistake never takes others with it.
 */
import type { AppErrorData } from '../api/errors.ts';
import { fieldsOf } from '../lib/fields-of.ts';
import { MOST_BODY } from '../service/search-body.ts';

export interface SavedSearch {
  /** Made when it is saved first; the same search under another name keeps it. */
  readonly id: string;
  readonly name: string;
  /** JSON text, as it was written. */
  readonly body: string;
}

/** Most characters of id and name. */
export const SEARCH_MOST = { id: 64, name: 80 };
export const MOST_SEARCHES = 200;

/** Why a file has no searches for us, or why a search of it is left out. */
export type SavedSearchProblem =
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-searches' }
  /** Made by a version that writes searches otherwise. */
  | { readonly kind: 'other-version' }
  /** More than a profile has room for: those behind `MOST_SEARCHES` are left out. */
  | { readonly kind: 'too-many'; readonly left: number }
  /** `number`: which of them, from 1; its `name` where it has one. */
  | { readonly kind: 'not-a-search'; readonly number: number; readonly name: string | null };

export interface ParsedSearches {
  readonly searches: readonly SavedSearch[];
  readonly problems: readonly SavedSearchProblem[];
}

/** Characters: all that a profile has room for, and were each of them an escape. */
const MOST_SEARCHES_TEXT = MOST_SEARCHES * MOST_BODY * 7;

const VERSION = 1;

export function printSearches(searches: readonly SavedSearch[]): string {
  const written = searches.map(({ id, name, body }) => ({ id, name, body }));
  return `${JSON.stringify({ version: VERSION, searches: written }, null, 2)}\n`;
}

/** Never throws. Of two with one id the first is taken. What a body says is looked at where it is used. */
export function parseSearches(text: string): ParsedSearches {
  if (text.length > MOST_SEARCHES_TEXT) return nothingFor('too-large');
  const { version, searches: listed } = fieldsOf(parsedJson(text));
  if (typeof version !== 'number' || !Array.isArray(listed)) return nothingFor('not-searches');
  if (version !== VERSION) return nothingFor('other-version');
  const written: readonly unknown[] = listed.slice(0, MOST_SEARCHES);
  const left = listed.length - written.length;
  const problems: SavedSearchProblem[] = left > 0 ? [{ kind: 'too-many', left }] : [];
  const searches = new Map<string, SavedSearch>();
  for (const [index, one] of written.entries()) {
    const { id, name, body } = fieldsOf(one);
    const isNamed = isText(name, SEARCH_MOST.name);
    if (!isNamed || !isText(id, SEARCH_MOST.id) || typeof body !== 'string' || body.length > MOST_BODY)
      problems.push({ kind: 'not-a-search', number: index + 1, name: isNamed ? name : null });
    else if (!searches.has(id)) searches.set(id, { id, name, body });
  }
  return { searches: [...searches.values()], problems };
}

function nothingFor(kind: 'too-large' | 'not-searches' | 'other-version'): ParsedSearches {
  return { searches: [], problems: [{ kind }] };
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function parsedJson(text: string): unknown {
  try {
    // A byte order mark is what some Windows editors begin a file with.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
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

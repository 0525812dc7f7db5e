/** The body of a search under a name. It belongs to one profile and is exchanged as a small file. */
import type { AppErrorData } from '../api/errors.ts';

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

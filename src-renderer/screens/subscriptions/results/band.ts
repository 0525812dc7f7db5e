/** Decides what the band above the rows shows: the answer, or the obstacle. Pure. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import type { AppErrorData } from '../../../../src-shared/api/errors.ts';
import type { NextPage } from './paging.ts';
import type { ShownSearch } from './shown-search.ts';

export type Band =
  | { readonly kind: 'none' }
  /** Watchfloor itself refused the last request. */
  | { readonly kind: 'refused'; readonly error: Error }
  /** Rows of the previous query: the new one is `asking` or failed. */
  | {
      readonly kind: 'before';
      readonly listed: SearchSummary;
      readonly search: SearchSummary;
      readonly isLoading: boolean;
    }
  | { readonly kind: 'loading'; readonly search: SearchSummary }
  | { readonly kind: 'lapsed'; readonly search: SearchSummary; readonly at: number }
  /** The next page failed; the loaded rows stay. `error`: null if the user cancelled it. */
  | { readonly kind: 'stopped'; readonly search: SearchSummary; readonly error: AppErrorData | null }
  | { readonly kind: 'waiting'; readonly search: SearchSummary; readonly until: number }
  | { readonly kind: 'stored'; readonly search: SearchSummary; readonly askedAt: number }
  | { readonly kind: 'here'; readonly search: SearchSummary; readonly isMissing: boolean };

export function bandOf({ search, listed, isMissing }: ShownSearch, page: NextPage, refusal: Error | null): Band {
  if (refusal !== null) return { kind: 'refused', error: refusal };
  if (search === null || listed === null) return { kind: 'none' };
  if (search !== listed) return { kind: 'before', listed, search, isLoading: search.state.kind === 'asking' };
  const { state } = search;
  if (state.kind === 'loading') return { kind: 'loading', search };
  if (state.kind === 'asking' && state.waitsUntil !== null) return { kind: 'waiting', search, until: state.waitsUntil };
  if (page.kind === 'restart' && page.reason === 'lapsed')
    return {
      kind: 'lapsed',
      search,
      at: state.kind === 'lapsed' ? state.at : state.kind === 'more' ? state.goodUntil : 0,
    };
  if (state.kind === 'failed') return { kind: 'stopped', search, error: state.error };
  if (state.kind === 'cancelled') return { kind: 'stopped', search, error: null };
  if (state.kind === 'stored' && search.askedAt !== null) return { kind: 'stored', search, askedAt: search.askedAt };
  return { kind: 'here', search, isMissing };
}

/**
 * What can be done about the next page, and how long its token is good. Decides only; times are by the backend's wall
 * clock, UTC epoch ms.
 */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';

/** `service-spec.md` "1. Search subscriptions", rule 2: how long a token is good, renewed by each request. */
export const TOKEN_LIFETIME_MS = 120_000;
/** From here on the countdown is told in bold. */
export const EXPIRES_SOON_MS = 20_000;

export type NextPage =
  /** `goodUntil`: of its token. */
  | { readonly kind: 'ready'; readonly validUntil: number }
  /** A request is under way. */
  | { readonly kind: 'asking'; readonly since: number; readonly waitsUntil: number | null }
  | { readonly kind: 'loading'; readonly isPaused: boolean; readonly validUntil: number | null }
  /** The query has to begin anew. `why`: how it came to that. */
  | { readonly kind: 'anew'; readonly why: 'lapsed' | 'failed' | 'cancelled' | 'stored' }
  | { readonly kind: 'none' };

export function nextPage({ state }: SearchSummary, now: number): NextPage {
  switch (state.kind) {
    case 'asking':
      return state;
    case 'more':
      return readyUntil(state.goodUntil, now, 'lapsed');
    case 'lapsed':
      return { kind: 'anew', why: 'lapsed' };
    case 'failed':
    case 'cancelled':
      return readyUntil(state.goodUntil, now, state.kind);
    case 'loading':
      return { kind: 'loading', isPaused: state.isPaused, validUntil: state.goodUntil };
    case 'ended':
      return { kind: 'none' };
    case 'stored':
      return { kind: 'anew', why: 'stored' };
    default:
      return assertNever(state);
  }
}

/** The page's clock may be a moment ahead of the backend's word that the token lapsed. */
function readyUntil(validUntil: number | null, now: number, why: 'lapsed' | 'failed' | 'cancelled'): NextPage {
  return validUntil !== null && validUntil > now ? { kind: 'ready', validUntil } : { kind: 'anew', why };
}

/** Whether scrolling asks for the next page: never a second time for the same one, and never where something is wrong. */
export function shouldLoadNextPage(
  search: SearchSummary,
  asked: { readonly id: string; readonly pages: number } | null,
  now: number,
): boolean {
  const { state, id, pages } = search;
  return state.kind === 'more' && state.goodUntil > now && (asked?.id !== id || asked.pages !== pages);
}

/** Decides what can be done about the next page, and until when. Pure. Times are by the backend's clock. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';

/** `docs/service.md` §7.4: lifetime of a token, renewed by each request. */
export const TOKEN_LIFETIME_MS = 120_000;
/** From here on the countdown is bold. */
export const EXPIRES_SOON_MS = 20_000;

export type NextPage =
  | { readonly kind: 'ready'; readonly validUntil: number }
  | { readonly kind: 'asking'; readonly since: number; readonly waitsUntil: number | null }
  | { readonly kind: 'loading'; readonly isPaused: boolean; readonly validUntil: number | null }
  /** The query must start again. */
  | { readonly kind: 'restart'; readonly reason: 'lapsed' | 'failed' | 'cancelled' | 'stored' }
  | { readonly kind: 'none' };

export function nextPage({ state }: SearchSummary, now: number): NextPage {
  switch (state.kind) {
    case 'asking':
      return state;
    case 'more':
      return readyUntil(state.goodUntil, now, 'lapsed');
    case 'lapsed':
      return { kind: 'restart', reason: 'lapsed' };
    case 'failed':
    case 'cancelled':
      return readyUntil(state.goodUntil, now, state.kind);
    case 'loading':
      return { kind: 'loading', isPaused: state.isPaused, validUntil: state.goodUntil };
    case 'ended':
      return { kind: 'none' };
    case 'stored':
      return { kind: 'restart', reason: 'stored' };
    default:
      return assertNever(state);
  }
}

/** The page may notice the expiry shortly before the backend reports it. */
function readyUntil(validUntil: number | null, now: number, reason: 'lapsed' | 'failed' | 'cancelled'): NextPage {
  return validUntil !== null && validUntil > now ? { kind: 'ready', validUntil } : { kind: 'restart', reason };
}

/** True if scrolling should request the next page: at most once per page, and never after a failure. */
export function shouldLoadNextPage(
  search: SearchSummary,
  requested: { readonly id: string; readonly pages: number } | null,
  now: number,
): boolean {
  const { state, id, pages } = search;
  return state.kind === 'more' && state.goodUntil > now && (requested?.id !== id || requested.pages !== pages);
}

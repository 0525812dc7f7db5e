/**
 * With a feed, the lines end at a *horizon*: everything up to it is in the window, was in it, or lies below. The feed
 * counts from the horizon, and each reading that replaces the window moves it, so pages and updates can arrive in any
 * order.
 */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { type Arrival, type Hold, LIVE, NO_PRESENCE, type UserPresence } from './hold.ts';
import type { ListRules, ListTypes, PageRequest, Side } from './list.ts';

/** `start`, `end` and `around` replace the window; `extend` and `again` keep its lines. */
export type PageTarget<T extends ListTypes> =
  /** `lands`: scrolls there, because the user asked for it. */
  | { readonly kind: 'start'; readonly lands: boolean }
  | { readonly kind: 'end' }
  | { readonly kind: 'extend'; readonly side: Side }
  /** Needs two pages; `below` is the first one, null until it arrives. */
  | {
      readonly kind: 'around';
      readonly cursor: T['cursor'];
      readonly offset: number | null;
      readonly below: T['page'] | null;
    }
  /** Reads the lines of the window again, because some may have changed. */
  | { readonly kind: 'again' }
  | { readonly kind: 'unfold'; readonly key: string; readonly request: PageRequest<T['cursor']> };

/** Set while snapshots report rows that the feed has not reported. */
export interface FeedLag {
  readonly seq: number;
  /** Duration of the lag, counted from snapshot to snapshot so that the page's sleep does not count. */
  readonly forMs: number;
  readonly at: number;
  /** The lag was so long that the feed was restarted; the list is not live. */
  readonly isLate: boolean;
}

export interface ListState<T extends ListTypes> extends UserPresence {
  readonly query: T['query'] | null;
  readonly phase:
    | { readonly kind: 'closed' }
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    /** No new rows will arrive. The shown lines stay. `target`: the page that failed; null if the feed ended. */
    | { readonly kind: 'failed'; readonly error: Error; readonly target: PageTarget<T> | null };
  readonly window: T['window'];
  /** Query of the shown window; null before the first answer. Changes with the first answer to a new query. */
  readonly linesOf: T['query'] | null;
  /** Exact number of rows that wait, if the source counts them. */
  readonly pendingCount: number;
  /** True if anything waits until the hold ends. */
  readonly hasPending: boolean;
  readonly isStale: boolean;
  readonly feedThrough: number;
  /** Set if more is stored than the feed has reported; null if the feed is on time. */
  readonly feedLag: FeedLag | null;
  readonly arrivals: readonly Arrival[];
  readonly hold: Hold;
  readonly refreshedAt: number;
  /** A page that failed; the shown lines stay. */
  readonly pageError: { readonly target: PageTarget<T>; readonly error: Error } | null;
  /** Scroll target; a new object for each request. `offset`: px, null for the middle. */
  readonly landing:
    | { readonly at: Side }
    | { readonly at: 'cursor'; readonly cursor: T['cursor']; readonly offset: number | null }
    | null;
  /** The page on its way; other answers are dropped. */
  readonly request: {
    readonly id: number;
    readonly target: PageTarget<T>;
    readonly cursor: T['cursor'] | null;
  } | null;
  readonly feed: number | null;
  /** Counts requests and feeds; not reset by `open` or `close`. */
  readonly requestCount: number;
}

export function closedList<T extends ListTypes>({ empty }: ListRules<T>): ListState<T> {
  return {
    query: null,
    phase: { kind: 'closed' },
    window: empty,
    linesOf: null,
    pendingCount: 0,
    hasPending: false,
    isStale: false,
    feedThrough: 0,
    feedLag: null,
    ...NO_PRESENCE,
    arrivals: [],
    hold: LIVE,
    refreshedAt: Number.NEGATIVE_INFINITY,
    pageError: null,
    landing: null,
    request: null,
    feed: null,
    requestCount: 0,
  };
}

export type ListEffect<T extends ListTypes> =
  | {
      readonly kind: 'read';
      readonly request: number;
      readonly query: T['query'];
      readonly page: PageRequest<T['cursor']>;
    }
  | { readonly kind: 'follow'; readonly feed: number; readonly query: T['query']; readonly after: number }
  | { readonly kind: 'unfollow' };

export interface ListStep<T extends ListTypes> {
  readonly state: ListState<T>;
  readonly effects: readonly ListEffect<T>[];
}

export function unchanged<T extends ListTypes>(state: ListState<T>): ListStep<T> {
  return { state, effects: [] };
}

/** True if the window still shows the previous query. It stays until the first answer and is not extended. */
export function showsPreviousQuery<T extends ListTypes>(
  { queryKey }: Pick<ListRules<T>, 'queryKey'>,
  { query, linesOf }: Pick<ListState<T>, 'query' | 'linesOf'>,
): boolean {
  if (query === null || linesOf === null || linesOf === query) return false;
  return queryKey(linesOf) !== queryKey(query);
}

/** Requests one page at a time, because two answers for the same end could disagree on where that end is. */
export function requestPage<T extends ListTypes>(
  rules: ListRules<T>,
  state: ListState<T>,
  target: PageTarget<T>,
): ListStep<T> {
  if (state.query === null) return unchanged(state);
  const id = state.requestCount + 1;
  const page = pageFor(rules, state.window, target);
  return {
    state: {
      ...state,
      requestCount: id,
      request: { id, target, cursor: page.cursor },
      isStale: state.isStale && target.kind !== 'again' && target.kind !== 'start',
    },
    effects: [{ kind: 'read', request: id, query: state.query, page }],
  };
}

function pageFor<T extends ListTypes>(
  { pageRows, cursorAbove }: ListRules<T>,
  window: T['window'],
  target: PageTarget<T>,
): PageRequest<T['cursor']> {
  const limit = pageRows;
  switch (target.kind) {
    case 'start':
      return { side: 'end', cursor: null, limit };
    case 'end':
      return { side: 'start', cursor: null, limit };
    case 'extend':
      return { side: target.side, cursor: target.side === 'end' ? window.endCursor : window.startCursor, limit };
    case 'around':
      return target.below === null
        ? { side: 'end', cursor: target.cursor, limit }
        : { side: 'start', cursor: cursorAbove(target.below), limit };
    case 'again': {
      const cursor = window.hasBefore ? window.startCursor : null;
      return { side: 'end', cursor, limit: Math.max(pageRows, window.lines.length) };
    }
    case 'unfold':
      return target.request;
    default:
      return assertNever(target);
  }
}

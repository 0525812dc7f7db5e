/** `(state, input, now) → state and effects`. Pure, so that races of pages, news and the user are tables in tests. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { applyStoredSeq, feedProgress } from './feed-lag.ts';
import { type Attention, nextHold, REFRESH_INTERVAL_MS, withAttention } from './hold.ts';
import type { ListRules, ListTypes, Side } from './list.ts';
import { applyNews, applyPage, applyPageError } from './list-results.ts';
import { closedList, type ListState, type ListStep, requestPage, showsPreviousQuery, unchanged } from './list-state.ts';

export type ListInput<T extends ListTypes> =
  /** Restarts at the start of the list. Lines of the previous query may stay until the first page arrives. */
  | { readonly kind: 'open'; readonly query: T['query'] }
  | { readonly kind: 'close' }
  | { readonly kind: 'attend'; readonly attention: Attention }
  | { readonly kind: 'pointer-moved' }
  /** Time has passed; the hold after the pointer left may be over. */
  | { readonly kind: 'tick' }
  /** Jumps in the list; replaces a page on its way. */
  | { readonly kind: 'show'; readonly end: Side }
  | { readonly kind: 'show-around'; readonly cursor: T['cursor']; readonly offset: number | null }
  /** Extends the window at one end. Ignored while a page is on its way; a refresh is postponed instead. */
  | { readonly kind: 'extend'; readonly side: Side }
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'retry' }
  | { readonly kind: 'page'; readonly request: number; readonly page: T['page'] }
  | { readonly kind: 'page-failed'; readonly request: number; readonly error: Error }
  | { readonly kind: 'news'; readonly feed: number; readonly news: T['news'] }
  /** Rows may have changed; `query` also asks for something else of the same rows. */
  | { readonly kind: 'changed'; readonly query: T['query'] | null }
  /** A snapshot reports the newest stored seq. `resumed`: the first one after the connection was lost. */
  | { readonly kind: 'stored'; readonly newestSeq: number; readonly resumed: boolean }
  | { readonly kind: 'feed-ended'; readonly feed: number; readonly error: Error | null };

/** @param now the page's monotonic ms */
export function listStep<T extends ListTypes>(
  rules: ListRules<T>,
  state: ListState<T>,
  input: ListInput<T>,
  now: number,
): ListStep<T> {
  return applyHold(rules, nextState(rules, state, input, now), now);
}

function nextState<T extends ListTypes>(
  rules: ListRules<T>,
  state: ListState<T>,
  input: ListInput<T>,
  now: number,
): ListStep<T> {
  const isReady = state.phase.kind === 'ready';
  switch (input.kind) {
    case 'open':
      return openQuery(rules, state, input.query);
    case 'close': {
      const { attention, requestCount } = state;
      return { state: { ...closedList(rules), attention, requestCount }, effects: [{ kind: 'unfollow' }] };
    }
    case 'attend':
      return unchanged(withAttention(state, input.attention, now));
    case 'pointer-moved':
      return unchanged({ ...state, isReleased: false });
    case 'tick':
      return unchanged(state);
    case 'show': {
      const { end: at } = input;
      if (at === 'end') {
        return isReady && !state.window.hasAfter
          ? unchanged({ ...state, landing: { at } })
          : requestPage(rules, state, { kind: 'end' });
      }
      const released = { ...state, isReleased: state.attention.isPointing, leftAt: null };
      return isReady && !state.hasPending && !state.window.hasBefore
        ? unchanged({ ...released, landing: { at } })
        : requestPage(rules, released, { kind: 'start', lands: true });
    }
    case 'show-around': {
      const { cursor, offset } = input;
      return isReady && rules.contains(state.window, cursor)
        ? unchanged({ ...state, landing: { at: 'cursor', cursor, offset } })
        : requestPage(rules, state, { kind: 'around', cursor, offset, below: null });
    }
    case 'extend': {
      const { side } = input;
      const hasMore = side === 'end' ? state.window.hasAfter : state.window.hasBefore;
      const replacesRefresh = state.request?.target.kind === 'again';
      if ((state.request !== null && !replacesRefresh) || showsPreviousQuery(rules, state) || !hasMore)
        return unchanged(state);
      return requestPage(rules, { ...state, isStale: state.isStale || replacesRefresh }, { kind: 'extend', side });
    }
    case 'toggle': {
      const request = rules.unfolding(state.window, input.key);
      if (request === null || showsPreviousQuery(rules, state)) return unchanged(state);
      return request === 'fold'
        ? unchanged({ ...state, window: rules.unfolded(state.window, input.key, null) })
        : requestPage(rules, state, { kind: 'unfold', key: input.key, request });
    }
    case 'retry':
      if (state.request !== null) return unchanged(state);
      if (state.phase.kind === 'failed') {
        const { target } = state.phase;
        return requestPage(
          rules,
          state,
          target?.kind === 'around' ? { ...target, below: null } : { kind: 'start', lands: false },
        );
      }
      return state.pageError === null ? unchanged(state) : requestPage(rules, state, state.pageError.target);
    case 'page':
      return input.request === state.request?.id ? applyPage(rules, state, input.page, now) : unchanged(state);
    case 'page-failed':
      return unchanged(
        input.request === state.request?.id ? applyPageError(state, state.request.target, input.error) : state,
      );
    case 'news':
      if (input.feed !== state.feed) return unchanged(state);
      return unchanged({
        ...applyNews(rules, state, input.news, now),
        ...feedProgress(state, rules.through(input.news)),
      });
    case 'changed':
      return unchanged({
        ...state,
        query: input.query ?? state.query,
        isStale: true,
        // The user asked for something else, which does not wait for the interval.
        refreshedAt: input.query === null ? state.refreshedAt : Number.NEGATIVE_INFINITY,
        // A failed page stops all refreshing; news is a reason to try again.
        pageError: null,
      });
    case 'stored':
      return applyStoredSeq(state, input, now);
    case 'feed-ended':
      if (input.feed !== state.feed || state.query === null) return unchanged(state);
      return input.error === null
        ? openQuery(rules, state, state.query)
        : {
            state: { ...state, feed: null, phase: { kind: 'failed', error: input.error, target: null } },
            effects: [{ kind: 'unfollow' }],
          };
    default:
      return assertNever(input);
  }
}

/** Updates the hold. Requests the pending rows if the list follows, and changed rows in any case, if they are due. */
function applyHold<T extends ListTypes>(
  rules: ListRules<T>,
  { state, effects }: ListStep<T>,
  now: number,
): ListStep<T> {
  const hold = nextHold({ ...state, isAway: state.window.hasBefore, before: state.hold }, now);
  // After a hold ends, the newest rows are shown immediately, even in fast mode.
  const hasResumed = state.hold.kind === 'held' && hold.kind !== 'held';
  const refreshedAt = hasResumed ? Number.NEGATIVE_INFINITY : state.refreshedAt;
  const next = hold === state.hold ? state : { ...state, hold, refreshedAt };
  const hasInterval = now - refreshedAt >= REFRESH_INTERVAL_MS;
  const isPendingDue = next.hasPending && (hold.kind === 'live' || (hold.kind === 'fast' && hasInterval));
  const isDue = isPendingDue || (next.isStale && hasInterval);
  // After a failed page, waits for the user's retry instead of requesting it repeatedly.
  if (!isDue || next.phase.kind !== 'ready' || next.request !== null || next.pageError !== null)
    return { state: next, effects };
  const requested = requestPage(
    rules,
    { ...next, refreshedAt: now },
    isPendingDue ? { kind: 'start', lands: false } : { kind: 'again' },
  );
  return { state: requested.state, effects: [...effects, ...requested.effects] };
}

function openQuery<T extends ListTypes>(rules: ListRules<T>, before: ListState<T>, query: T['query']): ListStep<T> {
  const { attention, requestCount, window, linesOf } = before;
  const keepsLines = before.query !== null && rules.keepsLines(before.query, query);
  const { state, effects } = requestPage<T>(
    rules,
    {
      ...closedList(rules),
      ...(keepsLines ? { window, linesOf } : {}),
      attention,
      requestCount,
      query,
      phase: { kind: 'loading' },
    },
    { kind: 'start', lands: true },
  );
  return { state, effects: [{ kind: 'unfollow' }, ...effects] };
}

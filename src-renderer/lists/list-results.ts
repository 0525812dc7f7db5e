/** Drops an answer that no longer fits its position. A page that found no row to draw requests the next one. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { feedProgress } from './feed-lag.ts';
import { withArrival } from './hold.ts';
import type { ListRules, ListTypes, Side } from './list.ts';
import { type ListState, type ListStep, type PageTarget, requestPage, unchanged } from './list-state.ts';

export function applyPage<T extends ListTypes>(
  rules: ListRules<T>,
  before: ListState<T>,
  page: T['page'],
  now: number,
): ListStep<T> {
  const { query, request, window } = before;
  if (query === null || request === null) return unchanged(before);
  const { target, cursor } = request;
  const state: ListState<T> = { ...before, request: null, pageError: null };
  switch (target.kind) {
    case 'start':
    case 'end': {
      const at = target.kind;
      const next = rules.windowOf(page, at, query, window);
      if (next === null) return requestPage(rules, state, { kind: 'start', lands: true });
      const landing = at === 'start' && !target.lands ? state.landing : ({ at } as const);
      const shown = { ...state, window: next, linesOf: query, landing };
      const side = at === 'start' ? 'end' : 'start';
      // The first answer starts the list, even if the user asked for the end before it.
      return at === 'start' || state.phase.kind !== 'ready'
        ? startedFrom(rules, shown, side, page)
        : continued(rules, shown, side, page);
    }
    case 'around': {
      // The first page starts at the position and goes down; the second one meets it from above.
      if (target.below === null) return requestPage(rules, state, { ...target, below: page });
      const next = rules.windowAround(page, target.below, query);
      const landing = { at: 'cursor', cursor: target.cursor, offset: target.offset } as const;
      const shown = { ...state, window: next, linesOf: query, landing };
      const isBlank = rules.isBlank(next, target.below);
      return startedFrom(rules, shown, next.hasAfter ? 'end' : 'start', isBlank ? page : target.below);
    }
    case 'extend': {
      const { side } = target;
      // News may have moved the window's end in the meantime; this page would then leave a hole.
      if (cursor !== (side === 'end' ? window.endCursor : window.startCursor)) return unchanged(state);
      return continued(rules, { ...state, window: rules.extended(window, side, page) }, side, page);
    }
    case 'again': {
      const news = rules.asNews(page);
      return unchanged(news === null ? state : applyNews(rules, state, news, now));
    }
    case 'unfold':
      return unchanged({ ...state, window: rules.unfolded(window, target.key, page) });
    default:
      return assertNever(target);
  }
}

/** Starts the feed for a window that was just read; nothing is pending. */
function startedFrom<T extends ListTypes>(
  rules: ListRules<T>,
  state: ListState<T>,
  side: Side,
  page: T['page'],
): ListStep<T> {
  if (state.query === null) return unchanged(state);
  const after = rules.through(state.window);
  const feed = state.requestCount + 1;
  const started: ListState<T> = {
    ...state,
    phase: { kind: 'ready' },
    pendingCount: 0,
    hasPending: false,
    ...feedProgress(state, after),
    feed,
    requestCount: feed,
  };
  const read = continued(rules, started, side, page);
  return { state: read.state, effects: [{ kind: 'follow', feed, query: state.query, after }, ...read.effects] };
}

/** A page is limited in time and may contain no row that is drawn. Then requests the next one. */
function continued<T extends ListTypes>(
  rules: ListRules<T>,
  state: ListState<T>,
  side: Side,
  page: T['page'],
): ListStep<T> {
  const hasMore = side === 'end' ? state.window.hasAfter : state.window.hasBefore;
  return hasMore && rules.isBlank(state.window, page)
    ? requestPage(rules, state, { kind: 'extend', side })
    : unchanged(state);
}

export function applyPageError<T extends ListTypes>(
  state: ListState<T>,
  target: PageTarget<T>,
  error: Error,
): ListState<T> {
  const next = { ...state, request: null };
  return state.phase.kind === 'ready'
    ? { ...next, pageError: { target, error } }
    : { ...next, phase: { kind: 'failed', error, target } };
}

export function applyNews<T extends ListTypes>(
  rules: ListRules<T>,
  before: ListState<T>,
  news: T['news'],
  now: number,
): ListState<T> {
  const { window, hold, hasPending, pendingCount } = before;
  const { isComplete, count, arrivals, hasChanges } = rules.describe(window, news);
  const state = { ...before, arrivals: withArrival(before.arrivals, { at: now, count: arrivals }) };
  const isCurrent = (isComplete || !hasPending) && !window.hasBefore;
  // If no line is shown, nothing can move while the user reads.
  if (isCurrent && (!hasChanges || hold.kind === 'live' || window.lines.length === 0))
    return { ...state, window: rules.followed(window, news), pendingCount: 0, hasPending: false, refreshedAt: now };
  return {
    ...state,
    window: rules.held(window, news),
    pendingCount: isComplete ? count : pendingCount + count,
    hasPending: hasChanges || (hasPending && !isComplete),
  };
}

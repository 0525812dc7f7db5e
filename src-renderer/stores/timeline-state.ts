/**
 * What the timeline shows next, decided: `(state, input) → state and effects`. Pure, so that every race between pages,
 * news and the reader is a table in its test.
 *
 * Rows end at a *horizon*: everything up to it is in the window, was in it, or is older. The feed counts from the
 * horizon on, so that what waits is a sum of counts and never a difference of `seq`s. Each reading of the newest page
 * moves the horizon and begins the feed anew there: a page and a piece of news can cross in any order.
 */
import type {
  TimelineFeedQuery,
  TimelineNews,
  TimelinePage,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { EMPTY_WINDOW, type TimelineWindow, withNewer, withOlder } from './timeline-window.ts';

/** About five screens: one request for each few flicks of a wheel. */
export const PAGE_ROWS = 200;

export interface TimelineSource {
  readonly watch: WatchId;
  readonly filter: Filter;
}

/** `newest` and `oldest` begin the window anew at that end; the other two go on at the window's ends. */
type Want = 'newest' | 'oldest' | 'older' | 'newer';

export interface TimelineState {
  readonly source: TimelineSource | null;
  readonly phase:
    | { readonly kind: 'closed' }
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    /** Nothing new will come. The rows that are there stay. */
    | { readonly kind: 'failed'; readonly error: Error };
  readonly window: TimelineWindow;
  readonly horizon: number;
  /** Matching rows after the horizon, exactly. */
  readonly waiting: number;
  /** New rows wait, because the reader is reading. */
  readonly frozen: boolean;
  /** A page that could not be had; the rows that are there stay. */
  readonly pageError: { readonly want: Want; readonly error: Error } | null;
  /** The end of the list that was asked for and is there now: a new object each time. */
  readonly landing: { readonly at: 'newest' | 'oldest' } | null;
  /** The page that is on its way; an answer to any other is thrown away. */
  readonly request: { readonly id: number; readonly want: Want; readonly cursor: number | null } | null;
  /** The feed that is listened to; news of any other is thrown away. */
  readonly feed: number | null;
  /** Counts requests and feeds, over openings too. */
  readonly asked: number;
}

export const CLOSED: TimelineState = {
  source: null,
  phase: { kind: 'closed' },
  window: EMPTY_WINDOW,
  horizon: 0,
  waiting: 0,
  frozen: false,
  pageError: null,
  landing: null,
  request: null,
  feed: null,
  asked: 0,
};

export type TimelineInput =
  /** Begins anew with the newest rows; whatever was shown is forgotten. */
  | { readonly kind: 'open'; readonly source: TimelineSource }
  | { readonly kind: 'close' }
  | { readonly kind: 'freeze'; readonly frozen: boolean }
  /** Goes to an end of the list; takes the place of a page that is on its way. */
  | { readonly kind: 'show'; readonly end: 'newest' | 'oldest' }
  /** Reads on at an end of the window; dropped while another page is on its way. */
  | { readonly kind: 'extend'; readonly side: 'older' | 'newer' }
  /** Asks again for what failed, if anything did. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'page'; readonly request: number; readonly page: TimelinePage }
  | { readonly kind: 'page-failed'; readonly request: number; readonly error: Error }
  | { readonly kind: 'news'; readonly feed: number; readonly news: TimelineNews }
  | { readonly kind: 'feed-ended'; readonly feed: number; readonly error: Error | null };

export type TimelineEffect =
  | { readonly kind: 'read'; readonly request: number; readonly query: TimelinePageQuery }
  /** In the place of the feed before, if there was one. */
  | { readonly kind: 'follow'; readonly feed: number; readonly query: TimelineFeedQuery }
  | { readonly kind: 'unfollow' };

export interface TimelineStep {
  readonly state: TimelineState;
  readonly effects: readonly TimelineEffect[];
}

export function timelineStep(state: TimelineState, input: TimelineInput): TimelineStep {
  switch (input.kind) {
    case 'open':
      return opened(state, input.source);
    case 'close':
      return { state: { ...CLOSED, frozen: state.frozen, asked: state.asked }, effects: [{ kind: 'unfollow' }] };
    case 'freeze': {
      const next = { ...state, frozen: input.frozen };
      return state.frozen && !input.frozen && isBehind(state) && state.phase.kind === 'ready'
        ? ask(next, 'newest')
        : stay(next);
    }
    case 'show':
      if (input.end === 'newest' && state.phase.kind === 'ready' && !isBehind(state))
        return stay({ ...state, landing: { at: 'newest' } });
      return ask(state, input.end);
    case 'extend':
      return state.request === null && (input.side === 'older' ? state.window.hasOlder : state.window.hasNewer)
        ? ask(state, input.side)
        : stay(state);
    case 'retry':
      if (state.request !== null) return stay(state);
      if (state.phase.kind === 'failed') return ask(state, 'newest');
      return state.pageError === null ? stay(state) : ask(state, state.pageError.want);
    case 'page':
      return input.request === state.request?.id ? withPage(state, state.request, input.page) : stay(state);
    case 'page-failed':
      return input.request === state.request?.id ? withoutPage(state, state.request.want, input.error) : stay(state);
    case 'news':
      return input.feed === state.feed ? withNews(state, input.news) : stay(state);
    case 'feed-ended':
      if (input.feed !== state.feed || state.source === null) return stay(state);
      return input.error === null
        ? opened(state, state.source)
        : {
            state: { ...state, feed: null, phase: { kind: 'failed', error: input.error } },
            effects: [{ kind: 'unfollow' }],
          };
    default:
      return assertNever(input);
  }
}

function stay(state: TimelineState): TimelineStep {
  return { state, effects: [] };
}

/** Rows are stored between the window's top and the present. */
function isBehind({ window, waiting }: TimelineState): boolean {
  return waiting > 0 || window.hasNewer;
}

function opened({ frozen, asked }: TimelineState, source: TimelineSource): TimelineStep {
  const { state, effects } = ask({ ...CLOSED, frozen, asked, source, phase: { kind: 'loading' } }, 'newest');
  return { state, effects: [{ kind: 'unfollow' }, ...effects] };
}

/** One page at a time: two answers about the same end would have to agree on where that end is. */
function ask(state: TimelineState, want: Want): TimelineStep {
  if (state.source === null) return stay(state);
  const id = state.asked + 1;
  const direction = want === 'newest' || want === 'older' ? 'older' : 'newer';
  const cursor = want === 'older' ? state.window.olderCursor : want === 'newer' ? state.window.newerCursor : null;
  return {
    state: { ...state, asked: id, request: { id, want, cursor } },
    effects: [{ kind: 'read', request: id, query: { ...state.source, direction, cursor, limit: PAGE_ROWS } }],
  };
}

function withPage(
  before: TimelineState,
  { want, cursor }: NonNullable<TimelineState['request']>,
  page: TimelinePage,
): TimelineStep {
  const state: TimelineState = { ...before, request: null, pageError: null };
  const { window, horizon } = state;
  switch (want) {
    case 'newest':
      return withNewestPage(state, page);
    case 'oldest': {
      const oldest = upTo(horizon, page);
      // All that was shown has left the store meanwhile.
      if (oldest.rows.length === 0 && page.rows.length > 0) return ask(state, 'newest');
      const next: TimelineState = {
        ...state,
        window: { rows: oldest.rows, hasOlder: false, olderCursor: page.olderCursor, ...oldest.end },
        // Before the screen can say so: news must not take the reader back to the other end.
        frozen: state.frozen || oldest.end.hasNewer,
        landing: { at: 'oldest' },
      };
      return readOn(next, 'newer', page);
    }
    case 'older':
      // Live rows may have pushed the end out of the window meanwhile: this page would leave a hole.
      if (cursor !== window.olderCursor) return stay(state);
      return readOn({ ...state, window: withOlder(window, page.rows, page) }, 'older', page);
    case 'newer': {
      if (cursor !== window.newerCursor) return stay(state);
      const newer = upTo(horizon, page);
      return readOn({ ...state, window: withNewer(window, newer.rows, newer.end) }, 'newer', page);
    }
    default:
      return assertNever(want);
  }
}

function withNewestPage(state: TimelineState, page: TimelinePage): TimelineStep {
  if (state.source === null) return stay(state);
  const horizon = page.extent.newestSeq;
  const feed = state.asked + 1;
  const { rows, hasOlder, olderCursor } = page;
  const shown: TimelineState = {
    ...state,
    phase: { kind: 'ready' },
    window: { rows, hasOlder, olderCursor, hasNewer: false, newerCursor: horizon },
    horizon,
    waiting: 0,
    landing: { at: 'newest' },
    feed,
    asked: feed,
  };
  const { state: next, effects } = readOn(shown, 'older', page);
  return {
    state: next,
    effects: [{ kind: 'follow', feed, query: { ...state.source, after: horizon } }, ...effects],
  };
}

/** The rows of a page as far as they do not wait, and what lies beyond them. */
function upTo(horizon: number, page: TimelinePage) {
  const rows = page.rows.filter((row) => row.seq <= horizon);
  const reached = rows.length < page.rows.length || page.newerCursor >= horizon || !page.hasNewer;
  return { rows, end: { hasNewer: !reached, newerCursor: Math.min(page.newerCursor, horizon) } };
}

/** A page is bounded in time: it may end before it found a row that matches. Then the next one goes on from there. */
function readOn(state: TimelineState, side: 'older' | 'newer', { rows }: TimelinePage): TimelineStep {
  const more = side === 'older' ? state.window.hasOlder : state.window.hasNewer;
  return rows.length === 0 && more ? ask(state, side) : stay(state);
}

function withoutPage(state: TimelineState, want: Want, error: Error): TimelineStep {
  const next = { ...state, request: null };
  return stay(
    state.phase.kind === 'ready'
      ? { ...next, pageError: { want, error } }
      : { ...next, phase: { kind: 'failed', error } },
  );
}

function withNews(state: TimelineState, { rows, count, extent }: TimelineNews): TimelineStep {
  const horizon = extent.newestSeq;
  // Where nothing is shown, nothing can move under the reader's eyes.
  if ((!state.frozen || state.window.rows.length === 0) && !isBehind(state)) {
    if (count === 0) return stay({ ...state, horizon });
    // Where only the newest were sent they are a window of their own: whatever was slept over lies behind it.
    const window =
      count > rows.length
        ? {
            rows,
            hasOlder: true,
            olderCursor: rows.at(-1)?.seq ?? horizon,
            hasNewer: false,
            newerCursor: horizon,
          }
        : withNewer(state.window, rows, { hasNewer: false, newerCursor: horizon });
    return stay({ ...state, window, horizon });
  }
  const next = { ...state, waiting: state.waiting + count };
  // After a page that failed nobody asks ten times a second; whoever reads may ask again.
  return !state.frozen && isBehind(next) && state.request === null && state.pageError === null
    ? ask(next, 'newest')
    : stay(next);
}

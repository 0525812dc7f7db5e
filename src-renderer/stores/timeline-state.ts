/**
 * What the timeline shows, and what it can ask for. Pure; what follows from what is `timeline-step.ts`.
 *
 * Lines end at a *horizon*: everything up to it is in the window, was in it, or is older. The feed counts from the
 * horizon on, so that what waits is a sum of counts and never a difference of `seq`s. Each reading that begins the
 * window anew moves the horizon and begins the feed there: a page and a piece of news can cross in any order.
 */
import type { TimelineFeedQuery, TimelinePage, TimelinePageQuery } from '../../src-shared/api/timeline.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { printFilter } from '../../src-shared/domain/filter-text.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { type Arrival, type Attention, type Hold, LIVE } from './timeline-hold.ts';
import { lineKey } from './timeline-lines.ts';
import { EMPTY_WINDOW, type TimelineWindow } from './timeline-window.ts';

/** About five screens: one request for each few flicks of a wheel. */
export const PAGE_ROWS = 200;
/** Most of a run of heartbeats that is opened; the others stay folded. */
const MAX_UNFOLDED_ROWS = 500;

export interface TimelineSource {
  readonly watch: WatchId;
  readonly filter: Filter;
}

/** `newest`, `oldest` and `around` begin the window anew; the others go on at the window's ends, or open a line of it. */
export type PageTarget =
  /** `lands`: the reader asked for it, and wants to see it. */
  | { readonly kind: 'newest'; readonly lands: boolean }
  | { readonly kind: 'oldest' | 'older' | 'newer' }
  /** Two pages: `below` is the first of them, `null` until it is there. */
  | {
      readonly kind: 'around';
      readonly seq: number;
      readonly offset: number | null;
      readonly below: TimelinePage | null;
    }
  | { readonly kind: 'beats'; readonly key: string };

/** What the feed owes, while snapshots say that the backend goes on. */
export interface FeedLag {
  readonly seq: number;
  /** For how long, counted from snapshot to snapshot: what a page slept through is nobody's fault. */
  readonly forMs: number;
  /** When the last snapshot came. */
  readonly at: number;
  /** For so long that the feed was begun anew, and the list is not live. */
  readonly isLate: boolean;
}

export interface TimelineState {
  readonly source: TimelineSource | null;
  readonly phase:
    | { readonly kind: 'closed' }
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    /** Nothing new will come. The lines that are there stay. */
    | { readonly kind: 'failed'; readonly error: Error };
  readonly window: TimelineWindow;
  /** By what the window was asked for; `null`: nothing was answered yet. It stays until the first answer to another. */
  readonly linesOf: Filter | null;
  /** So many of the newest events are looked through one by one, by the last page; `null`: the filter needs no texts. */
  readonly direct: number | null;
  readonly horizon: number;
  /** Matching rows after the horizon, exactly; heartbeats are no news, unless the filter asks for them. */
  readonly pendingCount: number;
  /** Something matching is stored after the horizon, and be it heartbeats. */
  readonly hasPending: boolean;
  /** Up to where the feed has looked, and told what it found. */
  readonly feedThrough: number;
  /** More is stored than the feed has told of; `null`: it tells in time. */
  readonly feedLag: FeedLag | null;
  readonly attention: Attention;
  readonly leftAt: number | null;
  readonly isReleased: boolean;
  readonly arrivals: readonly Arrival[];
  /** Whether the list stands still, and why. */
  readonly hold: Hold;
  /** When the newest rows were last shown. */
  readonly refreshedAt: number;
  /** A page that could not be had; the lines that are there stay. */
  readonly pageError: { readonly target: PageTarget; readonly error: Error } | null;
  /** Where the reader asked to be, and is now: a new object each time. `offset`: px, `null`: in the middle. */
  readonly landing:
    | { readonly at: 'newest' | 'oldest' }
    | { readonly at: 'seq'; readonly seq: number; readonly offset: number | null }
    | null;
  /** The page that is on its way; an answer to any other is thrown away. */
  readonly request: { readonly id: number; readonly target: PageTarget; readonly cursor: number | null } | null;
  /** The feed that is listened to; news of any other is thrown away. */
  readonly feed: number | null;
  /** Counts requests and feeds, over openings too. */
  readonly requestCount: number;
}

export const CLOSED: TimelineState = {
  source: null,
  phase: { kind: 'closed' },
  window: EMPTY_WINDOW,
  linesOf: null,
  direct: null,
  horizon: 0,
  pendingCount: 0,
  hasPending: false,
  feedThrough: 0,
  feedLag: null,
  attention: { isPointing: false, isReading: false },
  leftAt: null,
  isReleased: false,
  arrivals: [],
  hold: LIVE,
  refreshedAt: 0,
  pageError: null,
  landing: null,
  request: null,
  feed: null,
  requestCount: 0,
};

export type TimelineEffect =
  | { readonly kind: 'read'; readonly request: number; readonly query: TimelinePageQuery }
  /** In the place of the feed before, if there was one. */
  | { readonly kind: 'follow'; readonly feed: number; readonly query: TimelineFeedQuery }
  | { readonly kind: 'unfollow' };

export interface TimelineStep {
  readonly state: TimelineState;
  readonly effects: readonly TimelineEffect[];
}

export function unchanged(state: TimelineState): TimelineStep {
  return { state, effects: [] };
}

/** The window is that of the query before: it is shown until the first answer, and nothing is read on from it. */
export function showsPreviousFilter({ source, linesOf }: Pick<TimelineState, 'source' | 'linesOf'>): boolean {
  if (source === null || linesOf === null || linesOf === source.filter) return false;
  return printFilter(linesOf) !== printFilter(source.filter);
}

/** One page at a time: two answers about the same end would have to agree on where that end is. */
export function requestPage(state: TimelineState, target: PageTarget): TimelineStep {
  if (state.source === null) return unchanged(state);
  const id = state.requestCount + 1;
  const { direction, cursor, limit } = pageFor(state.window, target);
  return {
    state: { ...state, requestCount: id, request: { id, target, cursor } },
    effects: [{ kind: 'read', request: id, query: { ...state.source, direction, cursor, limit } }],
  };
}

function pageFor(window: TimelineWindow, want: PageTarget): Pick<TimelinePageQuery, 'direction' | 'cursor' | 'limit'> {
  const limit = PAGE_ROWS;
  switch (want.kind) {
    case 'newest':
      return { direction: 'older', cursor: null, limit };
    case 'oldest':
      return { direction: 'newer', cursor: null, limit };
    case 'older':
      return { direction: 'older', cursor: window.olderCursor, limit };
    case 'newer':
      return { direction: 'newer', cursor: window.newerCursor, limit };
    case 'around':
      return want.below === null
        ? { direction: 'older', cursor: want.seq, limit }
        : { direction: 'newer', cursor: want.below.newerCursor, limit };
    case 'beats': {
      const line = window.lines.find((candidate) => lineKey(candidate) === want.key);
      // A cursor is exclusive: one more than the newest of them is where they begin.
      const cursor = line?.kind === 'beats' ? line.newest.seq + 1 : null;
      return { direction: 'older', cursor, limit: MAX_UNFOLDED_ROWS };
    }
    default:
      return assertNever(want);
  }
}

/**
 * State and requests of the timeline. Pure; transitions are in `timeline-step.ts`.
 * The lines end at a *horizon*: everything up to it is in the window, was in it, or is older. The feed counts from the
 * horizon, so the pending number is a sum of counts, never a difference of `seq`s. Each reading that replaces the
 * window moves the horizon and restarts the feed there, so pages and updates can arrive in any order.
 */
import type { TimelineFeedQuery, TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { type Arrival, type Attention, type Hold, LIVE } from './timeline-hold.ts';
import { lineKey } from './timeline-lines.ts';
import { EMPTY_WINDOW, type TimelineWindow } from './timeline-window.ts';

/** About five screens: one request per few turns of the wheel. */
export const PAGE_ROWS = 200;
/** Max rows shown of an unfolded run of heartbeats. */
const MAX_UNFOLDED_ROWS = 500;

export interface TimelineSource {
  readonly watch: WatchId;
  readonly filter: Filter;
}

/** `newest`, `oldest` and `around` replace the window; the others extend it or unfold a line. */
export type PageTarget =
  /** `lands`: scrolls there, because the user asked for it. */
  | { readonly kind: 'newest'; readonly lands: boolean }
  | { readonly kind: 'oldest' | 'older' | 'newer' }
  /** Needs two pages; `below` is the first one, null until it arrives. */
  | {
      readonly kind: 'around';
      readonly seq: number;
      readonly offset: number | null;
      readonly below: TimelinePage | null;
    }
  | { readonly kind: 'beats'; readonly key: string };

/** Set while snapshots report events that the feed has not reported. */
export interface FeedLag {
  readonly seq: number;
  /** Duration of the lag, counted from snapshot to snapshot so that the page's sleep does not count. */
  readonly forMs: number;
  readonly at: number;
  /** The lag was so long that the feed was restarted; the list is not live. */
  readonly isLate: boolean;
}

export interface TimelineState {
  readonly source: TimelineSource | null;
  readonly phase:
    | { readonly kind: 'closed' }
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    /** No new rows will arrive. The shown lines stay. */
    | { readonly kind: 'failed'; readonly error: Error };
  readonly window: TimelineWindow;
  /** Filter of the shown window; null before the first answer. Changes with the first answer to a new filter. */
  readonly linesOf: Filter | null;
  /** Number of newest events that the last page searched one by one; null if the filter needs no texts. */
  readonly direct: number | null;
  readonly horizon: number;
  /** Exact number of matching rows after the horizon. Excludes heartbeats unless the filter asks for them. */
  readonly pendingCount: number;
  /** True if anything matching is stored after the horizon, including heartbeats. */
  readonly hasPending: boolean;
  readonly feedThrough: number;
  /** Set if more is stored than the feed has reported; null if the feed is on time. */
  readonly feedLag: FeedLag | null;
  readonly attention: Attention;
  readonly leftAt: number | null;
  readonly isReleased: boolean;
  readonly arrivals: readonly Arrival[];
  readonly hold: Hold;
  readonly refreshedAt: number;
  /** A page that failed; the shown lines stay. */
  readonly pageError: { readonly target: PageTarget; readonly error: Error } | null;
  /** Scroll target; a new object for each request. `offset`: px, null for the middle. */
  readonly landing:
    | { readonly at: 'newest' | 'oldest' }
    | { readonly at: 'seq'; readonly seq: number; readonly offset: number | null }
    | null;
  /** The page on its way; other answers are dropped. */
  readonly request: { readonly id: number; readonly target: PageTarget; readonly cursor: number | null } | null;
  readonly feed: number | null;
  /** Counts requests and feeds; not reset by `open` or `close`. */
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
  | { readonly kind: 'follow'; readonly feed: number; readonly query: TimelineFeedQuery }
  | { readonly kind: 'unfollow' };

export interface TimelineStep {
  readonly state: TimelineState;
  readonly effects: readonly TimelineEffect[];
}

export function unchanged(state: TimelineState): TimelineStep {
  return { state, effects: [] };
}

/** True if the window still shows the previous filter. It stays until the first answer and is not extended. */
export function showsPreviousFilter({ source, linesOf }: Pick<TimelineState, 'source' | 'linesOf'>): boolean {
  if (source === null || linesOf === null || linesOf === source.filter) return false;
  return printFilter(linesOf) !== printFilter(source.filter);
}

/** Requests one page at a time, because two answers for the same end could disagree on where that end is. */
export function requestPage(state: TimelineState, target: PageTarget): TimelineStep {
  if (state.source === null) return unchanged(state);
  const id = state.requestCount + 1;
  const { direction, cursor, limit } = pageFor(state.window, target);
  return {
    state: { ...state, requestCount: id, request: { id, target, cursor } },
    effects: [{ kind: 'read', request: id, query: { ...state.source, direction, cursor, limit } }],
  };
}

function pageFor(
  window: TimelineWindow,
  target: PageTarget,
): Pick<TimelinePageQuery, 'direction' | 'cursor' | 'limit'> {
  const limit = PAGE_ROWS;
  switch (target.kind) {
    case 'newest':
      return { direction: 'older', cursor: null, limit };
    case 'oldest':
      return { direction: 'newer', cursor: null, limit };
    case 'older':
      return { direction: 'older', cursor: window.olderCursor, limit };
    case 'newer':
      return { direction: 'newer', cursor: window.newerCursor, limit };
    case 'around':
      return target.below === null
        ? { direction: 'older', cursor: target.seq, limit }
        : { direction: 'newer', cursor: target.below.newerCursor, limit };
    case 'beats': {
      const line = window.lines.find((candidate) => lineKey(candidate) === target.key);
      // Cursors are exclusive, so starts one above the newest heartbeat.
      const cursor = line?.kind === 'beats' ? line.newest.seq + 1 : null;
      return { direction: 'older', cursor, limit: MAX_UNFOLDED_ROWS };
    }
    default:
      return assertNever(target);
  }
}

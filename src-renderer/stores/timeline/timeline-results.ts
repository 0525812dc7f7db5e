/**
 * Applies pages and feed updates to the timeline state. Pure; the other half of `timeline-step.ts`. Drops an answer
 * that no longer fits its position. If a page ended before it found a row to draw, requests the next one.
 */
import type { TimelineUpdate, TimelinePage } from '../../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../../src-shared/api/page-timing.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { feedProgress } from './timeline-lag.ts';
import { withArrival } from './timeline-hold.ts';
import { lineKey, buildLines } from './timeline-lines.ts';
import { foldsHeartbeats } from './folded-heartbeats.ts';
import { requestPage, unchanged, type TimelineState, type TimelineStep, type PageTarget } from './timeline-state.ts';
import { type TimelineWindow, withHeartbeats, withUpdatedGaps, withNewer, withOlder } from './timeline-window.ts';

type Around = Extract<PageTarget, { kind: 'around' }>;

export function applyPage(
  before: TimelineState,
  { target, cursor }: NonNullable<TimelineState['request']>,
  page: TimelinePage,
): TimelineStep {
  const state: TimelineState = { ...before, request: null, pageError: null, direct: page.direct };
  const { window, horizon } = state;
  switch (target.kind) {
    case 'newest':
      return applyNewestPage(state, page, target.lands);
    case 'oldest': {
      const started = withCurrentFilter(state);
      const oldest = limitToHorizon(horizon, page);
      // Everything that was shown has left the store in the meantime.
      if (oldest.rows.length === 0 && page.rows.length > 0) return requestPage(state, { kind: 'newest', lands: true });
      const next: TimelineState = {
        ...started,
        window: {
          ...started.window,
          lines: buildLines(oldest.rows, oldest.gaps, started.window.folds),
          hasOlder: false,
          olderCursor: page.olderCursor,
          ...oldest.end,
        },
        landing: { at: 'oldest' },
      };
      return continueReading(next, 'newer', page);
    }
    case 'around':
      return applyPageAround(state, target, page);
    case 'older':
      // Live rows may have pushed the window's end out in the meantime; this page would then leave a hole.
      if (cursor !== window.olderCursor) return unchanged(state);
      return continueReading({ ...state, window: withOlder(window, page, page) }, 'older', page);
    case 'newer': {
      if (cursor !== window.newerCursor) return unchanged(state);
      const newer = limitToHorizon(horizon, page);
      return continueReading({ ...state, window: withNewer(window, newer, newer.end) }, 'newer', page);
    }
    case 'beats': {
      const isThere = window.lines.some((line) => lineKey(line) === target.key);
      return unchanged(isThere ? { ...state, window: withHeartbeats(window, target.key, page.rows) } : state);
    }
    default:
      return assertNever(target);
  }
}

/** Switches the window to the requested filter once its answer has arrived and will replace all lines. */
function withCurrentFilter(state: TimelineState): TimelineState {
  const { source, window } = state;
  if (source === null) return state;
  return { ...state, linesOf: source.filter, window: { ...window, folds: foldsHeartbeats(source.filter) } };
}

function applyNewestPage(before: TimelineState, page: TimelinePage, lands: boolean): TimelineStep {
  const state = withCurrentFilter(before);
  const { rows, gaps, hasOlder, olderCursor, extent } = page;
  const window: TimelineWindow = {
    ...state.window,
    lines: buildLines(rows, gaps, state.window.folds),
    hasOlder,
    olderCursor,
    hasNewer: false,
    newerCursor: extent.newestSeq,
  };
  const landing: TimelineState['landing'] = lands ? { at: 'newest' } : state.landing;
  const started = startFeed({ ...state, window, landing }, extent.newestSeq);
  const read = continueReading(started.state, 'older', page);
  return { state: read.state, effects: [...started.effects, ...read.effects] };
}

/** The first page ends just below the event; the second starts there. */
function applyPageAround(before: TimelineState, target: Around, page: TimelinePage): TimelineStep {
  if (target.below === null) return requestPage(before, { ...target, below: page });
  const state = withCurrentFilter(before);
  const { below, seq, offset } = target;
  const horizon = below.extent.newestSeq;
  const above = limitToHorizon(horizon, page);
  const gaps = [...above.gaps, ...below.gaps.filter(({ id }) => !above.gaps.some((gap) => gap.id === id))];
  const window: TimelineWindow = {
    ...state.window,
    lines: buildLines([...above.rows, ...below.rows], gaps, state.window.folds),
    hasOlder: below.hasOlder,
    olderCursor: below.olderCursor,
    ...above.end,
  };
  const started = startFeed({ ...state, window, landing: { at: 'seq', seq, offset } }, horizon);
  const read = continueReading(started.state, window.hasOlder ? 'older' : 'newer', {
    rows: [...page.rows, ...below.rows],
  });
  return { state: read.state, effects: [...started.effects, ...read.effects] };
}

/** Starts the feed for a window that was just read; nothing is pending. */
function startFeed(state: TimelineState, horizon: number): TimelineStep {
  if (state.source === null) return unchanged(state);
  const feed = state.requestCount + 1;
  return {
    state: {
      ...state,
      phase: { kind: 'ready' },
      horizon,
      pendingCount: 0,
      hasPending: false,
      ...feedProgress(state, horizon),
      feed,
      requestCount: feed,
    },
    effects: [{ kind: 'follow', feed, query: { ...state.source, after: horizon } }],
  };
}

/** Splits off the part of a page up to the horizon and returns where the next page continues. */
function limitToHorizon(horizon: number, page: TimelinePage) {
  const rows = page.rows.filter((row) => row.seq <= horizon);
  const gaps = page.gaps.filter(({ afterSeq }) => afterSeq <= horizon);
  const reached = rows.length < page.rows.length || page.newerCursor >= horizon || !page.hasNewer;
  return { rows, gaps, end: { hasNewer: !reached, newerCursor: Math.min(page.newerCursor, horizon) } };
}

/** A page is limited in time and may contain no row that is drawn. Then requests the next one. */
function continueReading(
  state: TimelineState,
  side: 'older' | 'newer',
  { rows }: Pick<TimelinePage, 'rows'>,
): TimelineStep {
  const { hasOlder, hasNewer, folds } = state.window;
  const isBlank = rows.every(({ kind }) => folds && kind === 'HEARTBEAT');
  return isBlank && (side === 'older' ? hasOlder : hasNewer) ? requestPage(state, { kind: side }) : unchanged(state);
}

export function applyPageError(state: TimelineState, target: PageTarget, error: Error): TimelineState {
  const next = { ...state, request: null };
  return state.phase.kind === 'ready'
    ? { ...next, pageError: { target, error } }
    : { ...next, phase: { kind: 'failed', error } };
}

export function applyUpdate(before: TimelineState, update: TimelineUpdate, now: number): TimelineState {
  const { rows, gaps, count, extent } = update;
  const isCurrent = !before.hasPending && !before.window.hasNewer;
  const { folds } = before.window;
  const fresh = folds ? count - update.heartbeats : count;
  const state = { ...before, arrivals: withArrival(before.arrivals, { at: now, count: fresh }) };
  const horizon = extent.newestSeq;
  const end = { hasNewer: false, newerCursor: horizon };
  // If no line is shown, nothing can move while the user reads.
  if (isCurrent && (count === 0 || before.hold.kind === 'live' || before.window.lines.length === 0)) {
    // If only the newest rows were sent, they form a new window; older ones are loaded on demand.
    const olderCursor = rows.at(-1)?.seq ?? horizon;
    const above = gaps.filter(({ afterSeq }) => afterSeq >= olderCursor);
    const window =
      count > rows.length
        ? { ...state.window, ...end, lines: buildLines(rows, above, folds), hasOlder: true, olderCursor }
        : withNewer(state.window, { rows, gaps }, end);
    return { ...state, window, horizon, refreshedAt: now };
  }
  const window = withUpdatedGaps(state.window, gaps, state.horizon);
  return { ...state, window, pendingCount: state.pendingCount + fresh, hasPending: state.hasPending || count > 0 };
}

/** Merges two updates, so that all updates since the last frame are shown together. */
export function mergeUpdates(older: TimelineUpdate, newer: TimelineUpdate): TimelineUpdate {
  const isComplete = newer.count === newer.rows.length;
  const ids = new Set(newer.gaps.map(({ id }) => id));
  return {
    rows: isComplete ? [...newer.rows, ...older.rows].slice(0, MAX_MERGED_ROWS) : newer.rows,
    count: older.count + newer.count,
    heartbeats: older.heartbeats + newer.heartbeats,
    gaps: [...newer.gaps, ...older.gaps.filter(({ id }) => !ids.has(id))],
    extent: newer.extent,
  };
}

/** Above this number, the newest rows replace the list instead of extending it. */
const MAX_MERGED_ROWS = 2 * MAX_UPDATE_ROWS;

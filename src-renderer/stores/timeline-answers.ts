/**
 * What pages and news bring to the timeline: the other half of `timeline-step.ts`, as pure. An answer that came too
 * late for the place that it was asked for is dropped; one that ended before it found anything is asked on.
 */
import type { TimelineNews, TimelinePage } from '../../src-shared/api/timeline.ts';
import { NEWS_ROWS } from '../../src-shared/api/page-pace.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { toldTo } from './timeline-debt.ts';
import { withArrival } from './timeline-hold.ts';
import { lineKey, linesOf } from './timeline-lines.ts';
import { foldsBeats } from './folded-beats.ts';
import { ask, stay, type TimelineState, type TimelineStep, type Want } from './timeline-state.ts';
import { type TimelineWindow, withBeats, withGapsAmong, withNewer, withOlder } from './timeline-window.ts';

type Around = Extract<Want, { kind: 'around' }>;

export function withPage(
  before: TimelineState,
  { want, cursor }: NonNullable<TimelineState['request']>,
  page: TimelinePage,
): TimelineStep {
  const state: TimelineState = { ...before, request: null, pageError: null, direct: page.direct };
  const { window, horizon } = state;
  switch (want.kind) {
    case 'newest':
      return withNewestPage(state, page, want.lands);
    case 'oldest': {
      const begun = answered(state);
      const oldest = upTo(horizon, page);
      // All that was shown has left the store meanwhile.
      if (oldest.rows.length === 0 && page.rows.length > 0) return ask(state, { kind: 'newest', lands: true });
      const next: TimelineState = {
        ...begun,
        window: {
          ...begun.window,
          lines: linesOf(oldest.rows, oldest.gaps, begun.window.folds),
          hasOlder: false,
          olderCursor: page.olderCursor,
          ...oldest.end,
        },
        landing: { at: 'oldest' },
      };
      return readOn(next, 'newer', page);
    }
    case 'around':
      return withAround(state, want, page);
    case 'older':
      // Live rows may have pushed the end out of the window meanwhile: this page would leave a hole.
      if (cursor !== window.olderCursor) return stay(state);
      return readOn({ ...state, window: withOlder(window, page, page) }, 'older', page);
    case 'newer': {
      if (cursor !== window.newerCursor) return stay(state);
      const newer = upTo(horizon, page);
      return readOn({ ...state, window: withNewer(window, newer, newer.end) }, 'newer', page);
    }
    case 'beats': {
      const isThere = window.lines.some((line) => lineKey(line) === want.key);
      return stay(isThere ? { ...state, window: withBeats(window, want.key, page.rows) } : state);
    }
    default:
      return assertNever(want);
  }
}

/** With a window that belongs to what is asked for: an answer is there, whose lines take the place of all before. */
function answered(state: TimelineState): TimelineState {
  const { source, window } = state;
  if (source === null) return state;
  return { ...state, linesOf: source.filter, window: { ...window, folds: foldsBeats(source.filter) } };
}

function withNewestPage(before: TimelineState, page: TimelinePage, lands: boolean): TimelineStep {
  const state = answered(before);
  const { rows, gaps, hasOlder, olderCursor, extent } = page;
  const window: TimelineWindow = {
    ...state.window,
    lines: linesOf(rows, gaps, state.window.folds),
    hasOlder,
    olderCursor,
    hasNewer: false,
    newerCursor: extent.newestSeq,
  };
  const landing: TimelineState['landing'] = lands ? { at: 'newest' } : state.landing;
  const begun = beginning({ ...state, window, landing }, extent.newestSeq);
  const read = readOn(begun.state, 'older', page);
  return { state: read.state, effects: [...begun.effects, ...read.effects] };
}

/** The first page ends just below the place, the second begins there. */
function withAround(before: TimelineState, want: Around, page: TimelinePage): TimelineStep {
  if (want.below === null) return ask(before, { ...want, below: page });
  const state = answered(before);
  const { below, seq, offset } = want;
  const horizon = below.extent.newestSeq;
  const above = upTo(horizon, page);
  const gaps = [...above.gaps, ...below.gaps.filter(({ id }) => !above.gaps.some((gap) => gap.id === id))];
  const window: TimelineWindow = {
    ...state.window,
    lines: linesOf([...above.rows, ...below.rows], gaps, state.window.folds),
    hasOlder: below.hasOlder,
    olderCursor: below.olderCursor,
    ...above.end,
  };
  const begun = beginning({ ...state, window, landing: { at: 'seq', seq, offset } }, horizon);
  const read = readOn(begun.state, window.hasOlder ? 'older' : 'newer', { rows: [...page.rows, ...below.rows] });
  return { state: read.state, effects: [...begun.effects, ...read.effects] };
}

/** With a window that was read anew, in which nothing waits. */
function beginning(state: TimelineState, horizon: number): TimelineStep {
  if (state.source === null) return stay(state);
  const feed = state.asked + 1;
  return {
    state: {
      ...state,
      phase: { kind: 'ready' },
      horizon,
      waiting: 0,
      isBehind: false,
      ...toldTo(state, horizon),
      feed,
      asked: feed,
    },
    effects: [{ kind: 'follow', feed, query: { ...state.source, after: horizon } }],
  };
}

/** What of a page does not wait, and what lies beyond it. */
function upTo(horizon: number, page: TimelinePage) {
  const rows = page.rows.filter((row) => row.seq <= horizon);
  const gaps = page.gaps.filter(({ afterSeq }) => afterSeq <= horizon);
  const reached = rows.length < page.rows.length || page.newerCursor >= horizon || !page.hasNewer;
  return { rows, gaps, end: { hasNewer: !reached, newerCursor: Math.min(page.newerCursor, horizon) } };
}

/** A page is bounded in time: it may end before it found a row that is drawn. Then the next one goes on from there. */
function readOn(state: TimelineState, side: 'older' | 'newer', { rows }: Pick<TimelinePage, 'rows'>): TimelineStep {
  const { hasOlder, hasNewer, folds } = state.window;
  const isBlank = rows.every(({ kind }) => folds && kind === 'HEARTBEAT');
  return isBlank && (side === 'older' ? hasOlder : hasNewer) ? ask(state, { kind: side }) : stay(state);
}

export function withoutPage(state: TimelineState, want: Want, error: Error): TimelineState {
  const next = { ...state, request: null };
  return state.phase.kind === 'ready'
    ? { ...next, pageError: { want, error } }
    : { ...next, phase: { kind: 'failed', error } };
}

export function withNews(before: TimelineState, news: TimelineNews, now: number): TimelineState {
  const { rows, gaps, count, extent } = news;
  const isCurrent = !before.isBehind && !before.window.hasNewer;
  const { folds } = before.window;
  const fresh = folds ? count - news.heartbeats : count;
  const state = { ...before, arrivals: withArrival(before.arrivals, { at: now, count: fresh }) };
  const horizon = extent.newestSeq;
  const end = { hasNewer: false, newerCursor: horizon };
  // Where nothing is shown, nothing can move under the reader's eyes.
  if (isCurrent && (count === 0 || before.hold.kind === 'live' || before.window.lines.length === 0)) {
    // Where only the newest were sent they are a window of their own: whatever was slept over lies behind it.
    const olderCursor = rows.at(-1)?.seq ?? horizon;
    const above = gaps.filter(({ afterSeq }) => afterSeq >= olderCursor);
    const window =
      count > rows.length
        ? { ...state.window, ...end, lines: linesOf(rows, above, folds), hasOlder: true, olderCursor }
        : withNewer(state.window, { rows, gaps }, end);
    return { ...state, window, horizon, refreshedAt: now };
  }
  const window = withGapsAmong(state.window, gaps, state.horizon);
  return { ...state, window, waiting: state.waiting + fresh, isBehind: state.isBehind || count > 0 };
}

/** Two pieces of news as one: however many have come since the page last drew, they are shown at once. */
export function mergedNews(older: TimelineNews, newer: TimelineNews): TimelineNews {
  const isWhole = newer.count === newer.rows.length;
  const ids = new Set(newer.gaps.map(({ id }) => id));
  return {
    rows: isWhole ? [...newer.rows, ...older.rows].slice(0, MERGED_ROWS) : newer.rows,
    count: older.count + newer.count,
    heartbeats: older.heartbeats + newer.heartbeats,
    gaps: [...newer.gaps, ...older.gaps.filter(({ id }) => !ids.has(id))],
    extent: newer.extent,
  };
}

/** More than this is not put on top of the list row by row: the newest are a list of their own. */
const MERGED_ROWS = 2 * NEWS_ROWS;

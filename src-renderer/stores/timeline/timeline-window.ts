/** Contiguous, at most `WINDOW_LINES`, never a line twice. Pure. Cursors are `seq`s, which have holes. */
import { MAX_UPDATE_ROWS } from '../../../src-shared/api/page-timing.ts';
import type { TimelinePage, TimelinePageQuery, TimelineUpdate } from '../../../src-shared/api/timeline.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { ListRules, ListWindow, PageRequest } from '../../lists/list.ts';
import { type ListState, showsPreviousQuery } from '../../lists/list-state.ts';
import { foldsHeartbeats } from './folded-heartbeats.ts';
import {
  joinLines,
  buildLines,
  lineKey,
  newestSeq,
  oldestSeq,
  type TimelineLine,
  withUnfolded,
  withGaps,
} from './timeline-lines.ts';

/** About 50 screens: enough to scroll back without waiting, small enough for any machine. */
export const WINDOW_LINES = 2_000;
/** About five screens: one request per few turns of the wheel. */
export const PAGE_ROWS = 200;
const MAX_UNFOLDED_ROWS = 500;
/** Above this number, the newest rows replace the list instead of extending it. */
const MAX_MERGED_ROWS = 2 * MAX_UPDATE_ROWS;

export interface TimelineQuery {
  readonly watch: WatchId;
  readonly filter: Filter;
}

export interface TimelineWindow extends ListWindow<TimelineLine, number> {
  readonly startCursor: number;
  readonly endCursor: number;
  readonly folds: boolean;
  /** Everything up to this `seq` is in the window, was in it, or is older. */
  readonly horizon: number;
  /** Number of newest events that the last page searched one by one; null if the filter needs no texts. */
  readonly direct: number | null;
}

export interface TimelineList {
  readonly query: TimelineQuery;
  readonly cursor: number;
  readonly page: TimelinePage;
  readonly news: TimelineUpdate;
  readonly window: TimelineWindow;
}
export type TimelineState = ListState<TimelineList>;

/** Newest first; may overlap the window. */
interface TimelineRows {
  readonly rows: readonly EventSummary[];
  readonly gaps: readonly Gap[];
}

export const EMPTY_WINDOW: TimelineWindow = {
  lines: [],
  folds: true,
  horizon: 0,
  direct: null,
  hasAfter: false,
  hasBefore: false,
  endCursor: 0,
  startCursor: 0,
};

export const timelineRules: ListRules<TimelineList> = {
  empty: EMPTY_WINDOW,
  pageRows: PAGE_ROWS,
  queryKey: ({ watch, filter }) => `${watch} ${printFilter(filter)}`,
  keepsLines: (before, next) => before.watch === next.watch,
  windowOf(page, at, query, { horizon: before }) {
    const { direct } = page;
    const folds = foldsHeartbeats(query.filter);
    if (at === 'start') {
      const { rows, gaps, hasOlder, olderCursor, extent } = page;
      const [lines, horizon] = [buildLines(rows, gaps, folds), extent.newestSeq];
      const ends = { hasAfter: hasOlder, endCursor: olderCursor, hasBefore: false, startCursor: horizon };
      return { lines, folds, horizon, direct, ...ends };
    }
    const { rows, gaps, end } = limitToHorizon(before, page);
    if (rows.length === 0 && page.rows.length > 0) return null;
    const lines = buildLines(rows, gaps, folds);
    return { lines, folds, horizon: before, direct, hasAfter: false, endCursor: page.olderCursor, ...end };
  },
  windowAround(above, below, { filter }) {
    const horizon = below.extent.newestSeq;
    const { rows, gaps, end } = limitToHorizon(horizon, above);
    const all = [...gaps, ...below.gaps.filter(({ id }) => !gaps.some((gap) => gap.id === id))];
    const folds = foldsHeartbeats(filter);
    return {
      lines: buildLines([...rows, ...below.rows], all, folds),
      folds,
      horizon,
      direct: above.direct,
      hasAfter: below.hasOlder,
      endCursor: below.olderCursor,
      ...end,
    };
  },
  cursorAbove: ({ newerCursor }) => newerCursor,
  extended(window, side, page) {
    const { direct, hasOlder, olderCursor } = page;
    if (side === 'end') return { ...withOlder(window, page, { hasAfter: hasOlder, endCursor: olderCursor }), direct };
    const newer = limitToHorizon(window.horizon, page);
    return { ...withNewer(window, newer, newer.end), direct };
  },
  isBlank: ({ folds }, { rows }) => rows.every(({ kind }) => folds && kind === 'HEARTBEAT'),
  contains: containsSeq,
  describe({ folds }, { count, heartbeats }) {
    const fresh = folds ? count - heartbeats : count;
    return { isComplete: false, count: fresh, arrivals: fresh, hasChanges: count > 0 };
  },
  asNews: () => null,
  followed(window, { rows, gaps, count, extent }) {
    const horizon = extent.newestSeq;
    const end = { hasBefore: false, startCursor: horizon };
    if (count <= rows.length) return { ...withNewer(window, { rows, gaps }, end), horizon };
    // If only the newest rows were sent, they form a new window; older ones are loaded on demand.
    const endCursor = rows.at(-1)?.seq ?? horizon;
    const above = gaps.filter(({ afterSeq }) => afterSeq >= endCursor);
    return { ...window, ...end, horizon, lines: buildLines(rows, above, window.folds), hasAfter: true, endCursor };
  },
  held: (window, { gaps }) => withUpdatedGaps(window, gaps, window.horizon),
  merged(older, newer) {
    const isComplete = newer.count === newer.rows.length;
    const ids = new Set(newer.gaps.map(({ id }) => id));
    return {
      rows: isComplete ? [...newer.rows, ...older.rows].slice(0, MAX_MERGED_ROWS) : newer.rows,
      count: older.count + newer.count,
      heartbeats: older.heartbeats + newer.heartbeats,
      gaps: [...newer.gaps, ...older.gaps.filter(({ id }) => !ids.has(id))],
      extent: newer.extent,
    };
  },
  through: (of) => ('extent' in of ? of.extent.newestSeq : of.horizon),
  unfolding({ lines }, key) {
    const line = lines.find((candidate) => lineKey(candidate) === key);
    if (line?.kind !== 'beats') return null;
    // Cursors are exclusive, so starts one above the newest heartbeat.
    return line.unfolded === null ? { side: 'end', cursor: line.newest.seq + 1, limit: MAX_UNFOLDED_ROWS } : 'fold';
  },
  unfolded: (window, key, page) => ({ ...window, lines: withUnfolded(window.lines, key, page?.rows ?? null) }),
};

export function timelinePageQuery(
  query: TimelineQuery,
  { side, cursor, limit }: PageRequest<number>,
): TimelinePageQuery {
  return { ...query, direction: side === 'end' ? 'older' : 'newer', cursor, limit };
}

/** True if the window still shows the previous filter. It stays until the first answer and is not extended. */
export function showsPreviousFilter(state: Pick<TimelineState, 'query' | 'linesOf'>): boolean {
  return showsPreviousQuery(timelineRules, state);
}

/** Splits off the part of a page up to the horizon and returns where the next page continues. */
function limitToHorizon(horizon: number, page: TimelinePage) {
  const rows = page.rows.filter((row) => row.seq <= horizon);
  const gaps = page.gaps.filter(({ afterSeq }) => afterSeq <= horizon);
  const reached = rows.length < page.rows.length || page.newerCursor >= horizon || !page.hasNewer;
  return { rows, gaps, end: { hasBefore: !reached, startCursor: Math.min(page.newerCursor, horizon) } };
}

export function withNewer(
  window: TimelineWindow,
  newer: TimelineRows,
  end: Pick<TimelineWindow, 'hasBefore' | 'startCursor'>,
): TimelineWindow {
  const top = topSeq(window);
  const { fresh, others } = splitGaps(window, newer.gaps, ({ afterSeq }) => afterSeq >= top);
  const above = buildLines(
    newer.rows.filter((row) => row.seq > top),
    fresh,
    window.folds,
  );
  const all = joinLines(above, withGaps(window.lines, others));
  const last = all.length <= WINDOW_LINES ? -1 : all.slice(0, WINDOW_LINES).findLastIndex(isAnchor);
  const isTrimmed = last !== -1;
  const lines = isTrimmed ? all.slice(0, last + 1) : all;
  const bottom = lines.at(-1);
  return {
    ...window,
    lines,
    hasAfter: window.hasAfter || isTrimmed,
    endCursor: isTrimmed && bottom !== undefined ? oldestSeq(bottom) : window.endCursor,
    hasBefore: end.hasBefore,
    startCursor: end.startCursor,
  };
}

export function withOlder(
  window: TimelineWindow,
  older: TimelineRows,
  end: Pick<TimelineWindow, 'hasAfter' | 'endCursor'>,
): TimelineWindow {
  const bottom = bottomSeq(window);
  const { fresh, others } = splitGaps(window, older.gaps, ({ afterSeq }) => afterSeq < bottom);
  const below = buildLines(
    older.rows.filter((row) => row.seq < bottom),
    fresh,
    window.folds,
  );
  const all = joinLines(withGaps(window.lines, others), below);
  const first =
    all.length <= WINDOW_LINES ? -1 : all.findIndex((_, at) => at >= all.length - WINDOW_LINES && isEdge(all, at));
  const isTrimmed = first !== -1;
  const lines = isTrimmed ? all.slice(first) : all;
  const top = lines[0];
  return {
    ...window,
    lines,
    hasBefore: window.hasBefore || isTrimmed,
    startCursor: isTrimmed && top !== undefined ? newestSeq(top) : window.startCursor,
    hasAfter: end.hasAfter,
    endCursor: end.endCursor,
  };
}

/** Updates gaps that lie among the lines. @param upTo the newest `seq` that was read */
function withUpdatedGaps(window: TimelineWindow, gaps: readonly Gap[], upTo: number): TimelineWindow {
  const [top, bottom] = [topSeq(window), bottomSeq(window)];
  const listedGapIds = listedGaps(window);
  const among = gaps.filter(
    ({ id, afterSeq }) =>
      listedGapIds.has(id) ||
      (afterSeq <= upTo && !(window.hasBefore && afterSeq >= top) && !(window.hasAfter && afterSeq < bottom)),
  );
  return among.length === 0 ? window : { ...window, lines: withGaps(window.lines, among) };
}

/** True if the event's position is within the window, even if the event is not stored. */
export function containsSeq(window: TimelineWindow, seq: number): boolean {
  return (
    window.lines.some(isAnchor) &&
    (seq <= topSeq(window) || !window.hasBefore) &&
    (seq >= bottomSeq(window) || !window.hasAfter)
  );
}

/** True if the next page from here contains everything above. A gap arrives with the event that it follows. */
function isEdge(lines: readonly TimelineLine[], at: number): boolean {
  const [above, line] = [lines[at - 1], lines[at]];
  return above !== undefined && line !== undefined && newestSeq(line) < oldestSeq(above);
}

/** Cursors are based on events and heartbeats; a gap has no seq of its own. */
function isAnchor({ kind }: TimelineLine): boolean {
  return kind !== 'gap';
}

function topSeq({ lines }: TimelineWindow): number {
  const top = lines.find(isAnchor);
  return top === undefined ? 0 : newestSeq(top);
}
function bottomSeq({ lines }: TimelineWindow): number {
  const bottom = lines.findLast(isAnchor);
  return bottom === undefined ? Number.POSITIVE_INFINITY : oldestSeq(bottom);
}

function splitGaps(window: TimelineWindow, gaps: readonly Gap[], isBeyond: (gap: Gap) => boolean) {
  if (gaps.length === 0) return { fresh: [], others: [] };
  const listedGapIds = listedGaps(window);
  const { fresh = [], others = [] } = Object.groupBy(gaps, (gap) =>
    isBeyond(gap) && !listedGapIds.has(gap.id) ? 'fresh' : 'others',
  );
  return { fresh, others };
}

function listedGaps({ lines }: TimelineWindow): Set<number> {
  return new Set(lines.flatMap((line) => (line.kind === 'gap' ? [line.gap.id] : [])));
}

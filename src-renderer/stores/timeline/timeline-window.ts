/**
 * The lines that the page holds: newest first, contiguous, at most `WINDOW_LINES`. Adding lines at one end drops lines
 * at the other. Pure. Never holds a line twice. Cursors mark where the next page starts, because `seq` has holes.
 */
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import {
  joinLines,
  buildLines,
  newestSeq,
  oldestSeq,
  type TimelineLine,
  withUnfolded,
  withGaps,
} from './timeline-lines.ts';

/** About 50 screens: enough to scroll back without waiting, small enough for any machine. */
export const WINDOW_LINES = 2_000;

export interface TimelineWindow {
  readonly lines: readonly TimelineLine[];
  readonly folds: boolean;
  readonly hasOlder: boolean;
  /** True if newer lines were dropped, or skipped on the way to the oldest. Excludes pending rows. */
  readonly hasNewer: boolean;
  readonly olderCursor: number;
  readonly newerCursor: number;
}

/** Newest first; may overlap the window. */
export interface TimelineRows {
  readonly rows: readonly EventSummary[];
  readonly gaps: readonly Gap[];
}

export const EMPTY_WINDOW: TimelineWindow = {
  lines: [],
  folds: true,
  hasOlder: false,
  hasNewer: false,
  olderCursor: 0,
  newerCursor: 0,
};

/** @param newer continues the window at its newest line */
export function withNewer(
  window: TimelineWindow,
  newer: TimelineRows,
  end: Pick<TimelineWindow, 'hasNewer' | 'newerCursor'>,
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
    hasOlder: window.hasOlder || isTrimmed,
    olderCursor: isTrimmed && bottom !== undefined ? oldestSeq(bottom) : window.olderCursor,
    hasNewer: end.hasNewer,
    newerCursor: end.newerCursor,
  };
}

/** @param older continues the window at its oldest line */
export function withOlder(
  window: TimelineWindow,
  older: TimelineRows,
  end: Pick<TimelineWindow, 'hasOlder' | 'olderCursor'>,
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
    hasNewer: window.hasNewer || isTrimmed,
    newerCursor: isTrimmed && top !== undefined ? newestSeq(top) : window.newerCursor,
    hasOlder: end.hasOlder,
    olderCursor: end.olderCursor,
  };
}

/** Updates gaps that lie among the lines. @param upTo the newest `seq` that was read */
export function withUpdatedGaps(window: TimelineWindow, gaps: readonly Gap[], upTo: number): TimelineWindow {
  const [top, bottom] = [topSeq(window), bottomSeq(window)];
  const listedGapIds = listedGaps(window);
  const among = gaps.filter(
    ({ id, afterSeq }) =>
      listedGapIds.has(id) ||
      (afterSeq <= upTo && !(window.hasNewer && afterSeq >= top) && !(window.hasOlder && afterSeq < bottom)),
  );
  return among.length === 0 ? window : { ...window, lines: withGaps(window.lines, among) };
}

export function withHeartbeats(
  window: TimelineWindow,
  key: string,
  rows: readonly EventSummary[] | null,
): TimelineWindow {
  return { ...window, lines: withUnfolded(window.lines, key, rows) };
}

/** True if the event's position is within the window, even if the event is not stored. */
export function containsSeq(window: TimelineWindow, seq: number): boolean {
  return (
    window.lines.some(isAnchor) &&
    (seq <= topSeq(window) || !window.hasNewer) &&
    (seq >= bottomSeq(window) || !window.hasOlder)
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

/**
 * Which view is counted next, and from where: only what came since, and all anew where what was counted may have left.
 * Pure: `views-store.ts` asks it once a second.
 */
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { movesWithTime } from './tally-sums.ts';

/** As many as the rail shows; the others are in Ctrl+K, without a count. */
export const MAX_PINNED_VIEWS = 5;
/** "The last hour" loses events as it goes, and others say what they have seen. */
const MOVING_RECOUNT_INTERVAL_MS = 60_000;
/** Retention takes some away now and then. */
const RECOUNT_INTERVAL_MS = 600_000;

/** What counting has taught so far. */
export interface RecountState {
  /** By id of the view, when it could not be counted: it waits its turn, and holds up no other. */
  readonly failed: ReadonlyMap<string, number>;
  /** Nothing is counted whole again before: what was counted whole last took its share of the time. */
  readonly mayRecountAt: number;
}
const AT_ANY_PACE: RecountState = { failed: new Map(), mayRecountAt: 0 };

export interface ViewCount {
  /** Of the filter that was counted. */
  readonly filter: SavedView['filter'];
  readonly count: number;
  /** Everything up to it was counted. */
  readonly countedThrough: number;
  /** When all of it was counted, and when it was last added to; ms of the page's steady clock. */
  readonly fullCountAt: number;
  readonly at: number;
}

export interface CountStep {
  readonly view: SavedView;
  /** What is added to; `null`: all anew. */
  readonly base: ViewCount | null;
}

export function pinnedViews(views: readonly SavedView[]): readonly SavedView[] {
  return views.filter(({ pinned }) => pinned).slice(0, MAX_PINNED_VIEWS);
}

/**
 * The one that waits longest; `null` where each is as new as it can be. One that was counted once is added to meanwhile,
 * however long counting it whole takes.
 */
export function nextCount(
  views: readonly SavedView[],
  counts: ReadonlyMap<string, ViewCount>,
  newestSeq: number,
  now: number,
  { failed, mayRecountAt }: RecountState = AT_ANY_PACE,
): CountStep | null {
  const due = pinnedViews(views).flatMap((view) => {
    const counted = counts.get(view.id);
    const failedAt = failed.get(view.id) ?? Number.NEGATIVE_INFINITY;
    const mayRecount = now >= mayRecountAt;
    if (counted === undefined || counted.filter !== view.filter)
      return failed.has(view.id) && !mayRecount ? [] : [{ view, base: null, since: failedAt }];
    const isOld =
      mayRecount &&
      now - counted.fullCountAt >= (canLoseMatches(view) ? MOVING_RECOUNT_INTERVAL_MS : RECOUNT_INTERVAL_MS);
    if (!isOld && counted.countedThrough >= newestSeq) return [];
    return [{ view, base: isOld ? null : counted, since: Math.max(counted.at, failedAt) }];
  });
  const [first] = due.toSorted((a, b) => a.since - b.since);
  return first === undefined ? null : { view: first.view, base: first.base };
}

/** What matched may match no more, with nothing new stored. */
function canLoseMatches({ filter }: SavedView): boolean {
  return movesWithTime(filter) || filter.terms.some(({ kind }) => kind === 'seen');
}

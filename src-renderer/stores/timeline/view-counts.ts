/** Decides which view to count next, usually only new events. Pure; `views-store.ts` calls it once a second. */
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { movesWithTime } from './tally-sums.ts';

/** The rail shows this many; the others are in Ctrl+K without a count. */
export const MAX_PINNED_VIEWS = 5;
/** Recount interval for views whose matches change without new events. */
const MOVING_RECOUNT_INTERVAL_MS = 60_000;
/** Recount interval for other views, because retention removes events. */
const RECOUNT_INTERVAL_MS = 600_000;

export interface RecountState {
  /** Time of the last failed count, by view id; such a view waits for its turn. */
  readonly failed: ReadonlyMap<string, number>;
  /** No full recount before this time; keeps full counts to a tenth of the time. */
  readonly mayRecountAt: number;
}
const AT_ANY_PACE: RecountState = { failed: new Map(), mayRecountAt: 0 };

export interface ViewCount {
  readonly filter: SavedView['filter'];
  readonly count: number;
  readonly countedThrough: number;
  readonly fullCountAt: number;
  readonly at: number;
}

export interface CountStep {
  readonly view: SavedView;
  /** The count to add to; null for a full count. */
  readonly base: ViewCount | null;
}

export function pinnedViews(views: readonly SavedView[]): readonly SavedView[] {
  return views.filter(({ pinned }) => pinned).slice(0, MAX_PINNED_VIEWS);
}

/** The one that has waited longest. A counted view gets updates even while its full recount must wait. */
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

/** True if matches can change without new events. */
function canLoseMatches({ filter }: SavedView): boolean {
  return movesWithTime(filter) || filter.terms.some(({ kind }) => kind === 'seen');
}

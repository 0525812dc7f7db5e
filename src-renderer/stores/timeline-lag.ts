/**
 * What the feed owes: a feed can stand still while the backend goes on and says so in its snapshots, and a list that
 * says it is live would then show old rows for as long as nobody looks closely. Pure.
 */
import type { TimelineUpdate } from '../../src-shared/api/timeline.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import { type FeedLag, unchanged, type TimelineState, type TimelineStep } from './timeline-state.ts';

/** A feed says every five seconds how far it has looked, also where nothing matches; looking takes a second at most. */
const MAX_FEED_LAG_MS = 6_500;

interface Stored {
  readonly newestSeq: number;
  readonly resumed: boolean;
}

/** Where the feed owes for too long it is begun anew from where it stopped telling, and again each time as much later. */
export function applyStoredSeq(state: TimelineState, { newestSeq, resumed }: Stored, now: number): TimelineStep {
  const { source, feed, feedLag, feedThrough } = state;
  if (source === null || feed === null || newestSeq <= feedThrough) return unchanged(state);
  if (feedLag === null || resumed)
    return unchanged({ ...state, feedLag: { seq: newestSeq, forMs: 0, at: now, isLate: feedLag?.isLate ?? false } });
  const forMs = feedLag.forMs + Math.min(now - feedLag.at, SNAPSHOT_INTERVAL_MS);
  if (forMs < MAX_FEED_LAG_MS) return unchanged({ ...state, feedLag: { ...feedLag, forMs, at: now } });
  const requestCount = state.requestCount + 1;
  return {
    state: { ...state, feed: requestCount, requestCount, feedLag: { ...feedLag, forMs: 0, at: now, isLate: true } },
    effects: [{ kind: 'follow', feed: requestCount, query: { ...source, after: feedThrough } }],
  };
}

export function applyFeedProgress(state: TimelineState, { extent }: TimelineUpdate): TimelineState {
  return { ...state, ...feedProgress(state, extent.newestSeq) };
}

export function feedProgress(
  { feedLag }: { feedLag: FeedLag | null },
  feedThrough: number,
): Pick<TimelineState, 'feedThrough' | 'feedLag'> {
  return { feedThrough, feedLag: feedLag !== null && feedLag.seq > feedThrough ? feedLag : null };
}

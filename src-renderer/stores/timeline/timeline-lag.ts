/**
 * Detects a feed that stopped although snapshots report newer events. Otherwise the list would look live while it shows
 * old rows. Pure.
 */
import type { TimelineUpdate } from '../../../src-shared/api/timeline.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../../src-shared/api/page-timing.ts';
import { type FeedLag, unchanged, type TimelineState, type TimelineStep } from './timeline-state.ts';

/** The feed reports every 5 s how far it has read, even without matches; reading takes at most 1 s. */
const MAX_FEED_LAG_MS = 6_500;

interface Stored {
  readonly newestSeq: number;
  readonly resumed: boolean;
}

/**
 * If the feed has lagged too long, restarts it from the last seq it reported. Repeats this after each further lag of
 * that length.
 */
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

/** Detects a feed that stopped although snapshots report newer rows; the list would look live with old rows. Pure. */
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { ListTypes } from './list.ts';
import { type FeedLag, type ListState, type ListStep, unchanged } from './list-state.ts';

/** The feed reports every 5 s how far it has read, even without matches; reading takes at most 1 s. */
const MAX_FEED_LAG_MS = 6_500;

interface Stored {
  readonly newestSeq: number;
  readonly resumed: boolean;
}

/** Restarts a feed that lagged too long from the last seq it reported; again after each further lag. */
export function applyStoredSeq<T extends ListTypes>(
  state: ListState<T>,
  { newestSeq, resumed }: Stored,
  now: number,
): ListStep<T> {
  const { query, feed, feedLag, feedThrough } = state;
  if (query === null || feed === null || newestSeq <= feedThrough) return unchanged(state);
  if (feedLag === null || resumed)
    return unchanged({ ...state, feedLag: { seq: newestSeq, forMs: 0, at: now, isLate: feedLag?.isLate ?? false } });
  const forMs = feedLag.forMs + Math.min(now - feedLag.at, SNAPSHOT_INTERVAL_MS);
  if (forMs < MAX_FEED_LAG_MS) return unchanged({ ...state, feedLag: { ...feedLag, forMs, at: now } });
  const requestCount = state.requestCount + 1;
  return {
    state: { ...state, feed: requestCount, requestCount, feedLag: { ...feedLag, forMs: 0, at: now, isLate: true } },
    effects: [{ kind: 'follow', feed: requestCount, query, after: feedThrough }],
  };
}

export function feedProgress(
  { feedLag }: { readonly feedLag: FeedLag | null },
  feedThrough: number,
): { readonly feedThrough: number; readonly feedLag: FeedLag | null } {
  return { feedThrough, feedLag: feedLag !== null && feedLag.seq > feedThrough ? feedLag : null };
}

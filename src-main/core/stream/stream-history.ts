/**
 * What the reconnect policy remembers of earlier attempts, moved on by each end. Pure; it counts and decides nothing.
 */
import type { AttemptOutcome, ReconnectContext } from './reconnect-policy.ts';

/** So long watched in one piece, a later loss counts as the first again. */
const STEADY_MS = 60_000;
/** A connection closed sooner than this, with nothing but session events, was an eviction. */
const EVICTION_MS = 5_000;

export interface StreamHistory extends Omit<ReconnectContext, 'random'> {
  /** The attempt before this one was a session of our own. */
  readonly afterOwnSession: boolean;
}

export const NO_HISTORY: StreamHistory = {
  failures: 0,
  endAnnounced: false,
  evictions: 0,
  seatRefusals: 0,
  afterOwnSession: false,
  tokenRenewed: false,
};

/** One attempt, as far as it is counted. */
export interface AttemptRecord {
  /** The service accepted the connection. */
  readonly opened: boolean;
  /** From the first complete event to the end, monotonic; `null` where none came. */
  readonly watchedMs: number | null;
  /** Something other than SUBSCRIPTION_STARTED and SUBSCRIPTION_ENDED came. */
  readonly toldUsSomething: boolean;
  /** SUBSCRIPTION_ENDED was the last event. */
  readonly endAnnounced: boolean;
}

export function historyAfter(before: StreamHistory, record: AttemptRecord, outcome: AttemptOutcome): StreamHistory {
  const watched = record.watchedMs !== null;
  const steady = record.watchedMs !== null && record.watchedMs >= STEADY_MS;
  const seatRefused = outcome.kind === 'refused' && (outcome.status === 409 || outcome.status === 423);
  const tokenRefused = outcome.kind === 'refused' && outcome.status === 401;
  return {
    failures: steady ? 1 : before.failures + 1,
    endAnnounced: record.endAnnounced,
    evictions: wasEvicted(record, outcome) ? before.evictions + 1 : watched ? 0 : before.evictions,
    seatRefusals: seatRefused && !before.afterOwnSession ? before.seatRefusals + 1 : 0,
    afterOwnSession: watched,
    // Set by whoever renews it; anything but another 401 makes it news again.
    tokenRenewed: tokenRefused && before.tokenRenewed,
  };
}

/** What a service does that knows only one seat: it closes the one connection for the other. */
function wasEvicted({ opened, watchedMs, toldUsSomething }: AttemptRecord, outcome: AttemptOutcome): boolean {
  if (!opened || toldUsSomething) return false;
  if (watchedMs === null) return outcome.kind === 'closed';
  return watchedMs < EVICTION_MS && (outcome.kind === 'closed' || outcome.kind === 'lost');
}

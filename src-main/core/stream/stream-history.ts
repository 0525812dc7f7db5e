/**
 * What the reconnect policy remembers of earlier attempts, moved on by each end. Pure; it counts and decides nothing.
 */
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { ReconnectContext } from './reconnect-policy.ts';

/** So long watched in one piece, a later loss counts as the first again. */
const STEADY_MS = 60_000;
/** A connection closed sooner than this, with nothing but session events, was an eviction. */
const EVICTION_MS = 5_000;
/**
 * A session that the service closes in order, unannounced, sooner than this may have been taken over by a newer client:
 * one that was thrown out comes back within 40 s. Proxies and load balancers that cut long answers take a minute.
 */
const CONTESTED_MS = 45_000;

export interface StreamHistory extends Omit<ReconnectContext, 'random'> {
  /** The attempt before this one was a session of our own. */
  readonly afterOwnSession: boolean;
}

export const NO_HISTORY: StreamHistory = {
  failures: 0,
  endAnnounced: false,
  evictions: 0,
  contested: 0,
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
  const seatRefused = outcome.kind === 'refused' && (outcome.status === 409 || outcome.status === 423);
  const tokenRefused = outcome.kind === 'refused' && outcome.status === 401;
  return {
    failures: failuresAfter(before, record, outcome),
    endAnnounced: record.endAnnounced,
    evictions: wasEvicted(record, outcome) ? before.evictions + 1 : watched ? 0 : before.evictions,
    contested: wasContested(record, outcome) ? before.contested + 1 : watched ? 0 : before.contested,
    seatRefusals: seatRefused && !before.afterOwnSession ? before.seatRefusals + 1 : 0,
    afterOwnSession: watched,
    // Set by whoever renews it; anything but another 401 makes it news again.
    tokenRenewed: tokenRefused && before.tokenRenewed,
  };
}

function failuresAfter(before: StreamHistory, { watchedMs }: AttemptRecord, outcome: AttemptOutcome): number {
  // Whatever failed before, failed in another place and on another network.
  if (outcome.kind === 'slept') return 0;
  return watchedMs !== null && watchedMs >= STEADY_MS ? 1 : before.failures + 1;
}

/** What a service does that knows only one seat: it closes the one connection for the other. */
function wasEvicted({ opened, watchedMs, toldUsSomething }: AttemptRecord, outcome: AttemptOutcome): boolean {
  if (!opened || toldUsSomething) return false;
  if (watchedMs === null) return outcome.kind === 'closed';
  return watchedMs < EVICTION_MS && (outcome.kind === 'closed' || outcome.kind === 'lost');
}

/** The same after a while, whatever was told in between. */
function wasContested({ watchedMs, endAnnounced }: AttemptRecord, outcome: AttemptOutcome): boolean {
  return outcome.kind === 'closed' && !endAnnounced && watchedMs !== null && watchedMs < CONTESTED_MS;
}

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

/** Streams of the same age, within so much, are ended by the same limit. Another subscriber ends ours at any age. */
const SAME_AGE_MS = 1_000;
/** Younger streams are ended by other things: evictions, services that restart. */
const MIN_LIMIT_AGE_MS = 8_000;
/** Four may be chance: a rival that comes back after random times ends four in a row at the same age every few nights. */
export const MIN_ENDS_FOR_LIMIT = 5;
/** So many other ends in a row, and the limit is not there any more. */
const MAX_LIMIT_MISSES = 3;

export interface StreamHistory extends Omit<ReconnectContext, 'random'> {
  /** The attempt before this one was a session of our own. */
  readonly afterOwnSession: boolean;
  /** What the refusals in a row are of; `null`: there is none. */
  readonly refused: 'sign-in' | 'forbidden' | 'other' | null;
  /** Ages in ms of the last streams that ended unannounced, newest last. */
  readonly ages: readonly number[];
  /** A limit that is known, and how many streams in a row ended at another age. */
  readonly limit: { readonly ageMs: number; readonly misses: number } | null;
}

export const NO_HISTORY: StreamHistory = {
  failures: 0,
  endAnnounced: false,
  evictions: 0,
  contested: 0,
  limitMs: null,
  seatRefusals: 0,
  isOwnSeat: false,
  refusals: 0,
  refused: null,
  ages: [],
  limit: null,
  afterOwnSession: false,
  tokenRenewed: false,
};

/** One attempt, as far as it is counted. */
export interface AttemptRecord {
  /** From the answer to the end, monotonic; `null` if the service did not accept the connection. */
  readonly openMs: number | null;
  /** From the first complete event to the end, monotonic; `null` where none came. */
  readonly watchedMs: number | null;
  /** Something other than SUBSCRIPTION_STARTED and SUBSCRIPTION_ENDED came. */
  readonly receivedData: boolean;
  /** SUBSCRIPTION_ENDED was the last event. */
  readonly endAnnounced: boolean;
}

export function historyAfter(before: StreamHistory, record: AttemptRecord, outcome: AttemptOutcome): StreamHistory {
  const watched = record.watchedMs !== null;
  const seatRefused = outcome.kind === 'refused' && (outcome.status === 409 || outcome.status === 423);
  const tokenRefused = outcome.kind === 'refused' && outcome.status === 401;
  const path = pathAfter(before, record, outcome);
  const isLimit = path.limitMs !== null;
  return {
    ...path,
    ...refusalsAfter(before, watched, outcome),
    failures: isLimit || isRepeated(before, path) ? 1 : failuresAfter(before, record, outcome),
    endAnnounced: record.endAnnounced,
    evictions: wasEvicted(record, outcome) ? before.evictions + 1 : watched ? 0 : before.evictions,
    contested: isLimit ? 0 : wasContested(record, outcome) ? before.contested + 1 : watched ? 0 : before.contested,
    seatRefusals: seatRefused ? before.seatRefusals + 1 : 0,
    isOwnSeat: seatRefused && (before.afterOwnSession || before.isOwnSeat),
    afterOwnSession: watched,
    // Set by whoever renews it; anything but another 401 makes it news again.
    tokenRenewed: tokenRefused && before.tokenRenewed,
  };
}

/** The first 401 is answered with a new token, and refuses nothing yet. */
function refusalsAfter(
  before: StreamHistory,
  watched: boolean,
  outcome: AttemptOutcome,
): Pick<StreamHistory, 'refused' | 'refusals'> {
  if (watched) return { refused: null, refusals: 0 };
  const refused = refusedBy(outcome);
  if (refused === null) return { refused: before.refused, refusals: before.refusals };
  const isFirst401 = outcome.kind === 'refused' && outcome.status === 401 && !before.tokenRenewed;
  const inARow = before.refused === refused ? before.refusals : 0;
  return { refused, refusals: inARow + (isFirst401 ? 0 : 1) };
}

function refusedBy(outcome: AttemptOutcome): StreamHistory['refused'] {
  if (outcome.kind === 'no-token') {
    const { kind } = outcome.refusal;
    return kind === 'refused' || kind === 'no-grant' ? 'sign-in' : 'other';
  }
  if (outcome.kind !== 'refused') return null;
  return outcome.status === 401 ? 'sign-in' : outcome.status === 403 ? 'forbidden' : 'other';
}

function pathAfter(
  before: StreamHistory,
  { openMs, endAnnounced }: AttemptRecord,
  outcome: AttemptOutcome,
): Pick<StreamHistory, 'ages' | 'limit' | 'limitMs'> {
  const { ages: earlier, limit: known } = before;
  if (openMs === null || endAnnounced || (outcome.kind !== 'closed' && outcome.kind !== 'lost'))
    return { ages: earlier, limit: known, limitMs: null };
  const ages = [...earlier, openMs].slice(-MIN_ENDS_FOR_LIMIT);
  if (known !== null && Math.abs(openMs - known.ageMs) <= SAME_AGE_MS)
    return { ages, limit: { ...known, misses: 0 }, limitMs: known.ageMs };
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)];
  const areSame = ages.length === MIN_ENDS_FOR_LIMIT && oldest - youngest <= SAME_AGE_MS;
  if (areSame && youngest >= MIN_LIMIT_AGE_MS) return { ages, limit: { ageMs: openMs, misses: 0 }, limitMs: openMs };
  const misses = (known?.misses ?? 0) + 1;
  const isOver = known === null || misses >= MAX_LIMIT_MISSES;
  return { ages, limit: isOver ? null : { ageMs: known.ageMs, misses }, limitMs: null };
}

/** The end at the age of the one before is most likely of the same limit: it is not waited for longer each time. */
function isRepeated({ ages: before }: StreamHistory, { ages }: Pick<StreamHistory, 'ages'>): boolean {
  const [last, previous] = [ages.at(-1), ages.at(-2)];
  if (ages === before || last === undefined || previous === undefined) return false;
  return last >= MIN_LIMIT_AGE_MS && Math.abs(last - previous) <= SAME_AGE_MS;
}

function failuresAfter(before: StreamHistory, { watchedMs }: AttemptRecord, outcome: AttemptOutcome): number {
  // Whatever failed before, failed in another place and on another network.
  if (outcome.kind === 'slept') return 0;
  return watchedMs !== null && watchedMs >= STEADY_MS ? 1 : before.failures + 1;
}

/** What a service does that knows only one seat: it closes the one connection for the other. */
function wasEvicted({ openMs, watchedMs, receivedData }: AttemptRecord, outcome: AttemptOutcome): boolean {
  if (openMs === null || receivedData) return false;
  if (watchedMs === null) return outcome.kind === 'closed';
  return watchedMs < EVICTION_MS && (outcome.kind === 'closed' || outcome.kind === 'lost');
}

/** The same after a while, whatever was told in between. */
function wasContested({ watchedMs, endAnnounced }: AttemptRecord, outcome: AttemptOutcome): boolean {
  return outcome.kind === 'closed' && !endAnnounced && watchedMs !== null && watchedMs < CONTESTED_MS;
}

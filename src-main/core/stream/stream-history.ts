/** Counts what the reconnect policy needs to know about earlier attempts. Pure; it decides nothing. */
import type { AttemptOutcome } from './attempt-outcome.ts';

export interface ReconnectContext {
  /** Consecutive ends including this one, from 1. Restarts after steady watching. */
  readonly failures: number;
  /** True if the last event was SUBSCRIPTION_ENDED, the planned end of a session. */
  readonly endAnnounced: boolean;
  /** Consecutive connections including this one that were closed soon and without any events except session events. */
  readonly evictions: number;
  /** Consecutive sessions including this one that the service closed unannounced before they were 45 s old. */
  readonly contested: number;
  /** Age in ms at which something on the path ends every stream, if it ended this one; else null. */
  readonly limitMs: number | null;
  /** Consecutive refusals including this one because the seat is taken. */
  readonly seatRefusals: number;
  /** True if these refusals began right after a session of this watch, which the service may still count. */
  readonly isOwnSeat: boolean;
  /** Consecutive refusals of the same kind including this one: sign-in, right to subscribe, or others. */
  readonly refusals: number;
  /** True if the previous 401 caused a token renewal and nothing else happened since. */
  readonly tokenRenewed: boolean;
  readonly random: number;
}

/** After this much uninterrupted watching, a loss counts as the first again. */
const STEADY_MS = 60_000;
/** A connection that ended sooner, with nothing but session events, was an eviction. */
const EVICTION_MS = 5_000;
/**
 * If the service closes a session properly but unannounced before this age, a newer client may have replaced it: an
 * evicted client comes back within 40 s. Proxies and load balancers that limit long answers take a minute.
 */
const CONTESTED_MS = 45_000;

/**
 * Streams that end within this difference of age were ended by the same limit. Another subscriber ends a stream at any
 * age.
 */
const SAME_AGE_MS = 1_000;
/** Streams that end younger have other causes: evictions, or services that restart. */
const MIN_LIMIT_AGE_MS = 8_000;
/**
 * Four may be coincidence: a rival that returns after random times ends four in a row at the same age every few nights.
 */
export const MIN_ENDS_FOR_LIMIT = 5;
/** After this many other ends in a row, the limit no longer exists. */
const MAX_LIMIT_MISSES = 3;

export interface StreamHistory extends Omit<ReconnectContext, 'random'> {
  /** True if the previous attempt was a session of this watch. */
  readonly afterOwnSession: boolean;
  readonly refused: 'sign-in' | 'forbidden' | 'other' | null;
  /** Ages in ms of the last streams that ended unannounced, newest last. */
  readonly ages: readonly number[];
  /** Known limit, and the number of consecutive streams that ended at another age. */
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

export interface AttemptRecord {
  /** Elapsed time from the answer to the end; null if the service did not accept the connection. */
  readonly openMs: number | null;
  /** Elapsed time from the first complete event to the end; null if there was no event. */
  readonly watchedMs: number | null;
  /** True if an event other than SUBSCRIPTION_STARTED and SUBSCRIPTION_ENDED arrived. */
  readonly receivedData: boolean;
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
    // The caller sets this when it renews the token. Anything but another 401 resets it.
    tokenRenewed: tokenRefused && before.tokenRenewed,
  };
}

/** The first 401 causes a token renewal and does not count as a refusal. */
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

/** An end at the same age as the previous one most likely has the same limit, so the wait does not grow. */
function isRepeated({ ages: before }: StreamHistory, { ages }: Pick<StreamHistory, 'ages'>): boolean {
  const [last, previous] = [ages.at(-1), ages.at(-2)];
  if (ages === before || last === undefined || previous === undefined) return false;
  return last >= MIN_LIMIT_AGE_MS && Math.abs(last - previous) <= SAME_AGE_MS;
}

function failuresAfter(before: StreamHistory, { watchedMs }: AttemptRecord, outcome: AttemptOutcome): number {
  // Earlier failures may have happened in another place, on another network.
  if (outcome.kind === 'slept') return 0;
  return watchedMs !== null && watchedMs >= STEADY_MS ? 1 : before.failures + 1;
}

/** Detects a service with one seat, which closes one connection in favour of the other. */
function wasEvicted({ openMs, watchedMs, receivedData }: AttemptRecord, outcome: AttemptOutcome): boolean {
  if (openMs === null || receivedData) return false;
  if (watchedMs === null) return outcome.kind === 'closed';
  return watchedMs < EVICTION_MS && (outcome.kind === 'closed' || outcome.kind === 'lost');
}

/** Like an eviction but later, with any events in between. */
function wasContested({ watchedMs, endAnnounced }: AttemptRecord, outcome: AttemptOutcome): boolean {
  return outcome.kind === 'closed' && !endAnnounced && watchedMs !== null && watchedMs < CONTESTED_MS;
}

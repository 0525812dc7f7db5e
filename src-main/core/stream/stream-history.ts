/** Counts what the reconnect policy needs to know about earlier attempts. Pure; it decides nothing. */
import type { OwnRequest } from '../../../src-shared/domain/coverage/own-request.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';

/** Something on the path ends every stream at an age, or ends a stream that had no event for some time. */
interface PathLimit {
  readonly kind: 'path-limit' | 'idle-limit';
  readonly ms: number;
}

export interface ReconnectContext {
  /** Consecutive ends including this one, from 1. Restarts after steady watching. */
  readonly failures: number;
  /** True if the last event was SUBSCRIPTION_ENDED, the planned end of a session. */
  readonly endAnnounced: boolean;
  /** Consecutive connections including this one that were closed soon and without any events except session events. */
  readonly evictions: number;
  /** Consecutive sessions including this one that the service closed unannounced before they were 45 s old. */
  readonly contested: number;
  /** The limit of the path that ended this stream; null if none did, or none is known. */
  readonly pathLimit: PathLimit | null;
  readonly seatRefusals: number;
  /** True if these refusals began right after a session of this watch, which the service may still count. */
  readonly isOwnSeat: boolean;
  readonly ownRequest: OwnRequest | null;
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
/** A younger session may have been replaced: an evicted client comes back within 40 s. Proxies cut after a minute. */
const CONTESTED_MS = 45_000;

/** An end that differs by no more from a known limit was one more of it. */
const SAME_LIMIT_MS = 1_000;
/** Ends in a row that differ by no more show a limit. Proxies are as exact as this. */
const EQUAL_ENDS_MS = 300;
const MIN_ENDS = 2;
/** Another client that takes the seat again and again does so after the same time twice by chance. */
const MIN_ENDS_IF_CONTESTED = 3;
/** Sooner ends have other causes: evictions, or services that restart. */
const MIN_LIMIT_MS = 8_000;
/** The service itself ends sessions after 30 minutes. */
const MAX_LIMIT_MS = 29 * 60_000;
/** After this many other ends in a row, the limit no longer exists. */
const MAX_LIMIT_MISSES = 3;

export interface StreamHistory extends Omit<ReconnectContext, 'random' | 'ownRequest'> {
  readonly afterOwnSession: boolean;
  readonly refused: 'sign-in' | 'forbidden' | 'other' | null;
  /** Limits that may have ended the last stream that ended unannounced, and how many streams in a row each of them. */
  readonly candidates: readonly { readonly limit: PathLimit; readonly ends: number }[];
  readonly known: { readonly limit: PathLimit; readonly misses: number } | null;
}

export const NO_HISTORY: StreamHistory = {
  failures: 0,
  endAnnounced: false,
  evictions: 0,
  contested: 0,
  pathLimit: null,
  seatRefusals: 0,
  isOwnSeat: false,
  refusals: 0,
  refused: null,
  candidates: [],
  known: null,
  afterOwnSession: false,
  tokenRenewed: false,
};

export interface AttemptRecord {
  /** Elapsed time from the answer to the end; null if the service did not accept the connection. */
  readonly openMs: number | null;
  /** Elapsed time from the first complete event to the end; null if there was no event. */
  readonly watchedMs: number | null;
  /** Elapsed time from the last event, or from the answer, to the end. */
  readonly silentMs: number;
  /** Longest time before that without an event; 0 if there was only one event, or none. */
  readonly maxPauseMs: number;
  readonly heartbeatMs: number;
  /** True if an event other than SUBSCRIPTION_STARTED and SUBSCRIPTION_ENDED arrived. */
  readonly receivedData: boolean;
  readonly endAnnounced: boolean;
}

export function historyAfter(before: StreamHistory, record: AttemptRecord, outcome: AttemptOutcome): StreamHistory {
  const watched = record.watchedMs !== null;
  const seatRefused = outcome.kind === 'refused' && (outcome.status === 409 || outcome.status === 423);
  const tokenRefused = outcome.kind === 'refused' && outcome.status === 401;
  const path = pathAfter(before, record, outcome);
  const isLimit = path.pathLimit !== null;
  return {
    ...path,
    ...refusalsAfter(before, watched, outcome),
    failures: isLimit ? 1 : failuresAfter(before, record, outcome),
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
  record: AttemptRecord,
  outcome: AttemptOutcome,
): Pick<StreamHistory, 'candidates' | 'known' | 'pathLimit'> {
  const { known } = before;
  if (record.openMs === null || record.endAnnounced || (outcome.kind !== 'closed' && outcome.kind !== 'lost'))
    return { candidates: before.candidates, known, pathLimit: null };
  const candidates = limitCandidates(record, record.openMs).map((limit) => {
    const equal = before.candidates.find((earlier) => isSameLimit(earlier.limit, limit, EQUAL_ENDS_MS));
    return { limit: equal?.limit ?? limit, ends: (equal?.ends ?? 0) + 1 };
  });
  const minEnds = before.contested > 1 ? MIN_ENDS_IF_CONTESTED : MIN_ENDS;
  const isKnown = known !== null && candidates.some(({ limit }) => isSameLimit(limit, known.limit, SAME_LIMIT_MS));
  const found = isKnown ? known.limit : candidates.find(({ ends }) => ends >= minEnds)?.limit;
  if (found !== undefined) return { candidates, known: { limit: found, misses: 0 }, pathLimit: found };
  const misses = (known?.misses ?? 0) + 1;
  return {
    candidates,
    known: known === null || misses >= MAX_LIMIT_MISSES ? null : { ...known, misses },
    pathLimit: null,
  };
}

/**
 * The likelier one first. A limit of silence ends a stream at its longest pause, which is shorter than that between two
 * heartbeats. A stream with a single event shows no limit of its age: silence may have ended it as well.
 */
function limitCandidates({ silentMs, maxPauseMs, heartbeatMs }: AttemptRecord, ageMs: number): readonly PathLimit[] {
  const hadEvents = ageMs - silentMs > SAME_LIMIT_MS;
  const mayBeIdle = silentMs > maxPauseMs && silentMs <= heartbeatMs + SAME_LIMIT_MS;
  const candidates: PathLimit[] = [
    ...(hadEvents ? [{ kind: 'path-limit', ms: ageMs } as const] : []),
    ...(mayBeIdle ? [{ kind: 'idle-limit', ms: silentMs } as const] : []),
  ];
  return candidates.filter(({ ms }) => ms >= MIN_LIMIT_MS && ms <= MAX_LIMIT_MS);
}

function isSameLimit(one: PathLimit, other: PathLimit, toleranceMs: number): boolean {
  return one.kind === other.kind && Math.abs(one.ms - other.ms) <= toleranceMs;
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

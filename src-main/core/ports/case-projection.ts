/** Stores derived cases, groups and operator states: a damaged database is deleted. Expected failures: STORE_…. */
import type {
  CaseList,
  CaseListQuery,
  CaseSummary,
  CaseValuesQuery,
  ListedCases,
  ValueCount,
} from '../../../src-shared/api/cases.ts';
import type {
  Attempt,
  CaseKey,
  Cause,
  CauseKey,
  ConsequenceKind,
  LocalizationStep,
} from '../../../src-shared/domain/cases/case.ts';
import type { Author, MuteEnd } from '../../../src-shared/domain/cases/action.ts';
import type { PastStay } from '../../../src-shared/domain/quality/quality-schemas.ts';
import type { Retry } from '../../../src-shared/domain/quality/cause-past.ts';
import type { DayTally, TallySums } from '../../../src-shared/domain/quality/day-tally.ts';
import type { Outcome } from '../../../src-shared/domain/event/event.ts';
import type { GroupResources } from '../../../src-shared/domain/event/request-group.ts';
import type { StoreIdentity } from './event-store.ts';

export interface StepReport {
  readonly step: LocalizationStep;
  readonly failed: boolean;
  /** Receive time, UTC epoch ms. */
  readonly at: number;
  readonly seq: number;
}

export interface CaseFailure {
  /** Number of the case in the projection. */
  readonly id: number;
  /** UTC epoch ms. */
  readonly at: number;
}

/** A past attempt has no provider's times and no `heard`: only its own events would need them. */
export interface AttemptState extends Omit<Attempt, 'steps' | 'gaps' | 'weakenedByGap'> {
  /** A report for each step that an event named, in the order of the steps. */
  readonly reports: readonly StepReport[];
  /** Provider's time of the final event, UTC epoch ms; null if the attempt is not over or the event has no time. */
  readonly endedCreatedAt: number | null;
  /** Receive time of the previous attempt's last event: this attempt began later. Null for the first. */
  readonly notBefore: number | null;
  /** Newest provider's time among its events, UTC epoch ms. An event with an older time arrived out of order. */
  readonly createdAt: number | null;
  /** Provider's time at which the previous attempt ended. An older event belongs to that attempt. */
  readonly afterCreatedAt: number | null;
  /** Hashed contents of its last events, at most eight. Used to recognize a repeated event. */
  readonly heard: readonly number[];
  /** When an event last set the outcome. A failure counts as repeated or late only within minutes of it. */
  readonly toldAt: number;
  /** Event that last set the outcome. */
  readonly toldSeq: number;
  /** Attempts before it since the case opened; 0 if the case was not open. */
  readonly retry: number;
  /** True if its success ended the open case. */
  readonly isRecovery: boolean;
}

export interface CaseStay extends GroupResources {
  readonly cause: CauseKey;
  readonly consequence: ConsequenceKind;
  readonly countryCode: string | null;
  readonly from: number;
  readonly fromSeq: number;
  /** `opened`: first failure of the case; `back`: failed again after it had ended; `moved`: from another cause. */
  readonly began: 'opened' | 'back' | 'moved';
  readonly to: number | null;
  readonly ended: 'well' | 'done' | 'moved' | null;
}

export interface KeyedStay {
  readonly key: CaseKey;
  readonly stay: CaseStay;
}

/** A case as stored. Times are receive times, UTC epoch ms. */
export interface CaseState extends Omit<
  CaseSummary,
  'steps' | 'weakenedByGap' | 'owner' | 'ownedAt' | 'mute' | 'remindAt' | 'attempt' | 'endedBy' | 'canReopen'
> {
  readonly run: AttemptState;
  /** Domain of the last localization event that counted; null if none was named. */
  readonly principal: string | null;
  /** Set on the case itself, without what its group adds. */
  readonly own: OperatorState;
  readonly stay: CaseStay | null;
  readonly openedSeq: number | null;
  /** `lastUpdated` of the request's report that the case shows. An older report that arrives later changes nothing. */
  readonly updatedAt: string | null;
  readonly reportSeq: number | null;
  readonly failedAt: number | null;
  readonly failedSeq: number | null;
  /** The failure that set the cause. Later failures may have changed nothing or have an unknown meaning. */
  readonly causeSeq: number | null;
  /** Principals of the failures since the case opened. The service promises one; if there are more, the first two. */
  readonly failedFor: readonly string[];
  /** `closed`: what reopening restores; null if the action did not close the case, or if a success followed. */
  readonly before: BeforeAction<Pick<CaseState, 'openedAt' | 'failedFor'>> | null;
}

/** The part of a case that decides about an alarm. Every failure asks for it, so it is read without the rest. */
export type AlarmedCase = Pick<CaseState, 'key' | 'cause' | 'openedAt' | 'failedSeq' | 'own'>;

/** State that the last action replaced. Later failures change `own` here as they change the current one. */
export interface BeforeAction<Closed> {
  readonly action: string;
  readonly author: Author;
  readonly own: OperatorState;
  readonly closed: Closed | null;
}

/**
 * A case inherits what it has not itself (`caseOperatorState`), but no owner if only `ownedAt` is set: it was released.
 * A mute that ended by time stays stored and still hides the group's mute.
 */
export interface OperatorState {
  readonly owner: Author | null;
  readonly ownedAt: number | null;
  readonly mute: { readonly ends: MuteEnd; readonly at: number; readonly open: number; readonly worst: number } | null;
  readonly remindAt: number | null;
  readonly retriedAt: number | null;
  readonly ticket: string | null;
  readonly touchedAt: number | null;
  /** Groups only: id of the action that handed the group over to the next shift, until an operator takes or accepts it. */
  readonly handOver: string | null;
}

export const NO_OPERATOR_STATE: OperatorState = {
  owner: null,
  ownedAt: null,
  mute: null,
  remindAt: null,
  retriedAt: null,
  ticket: null,
  touchedAt: null,
  handOver: null,
};

export interface GroupState {
  readonly key: CauseKey;
  readonly cause: Cause;
  readonly open: number;
  readonly openSince: number | null;
  /** When the last open case ended before the current period; null if that never happened. */
  readonly restedAt: number | null;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly failedSeq: number;
  readonly failures: number;
  /** Index in `consequenceKinds` of the worst consequence in the current period; null if no case is open. */
  readonly worst: number | null;
  readonly standing: OperatorState;
  /** `closed`: set if an action closed the last open case. Null after a success or another failure. */
  readonly before: BeforeAction<Pick<GroupState, 'openSince' | 'restedAt' | 'worst'>> | null;
}

export interface CaseProjectionBasis {
  /** Version of the stored format and meaning, combined with the settings that affect them. */
  readonly version: string;
  readonly events: string;
}

export interface CaseProjectionPosition {
  /** Every event up to this seq is applied; 0 at the start. */
  readonly cursor: number;
  readonly actions: number;
}

export interface PastAttempt {
  readonly key: CaseKey;
  readonly attempt: AttemptState;
  readonly cause: CauseKey | null;
}

export interface CaseProjectionCommit {
  readonly from: CaseProjectionPosition;
  readonly to: CaseProjectionPosition;
  readonly cases: readonly CaseState[];
  readonly groups: readonly GroupState[];
  /** Only those that another attempt followed. The newest thousand attempts and stays of a case are kept. */
  readonly attempts: readonly PastAttempt[];
  /** Ended stays only. The current stay is part of its case. */
  readonly stays: readonly KeyedStay[];
  /** Stays that are stored as ended and go on, because their case was reopened. Removed before `stays` are added. */
  readonly resumedStays: readonly { readonly key: CaseKey; readonly fromSeq: number }[];
  /** Added to the stored counts of their day. */
  readonly tallies: readonly DayTally[];
}

export interface CaseProjectionWriter {
  /** Returns the stored position. Clears the projection first if its basis differs. */
  position(basis: CaseProjectionBasis): Promise<CaseProjectionPosition>;
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  groups(): Promise<GroupState[]>;
  openCasesOf(cause: CauseKey): Promise<CaseKey[]>;
  /** Writes in one transaction. Returns false and writes nothing if the stored position is not `from`. */
  commit(commit: CaseProjectionCommit): Promise<boolean>;
  /** Removes a batch of closed cases with older events (UTC epoch ms), then empty groups. True while there is more. */
  removeExpired(before: { readonly failures: number; readonly successes: number }): Promise<boolean>;
}

export interface AttemptCount {
  readonly outcome: 'succeeded' | 'failed';
  /** Code from the service; null if no event of the attempt named one. */
  readonly country: string | null;
  readonly count: number;
}

export interface CaseProgress {
  readonly to: CaseProjectionPosition;
  readonly isLast: boolean;
  readonly groups: readonly GroupState[];
  readonly isComplete: boolean;
  /** Attempts that ended in this batch. Without those whose events were stored before this process began. */
  readonly attempts: readonly AttemptCount[];
}

/** Applies stored events and actions to the projection, in the thread that writes it. */
export interface CaseProjector extends Pick<CaseProjectionWriter, 'openCasesOf' | 'removeExpired'> {
  /** Clears the projection if it belongs to other events, or to another silence after which an attempt is over. */
  load(silenceMs: number): Promise<CaseProgress>;
  /** Null if `load` must be called first: at the start, after a failure, and after events or the position changed. */
  applyNext(): Promise<CaseProgress | null>;
}

export interface GroupAggregate {
  readonly state: GroupState;
  readonly consequence: ConsequenceKind;
  readonly outcome: Outcome;
  readonly firstAt: number;
  readonly failedResources: number;
  readonly resources: number;
  readonly countries: readonly { readonly country: string | null; readonly count: number }[];
  /** A released case has no owner; any other case without an owner has its group's. */
  readonly parts: readonly {
    readonly consequence: ConsequenceKind;
    readonly owner: Author | null;
    readonly count: number;
    readonly openedAt: number;
  }[];
  /** The most frequent first, at most eight, without the code of the cause. `failedSeq`: the newest failure with it. */
  readonly codes: readonly { readonly code: string; readonly count: number; readonly failedSeq: number }[];
  readonly casesWithCodes: number;
  /** Common prefix of the ICCIDs; empty if there is none or a case has no ICCID. */
  readonly iccidPrefix: string;
  /** Receive time of the latest failure, and seq of the newest one. */
  readonly failedAt: number;
  readonly failedSeq: number;
  readonly remindAt: number | null;
  readonly muted: number;
  readonly only: CaseState | null;
}

export interface GroupSums extends Pick<GroupAggregate, 'parts' | 'failedResources' | 'resources' | 'muted'> {
  readonly kind: Cause['kind'];
  readonly groups: number;
  readonly open: number;
}

export interface BoardSnapshot {
  readonly position: CaseProjectionPosition;
  /** Open groups, in no order. If there are more than the board shows, only those that it shows. */
  readonly groups: readonly GroupAggregate[];
  /** The other open groups: there may be 60 000, so they are summed up where they are read. */
  readonly others: readonly GroupSums[];
  readonly endedWell: number;
}

export interface CaseHistoriesQuery {
  readonly from: number;
  readonly to: number;
  readonly after: number;
  readonly limit: number;
}

/** Each call reads one consistent snapshot. */
export interface CaseProjectionReader {
  position(): Promise<CaseProjectionPosition>;
  /** Rejects without a projection: an empty board would look as if all is well. Mutes that end by `now` are over. */
  board(now: number, since: number): Promise<BoardSnapshot>;
  /** Returns the number of failures in each step (`from` + n × `stepMs`) for these groups, from stays and attempts. */
  sparks(query: {
    readonly keys: readonly CauseKey[];
    readonly from: number;
    readonly stepMs: number;
    readonly steps: number;
  }): Promise<{ readonly key: CauseKey; readonly counts: readonly number[] }[]>;
  /** `named`: cases that match the term of `find` at the same place, besides those whose columns match it. */
  list(
    query: Omit<CaseListQuery, 'watch'> & { readonly named?: readonly (readonly CaseKey[])[] },
    signal?: AbortSignal,
  ): Promise<Omit<CaseList, 'cases'> & { readonly cases: CaseState[] }>;
  /** Counts the cases of a list by the values of a field, or of two, largest first. */
  values(
    query: Omit<CaseValuesQuery, 'watch'> & { readonly named?: readonly (readonly CaseKey[])[] },
    signal?: AbortSignal,
  ): Promise<ValueCount[]>;
  /** Times at which the cases of a list failed for their present cause, oldest first. */
  failures(
    query: ListedCases & { readonly named?: readonly (readonly CaseKey[])[] },
    signal?: AbortSignal,
  ): Promise<CaseFailure[]>;
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  alarmedCases(keys: readonly CaseKey[]): Promise<AlarmedCase[]>;
  /** Returns the cases that reach into [from, to], with earlier attempts, newest first. `after`: `next` of the page before, or 0. */
  histories(query: CaseHistoriesQuery): Promise<{
    readonly cases: readonly { readonly state: CaseState; readonly earlier: readonly AttemptState[] }[];
    readonly next: number | null;
  }>;
  /** Returns earlier attempts, newest first. The last attempt is part of its case. */
  attempts(key: CaseKey, limit: number): Promise<AttemptState[]>;
  /**
   * Stays that overlap [from, to]; `after`: `next` of the page before. One that ends meanwhile may appear twice.
   * `isThinned`: of the open cases that opened before `from`, and then neither failed again nor were acted on, only the
   * first of each group and consequence.
   */
  stays(query: {
    readonly from: number;
    readonly to: number;
    readonly after: string | null;
    readonly isThinned?: boolean;
  }): Promise<{
    readonly stays: readonly KeyedStay[];
    readonly next: string | null;
  }>;
  /** Counts requests by the outcome of their last report, for requests whose last report arrived in [from, to). */
  requestOutcomes(span: {
    readonly from: number;
    readonly to: number;
  }): Promise<{ readonly outcome: Outcome; readonly count: number }[]>;
  requestsWithOutcome(query: {
    readonly from: number;
    readonly to: number;
    readonly outcome: Outcome;
  }): Promise<{ readonly key: CaseKey; readonly at: number }[]>;
  /** Days of [from, to], as in `DayTally`, in no order. Expired cases stay counted until the projection is rebuilt. */
  tallies(query: { readonly from: number; readonly to: number; readonly sums: TallySums }): Promise<DayTally[]>;
  /** Counts localization cases that are open and failed last in [from, to), by `retry` of their attempt. */
  openRetries(span: { readonly from: number; readonly to: number }): Promise<{ retry: number; count: number }[]>;
  /** Returns those of `openRetries` with these numbers of retries and a `causeSeq` before this one, the newest first. */
  openAfterRetries(query: {
    readonly from: number;
    readonly to: number;
    readonly least: number;
    readonly most: number;
    readonly before: number;
    readonly limit: number;
  }): Promise<CaseState[]>;
  /** Returns the cases as they were with the attempts whose outcome these events set last. Others are left out. */
  toldBy(
    events: readonly { readonly key: CaseKey; readonly seq: number }[],
  ): Promise<{ readonly seq: number; readonly state: CaseState }[]>;
  /** The newest stays with this cause that ended before this time, and the newest attempts after its failures. */
  pastOf(query: { readonly cause: CauseKey; readonly before: number; readonly limit: number }): Promise<{
    readonly stays: readonly PastStay[];
    readonly retries: readonly Retry[];
  }>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface CaseProjection {
  readonly reader: CaseProjectionReader;
  readonly projector: CaseProjector;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface CaseProjectionOpener {
  /** @throws AppError STORE_… */
  open(identity: StoreIdentity): CaseProjection;
  /** A private copy in a temporary folder, which `close` deletes, for a store that this process must not write. */
  openPrivate(identity: StoreIdentity): CaseProjection;
}

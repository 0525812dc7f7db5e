/**
 * Stores cases, groups and operator states, derived from events and actions, in a separate database. It can be rebuilt
 * at any time, so a damaged one is deleted, never repaired or backed up. `core/cases` defines what a case is. Expected
 * failures reject with `AppError` (STORE_…).
 */
import type { CaseList, CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type {
  Attempt,
  CaseKey,
  Cause,
  CauseKey,
  ConsequenceKind,
  LocalizationStep,
} from '../../../src-shared/domain/cases/case.ts';
import type { Author, MuteEnd } from '../../../src-shared/domain/cases/action.ts';
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

/**
 * An attempt as stored. The effect of gaps is computed on reading. A past attempt has no provider's times and no `heard`:
 * only its own events would need them.
 */
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
  /**
   * Receive time of the last event that set the outcome. A repeated or late failure counts as such only within minutes
   * of it.
   */
  readonly toldAt: number;
}

/** A period in which the case was open for one cause. A case has one after the other. */
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

/** A case as stored. Times are receive times, UTC epoch ms. */
export interface CaseState extends Omit<
  CaseSummary,
  'steps' | 'weakenedByGap' | 'owner' | 'ownedAt' | 'mute' | 'remindAt' | 'attempt' | 'endedBy' | 'canReopen'
> {
  readonly run: AttemptState;
  /** Set on the case itself, without what its group adds. */
  readonly own: OperatorState;
  readonly stay: CaseStay | null;
  /** The failure that last opened the case; null if it was never open. */
  readonly openedSeq: number | null;
  /**
   * Requests only: exact `lastUpdated` of the report that the case shows. A report that is older but arrives later
   * changes nothing.
   */
  readonly updatedAt: string | null;
  /** Requests only: the event whose report the case shows. */
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

/** State that the last action replaced. Later failures change `own` here as they change the current one. */
export interface BeforeAction<Closed> {
  readonly action: string;
  readonly author: Author;
  readonly own: OperatorState;
  readonly closed: Closed | null;
}

/**
 * Operator state of a case or a group. A case without a value of its own inherits the group's, see `caseOperatorState`.
 * If `ownedAt` is set and `owner` is null, the case was released and does not inherit the group's owner. A mute that
 * ended by time stays stored and still hides the group's mute.
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

/** Rebuilds the projection if the stored basis differs from this one. */
export interface CaseProjectionBasis {
  /** Version of the stored format and meaning, combined with the settings that affect them. */
  readonly version: string;
  /** `EventReader.basis`. */
  readonly events: string;
}

export interface CaseProjectionPosition {
  /** Every event up to this seq is applied; 0 at the start. */
  readonly cursor: number;
  /** Every action up to this number is applied. */
  readonly actions: number;
}

interface PastAttempt {
  readonly key: CaseKey;
  readonly attempt: AttemptState;
  readonly cause: CauseKey | null;
}

export interface CaseProjectionCommit {
  readonly from: CaseProjectionPosition;
  readonly to: CaseProjectionPosition;
  readonly cases: readonly CaseState[];
  readonly groups: readonly GroupState[];
  /**
   * Attempts that another attempt of the same case has followed. The newest thousand attempts and stays of a case are
   * kept.
   */
  readonly attempts: readonly PastAttempt[];
  /** Ended stays only. The current stay is part of its case. */
  readonly stays: readonly { readonly key: CaseKey; readonly stay: CaseStay }[];
  /** Stays that are stored as ended and go on, because their case was reopened. Removed before `stays` are added. */
  readonly resumedStays: readonly { readonly key: CaseKey; readonly fromSeq: number }[];
}

export interface CaseProjectionWriter {
  /** Returns the stored position. Clears the projection first if its basis differs. */
  position(basis: CaseProjectionBasis): Promise<CaseProjectionPosition>;
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  groups(): Promise<GroupState[]>;
  openCasesOf(cause: CauseKey): Promise<CaseKey[]>;
  /** Writes in one transaction. Returns false and writes nothing if the stored position is not `from`. */
  commit(commit: CaseProjectionCommit): Promise<boolean>;
  /**
   * Removes a batch of closed cases whose last event is older than these times (UTC epoch ms), and after the last batch
   * the groups that are empty. Returns true while there is more.
   */
  removeExpired(before: { readonly failures: number; readonly successes: number }): Promise<boolean>;
}

/** Localization attempts that ended. */
export interface AttemptCount {
  readonly outcome: 'succeeded' | 'failed';
  /** Code from the service; null if no event of the attempt named one. */
  readonly country: string | null;
  readonly count: number;
}

export interface CaseProgress {
  readonly to: CaseProjectionPosition;
  /** True if nothing more was stored when the batch was read. */
  readonly isLast: boolean;
  /** The groups that changed; all groups if `isComplete`. */
  readonly groups: readonly GroupState[];
  readonly isComplete: boolean;
  /** Attempts that ended in this batch. Without those whose events were stored before this process began. */
  readonly attempts: readonly AttemptCount[];
}

/** Applies stored events and actions to the projection, in the thread that writes it. */
export interface CaseProjector extends Pick<CaseProjectionWriter, 'openCasesOf' | 'removeExpired'> {
  /**
   * Loads the committed position. Clears the projection if it belongs to other events, or to another silence after which
   * an attempt is over.
   */
  load(silenceMs: number): Promise<CaseProgress>;
  /**
   * Applies and commits the next batch. Returns null if `load` must be called first: at the start, after a failure, and
   * when the events or the position have changed.
   */
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
  /**
   * Open cases by consequence and owner. A released case has no owner; any other case without an owner has its group's.
   */
  readonly parts: readonly {
    readonly consequence: ConsequenceKind;
    readonly owner: Author | null;
    readonly count: number;
    /** When the first of them was opened, UTC epoch ms. */
    readonly openedAt: number;
  }[];
  /**
   * Other error codes in the cases, most frequent first, at most eight. Excludes the code of the cause. `failedSeq`: seq
   * of the newest failure with this code.
   */
  readonly codes: readonly { readonly code: string; readonly count: number; readonly failedSeq: number }[];
  /** Number of cases with at least one of these codes. A case may have several. */
  readonly casesWithCodes: number;
  /** Common prefix of the ICCIDs; empty if there is none or a case has no ICCID. */
  readonly iccidPrefix: string;
  /** Receive time of the latest failure, and seq of the newest one. */
  readonly failedAt: number;
  readonly failedSeq: number;
  readonly remindAt: number | null;
  readonly muted: number;
  /** The case, if the group has exactly one. */
  readonly only: CaseState | null;
}

/** Sums over groups of one kind. */
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

/** Each call reads one consistent snapshot. */
export interface CaseProjectionReader {
  position(): Promise<CaseProjectionPosition>;
  /**
   * Rejects if the projection was not started or was deleted: an empty board would look as if all is well.
   * @param now UTC epoch ms; mutes that end by then are over
   * @param since start of the count `endedWell`, UTC epoch ms
   */
  board(now: number, since: number): Promise<BoardSnapshot>;
  /** Returns the number of failures in each step (`from` + n × `stepMs`) for these groups, from stays and attempts. */
  sparks(query: {
    readonly keys: readonly CauseKey[];
    readonly from: number;
    readonly stepMs: number;
    readonly steps: number;
  }): Promise<{ readonly key: CauseKey; readonly counts: readonly number[] }[]>;
  list(
    query: Omit<CaseListQuery, 'watch'>,
    signal?: AbortSignal,
  ): Promise<Omit<CaseList, 'cases'> & { readonly cases: CaseState[] }>;
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  /** Returns earlier attempts, newest first. The last attempt is part of its case. */
  attempts(key: CaseKey, limit: number): Promise<AttemptState[]>;
  /**
   * Returns a page of the stays that overlap [from, to]. Pass `next` of the page before as `after`. A stay that ends
   * during the read may appear twice, before and after its end.
   */
  stays(query: { readonly from: number; readonly to: number; readonly after: string | null }): Promise<{
    readonly stays: readonly { readonly key: CaseKey; readonly stay: CaseStay }[];
    readonly next: string | null;
  }>;
  /** Counts requests by the outcome of their last report, for requests whose last report arrived in [from, to). */
  requestOutcomes(span: {
    readonly from: number;
    readonly to: number;
  }): Promise<{ readonly outcome: Outcome; readonly count: number }[]>;
  /** Returns the requests that `requestOutcomes` counts for this outcome, newest first. */
  requestsWithOutcome(query: {
    readonly from: number;
    readonly to: number;
    readonly outcome: Outcome;
  }): Promise<{ readonly key: CaseKey; readonly at: number }[]>;
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
  /**
   * Opens a projection for a store that this process must not write: a private copy in a temporary folder, which
   * `close` deletes. Missing events are applied to the copy.
   */
  openPrivate(identity: StoreIdentity): CaseProjection;
}

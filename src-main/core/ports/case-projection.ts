/**
 * What is derived of cases, groups and what people did about them, kept in a database of its own beside the events. It can
 * be made again from events and facts at any time, so it is never mended and never copied: what cannot be used is thrown
 * away and made anew. It decides nothing: what a case is, `core/cases` says. Expected failures reject with `AppError`
 * (STORE_…).
 */
import type { CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type {
  Attempt,
  CaseKey,
  Cause,
  CauseKey,
  ConsequenceKind,
  LocalizationStep,
} from '../../../src-shared/domain/case.ts';
import type { Author, MuteEnd } from '../../../src-shared/domain/action.ts';
import type { Outcome } from '../../../src-shared/domain/event.ts';
import type { GroupResources } from '../../../src-shared/domain/request-group.ts';
import type { CaseProjectionThread } from './case-projection-thread.ts';
import type { StoreIdentity } from './event-store.ts';

/** What an event said of a step. */
export interface StepReport {
  readonly step: LocalizationStep;
  readonly failed: boolean;
  /** Our clock, UTC epoch ms. */
  readonly at: number;
  readonly seq: number;
}

/** An attempt as it is kept: what gaps do to it is computed when somebody looks. */
export interface AttemptState extends Omit<Attempt, 'steps' | 'gaps' | 'weakenedByGap'> {
  /** One for each step that an event named, in the order of the steps. */
  readonly reports: readonly StepReport[];
  /** Provider's time of the event that ended it, UTC epoch ms; `null` while it goes on, or where it does not say. */
  readonly endedCreatedAt: number | null;
  /** Last event of the attempt before, our clock: it did not begin earlier; `null` for the first. */
  readonly notBefore: number | null;
  /** The newest provider's time among its events, UTC epoch ms: what is older came out of order. */
  readonly createdAt: number | null;
  /** Provider's time at which the attempt before ended: an event that is older is not of this one. */
  readonly afterCreatedAt: number | null;
  /** What its last events said, at most eight: by this one that only repeats another is known. */
  readonly heard: readonly string[];
  /** When its outcome was told last, our clock: what only repeats, or came too late, is known by how long ago that was. */
  readonly toldAt: number;
}

/** What is open for one cause without a break: of a case there is one after the other. */
export interface CaseStay extends GroupResources {
  readonly cause: CauseKey;
  readonly consequence: ConsequenceKind;
  readonly countryCode: string | null;
  readonly from: number;
  readonly fromSeq: number;
  /** `opened` for the first time, `back` after it had ended, or `moved` here from another cause. */
  readonly began: 'opened' | 'back' | 'moved';
  readonly to: number | null;
  readonly ended: 'well' | 'done' | 'moved' | null;
}

/** A case as it is kept. Times are our clock, UTC epoch ms. */
export interface CaseState extends Omit<
  CaseSummary,
  'steps' | 'weakenedByGap' | 'owner' | 'ownedAt' | 'mute' | 'remindAt' | 'attempt'
> {
  /** The last attempt; earlier ones are kept apart. */
  readonly run: AttemptState;
  /** Its own, whatever its group has. */
  readonly own: OperatorState;
  /** The last that began, where it ever was open. */
  readonly stay: CaseStay | null;
  /** The failure that it is open since, where it is or was open. */
  readonly openedSeq: number | null;
  /** Of a request: `lastUpdated` of the report that it shows, exact; an older one that comes later changes nothing. */
  readonly updatedAt: string | null;
  /** Of a request: the event that it shows. */
  readonly reportSeq: number | null;
  /** Receive time and seq of its last failure. */
  readonly failedAt: number | null;
  readonly failedSeq: number | null;
  /** The last failure that says what is true of it; a later one changed nothing, or nobody knows what it means. */
  readonly causeSeq: number | null;
  /** Principals of what failed since it is open: one, as the service promises; of more the first two. */
  readonly failedFor: readonly string[];
}

/**
 * What people did about a case, or a group, as far as it holds. What a case has not of its own, its group has; `caseOperatorState`
 * says what holds. `ownedAt` beside no owner: it was released, whoever has its group. A mute that ended by time is kept, and
 * hides that of the group as well.
 */
export interface OperatorState {
  readonly owner: Author | null;
  readonly ownedAt: number | null;
  readonly mute: { readonly ends: MuteEnd; readonly at: number; readonly open: number; readonly worst: number } | null;
  readonly remindAt: number | null;
  readonly retriedAt: number | null;
  readonly ticket: string | null;
  /** When anybody did anything about it. */
  readonly touchedAt: number | null;
}

export interface GroupState {
  readonly key: CauseKey;
  readonly cause: Cause;
  /** Cases that are open. */
  readonly open: number;
  /** Since when without a break; `null` where none is open. */
  readonly openSince: number | null;
  /** When the last of them ended, before it was open again; `null`: it never had. */
  readonly restedAt: number | null;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of the last failure of any of its cases. */
  readonly failedSeq: number;
  readonly failures: number;
  /** Place in `consequenceKinds` of the worst since it is open; `null` where none is open. */
  readonly worst: number | null;
  readonly standing: OperatorState;
}

/** What must be the same for what is kept to be used; else it is made anew. */
export interface CaseProjectionBasis {
  /** Raised when the meaning of what is kept changes; with the settings that it depends on. */
  readonly version: string;
  /** As `EventReader.basis`. */
  readonly events: string;
}

export interface CaseProjectionPosition {
  /** Every event up to this seq was taken; 0 at its beginning. */
  readonly cursor: number;
  /** Every fact up to this number was taken. */
  readonly facts: number;
}

interface PastAttempt {
  readonly key: CaseKey;
  readonly attempt: AttemptState;
  /** Of the group that it counts for; `null`: it did not fail. */
  readonly cause: CauseKey | null;
}

export interface CaseProjectionCommit {
  readonly from: CaseProjectionPosition;
  readonly to: CaseProjectionPosition;
  /** Whole, in place of what was kept of them. */
  readonly cases: readonly CaseState[];
  readonly groups: readonly GroupState[];
  /** Attempts that were followed by another one of their case; of one case the newest thousand are kept, as of stays. */
  readonly attempts: readonly PastAttempt[];
  /** Stays that have ended; the one that lasts stands in its case. */
  readonly stays: readonly { readonly key: CaseKey; readonly stay: CaseStay }[];
}

export interface CaseProjectionWriter {
  /** Begins anew, empty, where what is kept is of another basis. */
  position(basis: CaseProjectionBasis): Promise<CaseProjectionPosition>;
  /** Those that are kept, in no order. */
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  /** All groups that are kept: as many as there are causes. */
  groups(): Promise<GroupState[]>;
  /** Cases that are open for it. */
  openCasesOf(cause: CauseKey): Promise<CaseKey[]>;
  /** One transaction. `false`, and nothing written, where the stored position is not `from`. */
  commit(commit: CaseProjectionCommit): Promise<boolean>;
  /**
   * Removes some of the closed cases whose last event was before these (UTC epoch ms), and with the last of them groups of
   * which nothing is left; `true` while there is more.
   */
  removeExpired(before: { readonly failures: number; readonly successes: number }): Promise<boolean>;
}

/** What a group is made of, as far as open cases tell. */
export interface GroupAggregate {
  readonly state: GroupState;
  readonly consequence: ConsequenceKind;
  readonly outcome: Outcome;
  /** When the oldest of the open cases opened. */
  readonly firstAt: number;
  readonly failedResources: number;
  readonly resources: number;
  readonly countries: readonly { readonly country: string | null; readonly count: number }[];
  /** Its open cases by consequence and by who has them: their own owner, else their group's, unless they were released. */
  readonly parts: readonly {
    readonly consequence: ConsequenceKind;
    readonly owner: Author | null;
    readonly count: number;
  }[];
  /** Error codes within, without the cause's own, most first, at most eight. */
  readonly codes: readonly { readonly code: string; readonly count: number }[];
  /** What the ICCIDs of all of them begin with; empty: nothing in common, or some have none. */
  readonly iccidPrefix: string;
  /** When the newest of them failed last, and where. */
  readonly failedAt: number;
  readonly failedSeq: number;
  /** The soonest reminder of its cases. */
  readonly remindAt: number | null;
  /** By a mute of their own, else by that of the group, that has not ended by time. */
  readonly muted: number;
  /** Where there is one alone. */
  readonly only: CaseState | null;
}

export interface BoardSnapshot {
  readonly position: CaseProjectionPosition;
  readonly groups: readonly GroupAggregate[];
  readonly endedWell: number;
}

/** Answers are of one moment each. */
export interface CaseProjectionReader {
  position(): Promise<CaseProjectionPosition>;
  /**
   * Rejects where nobody has begun the book, or it was thrown away: an empty board would say that all is well.
   * @param now UTC epoch ms: what ends by time has ended then
   * @param since of `endedWell`, UTC epoch ms
   */
  board(now: number, since: number): Promise<BoardSnapshot>;
  /** How many failed in each step, `from` + n × `stepMs`, of the groups (keys of stays and of runs). */
  sparks(query: {
    readonly keys: readonly CauseKey[];
    readonly from: number;
    readonly stepMs: number;
    readonly steps: number;
  }): Promise<{ readonly key: CauseKey; readonly counts: readonly number[] }[]>;
  list(
    query: Omit<CaseListQuery, 'watch'>,
    signal?: AbortSignal,
  ): Promise<{ readonly cases: CaseState[]; readonly next: string | null; readonly total: number }>;
  /** Those that are kept. */
  cases(keys: readonly CaseKey[]): Promise<CaseState[]>;
  /** Newest first, without the last one, which stands in its case. */
  attempts(key: CaseKey, limit: number): Promise<AttemptState[]>;
  /**
   * Every stay that touches [from, to], with its case, in pieces; `after` as the piece before gave it. One that ends while
   * they are read may come twice, as it was and as it is.
   */
  stays(query: { readonly from: number; readonly to: number; readonly after: string | null }): Promise<{
    readonly stays: readonly { readonly key: CaseKey; readonly stay: CaseStay }[];
    readonly next: string | null;
  }>;
  /** How many requests ended how, by the last report of each, of those whose last one came in [from, to). */
  requestOutcomes(span: {
    readonly from: number;
    readonly to: number;
  }): Promise<{ readonly outcome: Outcome; readonly count: number }[]>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface CaseProjection {
  readonly reader: CaseProjectionReader;
  readonly writer: CaseProjectionWriter;
  /** Where the thread that writes follows the events by itself; `null`: whoever has the book does. */
  readonly thread: CaseProjectionThread | null;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface CaseProjectionOpener {
  /** @throws AppError STORE_… */
  open(place: StoreIdentity): CaseProjection;
  /**
   * Beside a store that this process must not write: a private copy of what is kept, in a folder for temporary files, gone
   * when it is closed; what is missing in it is taken there.
   */
  openPrivate(place: StoreIdentity): CaseProjection;
}

/**
 * The store of one profile. Received texts are verbatim, and are written with rows, cursor and session data in one
 * transaction. Derived data can be rebuilt from texts. Expected failures reject with `AppError` (STORE_…).
 */
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { ActionEntry, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { Coverage, Gap, GapReason } from '../../../src-shared/domain/coverage/coverage.ts';
import type { Combinations } from '../../../src-shared/domain/differences/differences.ts';
import type { EventSummary, Outcome, ReceivedEvent, StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { BackupCopy, StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import type { CaseEvent } from './case-event.ts';
import type { Moment } from './clock.ts';
import type { BaseReader } from './team-base.ts';
import type { TeamStore } from './team-store.ts';

export interface ReceivedBatch {
  /** The session of the events. `opens` starts a session at `first` and closes the open gap there. */
  readonly session: number | 'opens';
  /** 1 to 500 events in order of arrival. */
  readonly events: readonly ReceivedEvent[];
  readonly first: Moment;
  readonly last: Moment;
  /** Newest seq that the sender knows. If the store is further, a thread died: returns its result, stores nothing. */
  readonly after: number;
}

export interface AppendResult {
  readonly sessionId: number;
  readonly extent: Extent;
  readonly domain: string | null;
  readonly stored: number;
  readonly repeated: number;
}

export interface StreamLoss {
  readonly reason: GapReason;
  readonly detail: string | null;
}

export interface ResumedStore {
  readonly extent: Extent;
  /** Last `id` from this source (`StoreIdentity.source`); null if it came from another address. */
  readonly lastEventId: string | null;
  readonly lastEventAt: number | null;
  /** See `EventWriter.noteRequest`; null if it went to another address. */
  readonly requestedAt: number | null;
  readonly domain: string | null;
  readonly needsRedecode: boolean;
  /** True if the previous run did not close the store. The complete store is then checked. */
  readonly hadUncleanShutdown: boolean;
  /** The incident that the operator has not acknowledged yet. */
  readonly incident: StoreIncident | null;
}

/** A batch of the rows that match. Limited in time, so that other readers do not wait long. */
export interface BatchQuery {
  /** Times must be absolute (`resolveTimes`). */
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  /** Exclusive: `older` returns smaller seqs, `newer` greater ones. */
  readonly from: number;
  /** Last seq to read, inclusive. Defaults to the end of the store. */
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface SummaryBatch {
  readonly rows: EventSummary[];
  /** `from` of the next batch; null at the end. A batch may have fewer rows than `limit` although more follow. */
  readonly next: number | null;
}

/** Like `SummaryBatch`, with complete events and their texts. Also limited by size. */
export interface EventBatch {
  readonly events: StoredEvent[];
  readonly next: number | null;
}

/** Selects localizations and requests with `after` < seq ≤ `to`, in order of arrival. */
export interface CaseEventQuery {
  readonly after: number;
  readonly to: number;
  /** Max rows to read, including those of other events. */
  readonly limit: number;
}

export interface CaseEventEntry {
  readonly event: CaseEvent;
  /** Text of a request; empty if it is lost. Null for a localization. */
  readonly raw: string | null;
}

/** Also limited by size. */
export interface CaseEventBatch {
  readonly events: readonly CaseEventEntry[];
  /** `after` of the next batch; null at the end. */
  readonly next: number | null;
}

/** Counts the rows that match with `after` < seq ≤ `to`, in batches from the newest down. */
export interface CountQuery {
  readonly filter: Filter;
  readonly after: number;
  readonly to: number;
}

/** Counts of one batch, to be added to the others. `next` is the `to` of the next batch; null after the last. */
export interface CountBatch {
  readonly count: number;
  readonly next: number | null;
}

export interface FacetCounts {
  readonly count: number;
  /** The term of the field itself does not count. In no order. An event with two codes counts for both. */
  readonly fields: readonly { readonly field: FacetField; readonly values: readonly FacetValue[] }[];
  readonly next: number | null;
}
interface FacetValue {
  /** Null counts the rows without the field. */
  readonly value: string | null;
  readonly count: number;
}

export interface HistogramQuery extends CountQuery {
  /** UTC epoch ms, ascending, 2 to 1001 edges. A bucket includes its first edge and excludes its last. */
  readonly edges: readonly number[];
}
export interface Histogram {
  readonly outcomes: readonly { readonly outcome: Outcome | null; readonly counts: readonly number[] }[];
  readonly next: number | null;
}

export interface GroupsQuery extends CountQuery {
  /** At least one field if `edges` is null. */
  readonly by: readonly FacetField[];
  readonly edges: readonly number[] | null;
}
export interface Groups {
  readonly groups: readonly EventGroup[];
  readonly next: number | null;
}
export interface EventGroup {
  /** Values in the order of `by`; null if the events lack the field. */
  readonly values: readonly (string | null)[];
  readonly bucket: number;
  readonly count: number;
}

export interface CombinationsQuery extends CountQuery {
  readonly fields: readonly FacetField[];
}
/** Unlike groups, each event is in one combination only, whatever the number of its codes. In no order. */
export interface CombinationBatch extends Combinations {
  readonly next: number | null;
}

export interface SearchIndexProgress {
  readonly indexedThrough: number;
  /** Number of stored events that are not indexed. A search reads their texts one by one. */
  readonly unindexedEvents: number;
}

/** Selects gaps by the newest seq when they began: `first` to `last`, both inclusive, ordered by `direction`. */
export interface GapsQuery {
  readonly first: number;
  readonly last: number;
  readonly direction: 'older' | 'newer';
  readonly limit: number;
}

export type Flaw =
  | { readonly kind: 'text'; readonly first: number; readonly last: number }
  | { readonly kind: 'derived'; readonly first: number; readonly last: number }
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface CheckBatch {
  readonly flaws: readonly Flaw[];
  /** Exclusive start of the next batch; null at the end. */
  readonly next: number | null;
}

/** A case and its group, `SHARED_VIEWS` or `SERVICE_REPORTS`. The result may include actions that only mention them. */
export type ActionSubjects = readonly [subject: string, other?: string];

/** Each call reads one consistent snapshot and is bounded in time. The signal cancels it. */
export interface EventReader extends BaseReader {
  extent(): Promise<Extent>;
  summaries(query: BatchQuery, signal?: AbortSignal): Promise<SummaryBatch>;
  /** Returns complete events. For long reads: neighbouring events are stored and read together. */
  events(query: BatchQuery, signal?: AbortSignal): Promise<EventBatch>;
  caseEvents(query: CaseEventQuery): Promise<CaseEventBatch>;
  count(query: CountQuery, signal?: AbortSignal): Promise<CountBatch>;
  facets(query: CountQuery & { readonly fields: readonly FacetField[] }, signal?: AbortSignal): Promise<FacetCounts>;
  histogram(query: HistogramQuery, signal?: AbortSignal): Promise<Histogram>;
  groups(query: GroupsQuery, signal?: AbortSignal): Promise<Groups>;
  combinations(query: CombinationsQuery, signal?: AbortSignal): Promise<CombinationBatch>;
  searchIndexProgress(): Promise<SearchIndexProgress>;
  event(seq: number): Promise<StoredEvent | null>;
  /** Returns sessions and gaps that overlap [from, to], oldest first; UTC epoch ms. */
  coverage(span: { from: number; to: number }): Promise<Coverage>;
  /** Excludes reconnects, and planned ends that may still become one. */
  gaps(query: GapsQuery, signal?: AbortSignal): Promise<Gap[]>;
  figures(): Promise<StoreFigures>;
  /** Oldest first; empty at the end. With `about`, those without a place in the team's log come last. */
  actions(after: number, limit: number, about?: ActionSubjects): Promise<StoredActionEntry[]>;
  /** Newest seq up to which the order is known: a team's log may not have confirmed the last events yet. */
  orderedThrough(): Promise<number>;
  projectionRecords(name: string): Promise<ProjectionRecord[]>;
  /** Changes with the database, and when stored data was changed. Data derived under another value must be rebuilt. */
  basis(): Promise<string>;
  /** Shared by databases that continue each other and by copies; no seq is assigned twice. Empty if there is none. */
  lineage(): Promise<string>;
  /** Checks texts, rows, chunks and tables after `after` (exclusive; 0 starts from the beginning). */
  check(after: number, signal?: AbortSignal): Promise<CheckBatch>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface StoreFigures {
  readonly bytes: number;
  readonly freeBytes: number;
  /** Sizes of the files next to it, each with its log; 0 if a file is missing. */
  readonly beside: { readonly search: number; readonly cases: number; readonly inventory: number };
  readonly oldestAt: number | null;
}

export interface ProjectionRecord {
  readonly key: string;
  readonly value: string;
}

export interface StoredProjection {
  /**
   * Every event up to this seq is applied; 0 at the start. Null if the store was repaired after the records were
   * written. A repair keeps all records; the projection decides where to continue, or derives them again.
   */
  readonly cursor: number | null;
  readonly records: readonly ProjectionRecord[];
}

export interface ProjectionCommit {
  readonly name: string;
  readonly version: number;
  readonly from: StoredProjection['cursor'];
  readonly to: number;
  readonly put: readonly ProjectionRecord[];
  readonly remove: readonly string[];
}

/** Events of each class that were received before this time (UTC epoch ms) are removed. Pinned events are kept. */
export interface RetentionLimits {
  readonly heartbeats: number;
  /** Succeeded, in progress, and events without an outcome. */
  readonly successes: number;
  /** Failed, partial, unknown, and everything else that was not understood. */
  readonly failures: number;
}

/** Each call is one transaction of some milliseconds, so that new events are not delayed. */
export interface EventWriter {
  /**
   * Called once before watching; uses the wall clock. A session that a crash left open ends at its last event, and a
   * gap (`crashed`) opens there. An open gap ends at the last sign of life, and another one (`crashed`) opens there.
   */
  resume(): Promise<ResumedStore>;
  append(batch: ReceivedBatch): Promise<AppendResult>;
  /** Stores a stream cursor that moved without an event (a block with `id` and no data). `''` clears the last id. */
  moveCursor(lastEventId: string): Promise<void>;
  /** Stores when a request was sent that may hold the seat, UTC epoch ms; null if it does not any more. */
  noteRequest(at: number | null): Promise<void>;
  /** Ends a session and opens a gap at its last complete event, or at `from` if that is later. */
  endSession(sessionId: number, loss: StreamLoss, from?: Moment): Promise<void>;
  /**
   * Opens a gap at `from` when no session is open. A gap with another reason ends at `at`, and the new one starts
   * there. Also records a sign of life. Returns false if the answer of `coverage` is unchanged.
   */
  openGap(from: Moment, at: Moment, loss: StreamLoss): Promise<boolean>;
  /** Stores the profile's name and text, which contains no secret, for commands that list stores. */
  rememberProfile(name: string, json: string): Promise<void>;
  /** Decodes a batch of old rows. They stay readable meanwhile. Returns true while there is more. */
  redecode(): Promise<boolean>;
  /** Rebuilds a batch from its texts. Returns the first seq of the rest, or null at the end. */
  rederive(first: number, last: number): Promise<number | null>;
  /** Restores damaged texts from a backup. Texts that stay damaged are reported as an incident. */
  repairTexts(first: number, last: number): Promise<void>;
  /** Removes a batch of events older than the limits. Returns true while there is more. */
  removeExpired(limits: RetentionLimits): Promise<boolean>;
  /**
   * Seals a batch of what is stored and not sealed (docs/proof-of-watch.md). `at`: UTC epoch ms. Returns true while
   * there is more.
   */
  seal(at: number): Promise<boolean>;
  /** Returns a batch of free pages of the database to the disk. Returns true while there is more. */
  vacuum(): Promise<boolean>;
  pin(seqs: readonly number[], pinned: boolean): Promise<void>;
  /** Both ends of a range are inclusive. */
  markSeen(ranges: readonly { readonly first: number; readonly last: number }[], seen: boolean): Promise<void>;
  /** Adds actions after the newest event; skips stored ids. In a store that follows a team's log, they wait first. */
  addActions(actions: readonly ActionEntry[]): Promise<void>;
  /** Restores a batch from the files of an incident, or from a backup. Returns true while there is more. */
  repair(): Promise<boolean>;
  /** Sets an unreadable database aside and continues the same store in a new one. */
  replace(detail: string): Promise<void>;
  acknowledgeIncident(): Promise<void>;
  /** Cursor 0 and no records if the projection is new or has another version, which thus rebuilds it. */
  loadProjection(name: string, version: number): Promise<StoredProjection>;
  /** Returns false and writes nothing if the stored cursor is not `from` or the version differs. */
  commitProjection(commit: ProjectionCommit): Promise<boolean>;
}

export interface SearchIndexer {
  /** Indexes a batch. Returns true while there is more. */
  index(): Promise<boolean>;
}

export interface EventStore {
  /** For requests that a user waits for: pages, details, counts. */
  readonly reader: EventReader;
  /** Same answers from another thread, for long reads: exports, the integrity check, texts. */
  readonly scanner: EventReader;
  readonly writer: EventWriter;
  readonly team: TeamStore;
  readonly indexer: SearchIndexer;
  backups(): Promise<readonly BackupCopy[]>;
  /** Keeps a checked copy as the newest of two. `onShare`: 0 to 1. @throws AppError STORE_UNWRITABLE, STORE_DAMAGED */
  backUp(onShare?: (share: number) => void): Promise<BackupCopy>;
  /** Resolves when the files are closed and the writer's lock is free. Idempotent. */
  close(): Promise<void>;
}

export interface StoreIdentity {
  readonly id: ProfileId;
  readonly name: string;
  readonly practice: boolean;
  /** Source of the events. A cursor is valid for one source only. */
  readonly source: string;
}

/** Opens stores. Each profile id has its own directory; Practice is separate. */
export interface EventStoreOpener {
  /**
   * Sets a damaged store aside and opens a new one in its place. Calls `onIncident` then and on each later change.
   * @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE
   */
  open(identity: StoreIdentity, onIncident: (incident: StoreIncident | null) => void): Promise<EventStore>;
  /** Opens a store that cannot be written. @throws AppError STORE_… */
  openReadOnly(identity: StoreIdentity): Promise<EventReader>;
}

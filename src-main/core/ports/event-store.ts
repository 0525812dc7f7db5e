/**
 * The store of one profile: events, sessions, gaps, followers. Everything received is kept verbatim; texts, rows, cursor
 * and session bookkeeping are written in one transaction. What is derived from the texts (rows, facets, chunks) can be
 * made again from them. Expected failures reject with `AppError` (STORE_…).
 */
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { ActionEntry, StoredActionEntry } from '../../../src-shared/domain/action.ts';
import type { Coverage, Gap, GapReason } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary, Outcome, ReceivedEvent, StoredEvent } from '../../../src-shared/domain/event.ts';
import type { FacetField, Filter } from '../../../src-shared/domain/filter.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { BackupCopy, StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import type { Moment } from './clock.ts';

export interface ReceivedBatch {
  /** The session the events belong to; `opens` begins one at `first` and closes the open gap there. */
  readonly session: number | 'opens';
  /** At least one, in order of arrival, at most 500. */
  readonly events: readonly ReceivedEvent[];
  /** When the first and the last of them were complete. */
  readonly first: Moment;
  readonly last: Moment;
  /**
   * The newest seq that the sender was told of. Where the store is further, this batch was stored already and its answer
   * was lost with a thread that died: it is answered, and not stored twice.
   */
  readonly after: number;
}

export interface AppendResult {
  readonly sessionId: number;
  /** After this batch. */
  readonly extent: Extent;
  /** As the newest event in which the service names it says (`namesDomain`). */
  readonly domain: string | null;
  /** Events of the batch that were new, and those that repeated a stored one (same id, kind and data). */
  readonly stored: number;
  readonly repeated: number;
}

export interface StreamLoss {
  readonly reason: GapReason;
  readonly detail: string | null;
}

/** What a process finds when it begins to watch. */
export interface ResumedStore {
  readonly extent: Extent;
  /**
   * The last `id` that this very source gave (`StoreIdentity.source`), to be sent as `Last-Event-ID`; `null` where the
   * last one came from another address.
   */
  readonly lastEventId: string | null;
  /** `receivedAt` of the newest event, `null` in an empty store. */
  readonly lastEventAt: number | null;
  /** As the newest event in which the service names it says (`namesDomain`). */
  readonly domain: string | null;
  /** Rows that an older decoder wrote and that wait for `redecode`. */
  readonly needsRedecode: boolean;
  /** The store was not closed by the run before: it is looked through whole. */
  readonly hadUncleanShutdown: boolean;
  /** What happened to it, as far as nobody has acknowledged it. */
  readonly incident: StoreIncident | null;
}

/** One piece of a walk over the rows that match; bounded in time, so that nobody waits behind it. */
export interface BatchQuery {
  /** With absolute times (`resolveTimes`). */
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  /** Exclusive: rows with a smaller seq for `older`, a greater one for `newer`. */
  readonly from: number;
  /** Where the walk ends, inclusive; left out: at the end of the store. */
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface SummaryBatch {
  /** In the order of the walk. */
  readonly rows: EventSummary[];
  /** The `from` of the next piece; `null` where the walk is over. Rows may be fewer than `limit` and more to come. */
  readonly next: number | null;
}

/** The same of whole events, with their texts; bounded by their size, too. */
export interface EventBatch {
  /** In the order of the walk. */
  readonly events: StoredEvent[];
  /** As of a slice. */
  readonly next: number | null;
}

/** What is counted: the rows that match with `after` < seq ≤ `to`, from the newest down, in pieces. */
export interface CountQuery {
  readonly filter: Filter;
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly to: number;
}

/** Counts of one piece, to be added to those of the others; `next`: the `to` of the next piece, `null` after the last. */
export interface CountBatch {
  readonly count: number;
  readonly next: number | null;
}

export interface FacetCounts {
  /** Rows that match the whole filter. */
  readonly count: number;
  /**
   * Each value that occurs among the rows that match all terms but those of its own field, with how many have it; in no
   * order. An event with two codes counts for both.
   */
  readonly fields: readonly { readonly field: FacetField; readonly values: readonly FacetValue[] }[];
  readonly next: number | null;
}
interface FacetValue {
  /** `null`: the rows without the field. */
  readonly value: string | null;
  readonly count: number;
}

export interface HistogramQuery extends CountQuery {
  /** UTC epoch ms, ascending, 2 to 1001: bucket N has the events received at or after edge N and before edge N + 1. */
  readonly edges: readonly number[];
}
export interface Histogram {
  /** One list for each outcome that occurs, as long as there are buckets. */
  readonly outcomes: readonly { readonly outcome: Outcome | null; readonly counts: readonly number[] }[];
  readonly next: number | null;
}

export interface GroupsQuery extends CountQuery {
  /** At least one field, or edges. */
  readonly by: readonly FacetField[];
  /** As of a histogram; `null`: one bucket for all times. */
  readonly edges: readonly number[] | null;
}
export interface Groups {
  /** Those that occur, in no order. An event with two codes is in two groups. */
  readonly groups: readonly EventGroup[];
  readonly next: number | null;
}
export interface EventGroup {
  /** One for each field of `by`; `null`: without the field. */
  readonly values: readonly (string | null)[];
  /** Place in the edges; 0 where there are none. */
  readonly bucket: number;
  readonly count: number;
}

/** How far the search index is. */
export interface SearchIndexProgress {
  /** Everything up to this seq is found by the index; 0 where there is none. */
  readonly indexedThrough: number;
  /** Stored events behind it: their texts are looked through one by one. */
  readonly unindexedEvents: number;
}

/** Gaps that began when the newest seq was from `first` to `last`, both inclusive, in the order of the direction. */
export interface GapsQuery {
  readonly first: number;
  readonly last: number;
  readonly direction: 'older' | 'newer';
  readonly limit: number;
}

/** What is wrong with what is stored. */
export type Flaw =
  /** A received text that does not have its check value any more. */
  | { readonly kind: 'text'; readonly first: number; readonly last: number }
  /** What is derived does not agree with the texts: it is made again from them (`rederive`). */
  | { readonly kind: 'derived'; readonly first: number; readonly last: number }
  /** The database cannot be read there. */
  | { readonly kind: 'unreadable'; readonly detail: string };

/** One piece of looking through everything, oldest first. */
export interface CheckBatch {
  readonly flaws: readonly Flaw[];
  /** Exclusive begin of the next piece, `null` where all was looked at. */
  readonly next: number | null;
}

/** A case, and its group where it is in one: of other facts nothing is given, though some that only speak of them may be. */
export type ActionSubjects = readonly [subject: string, other?: string];

/** Answers are of one moment each. Calls are bounded pieces; one that is not wanted any more is dropped by its signal. */
export interface EventReader {
  extent(): Promise<Extent>;
  summaries(query: BatchQuery, signal?: AbortSignal): Promise<SummaryBatch>;
  /** For whoever reads long: neighbours lie together, and are read together. */
  events(query: BatchQuery, signal?: AbortSignal): Promise<EventBatch>;
  count(query: CountQuery, signal?: AbortSignal): Promise<CountBatch>;
  facets(query: CountQuery & { readonly fields: readonly FacetField[] }, signal?: AbortSignal): Promise<FacetCounts>;
  histogram(query: HistogramQuery, signal?: AbortSignal): Promise<Histogram>;
  groups(query: GroupsQuery, signal?: AbortSignal): Promise<Groups>;
  searchIndexProgress(): Promise<SearchIndexProgress>;
  event(seq: number): Promise<StoredEvent | null>;
  /** Sessions and gaps that touch [from, to], oldest first; UTC epoch ms. */
  coverage(span: { from: number; to: number }): Promise<Coverage>;
  /** A reconnect is none, nor is a planned end that may still become one. */
  gaps(query: GapsQuery, signal?: AbortSignal): Promise<Gap[]>;
  figures(): Promise<StoreFigures>;
  /** What people did about cases, oldest first: some of those after this number, at most `limit`; none: there are no more. */
  actions(after: number, limit: number, about?: ActionSubjects): Promise<StoredActionEntry[]>;
  /** What a follower has kept, by key; none where there is no such follower. Of it nothing is changed. */
  projectionRecords(name: string): Promise<ProjectionRecord[]>;
  /**
   * Of which database this is, and how often something in it was changed that had been stored before (mended, restored,
   * decoded anew). What was derived from it under another text is derived again.
   */
  basis(): Promise<string>;
  /** Looks at what is stored after `after` (exclusive; 0 from the beginning): texts, rows, chunks, tables. */
  check(after: number, signal?: AbortSignal): Promise<CheckBatch>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface StoreFigures {
  /** Of the database with its log, as the file system says. */
  readonly bytes: number;
  /** Of them, pages that are empty and wait to be given back. */
  readonly freeBytes: number;
  /** Of the files beside it, each with its log: the search index, the book of cases, the inventory; 0 where there is none. */
  readonly beside: { readonly search: number; readonly cases: number; readonly inventory: number };
  /** `receivedAt` of the oldest stored event; `null` in an empty store. */
  readonly oldestAt: number | null;
}

/** What a follower keeps: texts under keys of its own. */
export interface ProjectionRecord {
  readonly key: string;
  readonly value: string;
}

/** Those whose records are history, which nothing can derive anew: mending keeps them. */
export const HISTORY_PROJECTIONS: readonly string[] = ['alarms'];
/** In the place of a cursor: the store was mended under these records, and where it goes on the follower says itself. */
export const CURSOR_AFTER_REPAIR = -1;

/** Where a follower stands. */
export interface StoredProjection {
  /** Everything up to this seq was taken; 0 at its beginning; of `HISTORY_PROJECTIONS` `CURSOR_AFTER_REPAIR`, too. */
  readonly cursor: number;
  readonly records: readonly ProjectionRecord[];
}

/** What a follower made of the events after `from` up to `to`; committed with the cursor or not at all. */
export interface ProjectionCommit {
  readonly name: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  readonly put: readonly ProjectionRecord[];
  readonly remove: readonly string[];
}

/** Of each class, events received before this are not kept (UTC epoch ms). Pinned ones are kept whatever they are. */
export interface RetentionLimits {
  readonly heartbeats: number;
  /** Succeeded, in progress, and what has no outcome. */
  readonly successes: number;
  /** Failed, partial, unknown: and whatever else was not understood. */
  readonly failures: number;
}

/** Each call is one transaction of some milliseconds, so that what arrives waits for none of them. */
export interface EventWriter {
  /**
   * Called once before watching, with the wall clock's time. A session that a crash left open is ended at its last
   * event, and a gap (`crashed`) opened there; a gap that a crash left open ends at the last sign of life, and another
   * (`crashed`) begins there.
   */
  resume(): Promise<ResumedStore>;
  append(batch: ReceivedBatch): Promise<AppendResult>;
  /** The stream's cursor moved without an event (a block with `id` and no data); `''` takes the last id back. */
  moveCursor(lastEventId: string): Promise<void>;
  /** Ends a session and opens a gap there: at its last complete event, or at `from` where that is later. */
  endSession(sessionId: number, loss: StreamLoss, from?: Moment): Promise<void>;
  /**
   * Nobody listens, and no session ended here: opens a gap at `from`. Where one is open already for another reason, that
   * one ends at `at` and the new one begins there, so that each part of a long blindness says why. Also the sign of
   * life that `resume` goes by. `false` where nothing that `coverage` answers is different now.
   */
  openGap(from: Moment, at: Moment, loss: StreamLoss): Promise<boolean>;
  /** Keeps the profile's name and text beside its events, for those who list stores. It holds no secret. */
  rememberProfile(name: string, json: string): Promise<void>;
  /** Decodes some of the rows that an older decoder wrote; `true` while there are more. They stay readable. */
  redecode(): Promise<boolean>;
  /** Makes some of what is derived of these seqs anew from their texts. Gives the first of the rest, `null` at the end. */
  rederive(first: number, last: number): Promise<number | null>;
  /** Texts there are damaged: puts back what a backup has of them. What is left damaged then is an incident. */
  repairTexts(first: number, last: number): Promise<void>;
  /** Removes some of what is older than the limits; `true` while there is more. */
  removeExpired(limits: RetentionLimits): Promise<boolean>;
  /** Gives some of the space that is free inside the database back to the disk; `true` while there is more. */
  vacuum(): Promise<boolean>;
  pin(seqs: readonly number[], pinned: boolean): Promise<void>;
  /** What somebody has looked at; both ends inclusive. */
  markSeen(ranges: readonly { readonly first: number; readonly last: number }[], seen: boolean): Promise<void>;
  /** Adds what people did; what is there already, by its id, is passed over. */
  addActions(facts: readonly ActionEntry[]): Promise<void>;
  /** Takes over some of what an incident left readable, or a backup has; `true` while there is more. */
  repair(): Promise<boolean>;
  /** The database cannot be read: it is set aside, and the same store goes on in a new one. */
  replace(detail: string): Promise<void>;
  acknowledgeIncident(): Promise<void>;
  /** Begins at 0, with no records, where the follower is new or its version another one: that is how it is rebuilt. */
  loadProjection(name: string, version: number): Promise<StoredProjection>;
  /** `false`, and nothing written, where the stored cursor is not `from` or the version another one. */
  commitProjection(commit: ProjectionCommit): Promise<boolean>;
}

/** Derived and disposable: written behind the commits by a thread of its own, which lives as long as there is work. */
export interface SearchIndexer {
  /** Takes in some of what it does not have yet; `true` while there is more. */
  index(): Promise<boolean>;
  /** Ends the thread until the next call. */
  stop(): Promise<void>;
}

export interface EventStore {
  /** For whoever waits: pages, details, counts. */
  readonly reader: EventReader;
  /** The same answers from another thread, for whoever reads long: exports, followers, the check. */
  readonly scanner: EventReader;
  readonly writer: EventWriter;
  readonly indexer: SearchIndexer;
  /** The daily copies, newest first. */
  backups(): Promise<readonly BackupCopy[]>;
  /**
   * Copies the store while it is written, checks the copy, and keeps it as the newest of two.
   * @param onShare how much of it is copied, from 0 to 1; the check comes after it
   * @throws AppError STORE_UNWRITABLE, STORE_DAMAGED where the copy is not what it should be
   */
  backUp(onShare?: (share: number) => void): Promise<BackupCopy>;
  /** Idempotent; resolves when files are closed and the writer's lock is free. */
  close(): Promise<void>;
}

export interface StoreIdentity {
  readonly id: ProfileId;
  /** A label, for those who list stores. */
  readonly name: string;
  readonly practice: boolean;
  /** Where the events come from; a cursor is of one source. */
  readonly source: string;
}

/** Where stores are kept: one directory for each profile id, Practice apart. */
export interface EventStoreOpener {
  /**
   * A damaged store is set aside and a new one opened in its place: `onIncident` says so, then and later, at each turn.
   * @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE
   */
  open(place: StoreIdentity, onIncident: (incident: StoreIncident | null) => void): Promise<EventStore>;
  /** Of a store that cannot be written: what is there can be read. @throws AppError STORE_… */
  openReadOnly(place: StoreIdentity): Promise<EventReader>;
}

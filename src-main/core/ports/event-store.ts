/**
 * The store of one profile: events, sessions, gaps, followers. Everything received is kept verbatim; rows, cursor and
 * session bookkeeping are written in one transaction. Expected failures reject with `AppError` (STORE_…).
 */
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { Coverage, GapReason } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary, ReceivedEvent, StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { Moment } from './clock.ts';

export interface ReceivedBatch {
  /** The session the events belong to; `opens` begins one at `first` and closes the open gap there. */
  readonly session: number | 'opens';
  /** At least one, in order of arrival, at most 500. */
  readonly events: readonly ReceivedEvent[];
  /** When the first and the last of them were complete. */
  readonly first: Moment;
  readonly last: Moment;
}

export interface Appended {
  readonly sessionId: number;
  /** After this batch. */
  readonly extent: Extent;
  /** The domain, as the newest event that named a principal says. */
  readonly principal: string | null;
  /** Events of the batch that were new, and those that repeated a stored one (same id, kind and data). */
  readonly stored: number;
  readonly repeated: number;
}

export interface Loss {
  readonly reason: GapReason;
  readonly detail: string | null;
}

/** What a process finds when it begins to watch. */
export interface Resumed {
  readonly extent: Extent;
  /**
   * The last `id` that this very source gave (`StorePlace.source`), to be sent as `Last-Event-ID`; `null` where the
   * last one came from another address.
   */
  readonly lastEventId: string | null;
  /** `receivedAt` of the newest event, `null` in an empty store. */
  readonly lastEventAt: number | null;
  /** The domain, as the newest event that named a principal says. */
  readonly principal: string | null;
  /** Rows that an older decoder wrote and that wait for `redecode`. */
  readonly toRedecode: boolean;
}

/** One piece of a walk over the rows that match; bounded in time, so that nobody waits behind it. */
export interface SliceQuery {
  /** With absolute times (`resolveTimes`). */
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  /** Exclusive: rows with a smaller seq for `older`, a greater one for `newer`. */
  readonly from: number;
  /** Where the walk ends, inclusive; left out: at the end of the store. */
  readonly to?: number | undefined;
  readonly limit: number;
}

export interface Slice {
  /** In the order of the walk. */
  readonly rows: EventSummary[];
  /** The `from` of the next piece; `null` where the walk is over. Rows may be fewer than `limit` and more to come. */
  readonly next: number | null;
}

export interface EventReader {
  extent(): Promise<Extent>;
  slice(query: SliceQuery): Promise<Slice>;
  /** How many match in one piece of the walk from `after` (exclusive) to `to` (inclusive); `next` as in `Slice`. */
  count(query: { filter: Filter; after: number; to: number }): Promise<{ count: number; next: number | null }>;
  event(seq: number): Promise<StoredEvent | null>;
  /** Sessions and gaps that touch [from, to], oldest first; UTC epoch ms. */
  coverage(span: { from: number; to: number }): Promise<Coverage>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** What a follower keeps: texts under keys of its own. */
export interface FollowerRecord {
  readonly key: string;
  readonly value: string;
}

/** Where a follower stands. */
export interface FollowerPosition {
  /** Everything up to this seq was taken; 0 at its beginning. */
  readonly cursor: number;
  readonly records: readonly FollowerRecord[];
}

/** What a follower made of the events after `from` up to `to`; committed with the cursor or not at all. */
export interface FollowerCommit {
  readonly name: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  readonly put: readonly FollowerRecord[];
  readonly remove: readonly string[];
}

export interface EventStore extends EventReader {
  /**
   * Called once before watching, with the wall clock's time. A session that a crash left open is ended at its last
   * event, and a gap (`crashed`) opened there; a gap that a crash left open ends at the last sign of life, and another
   * (`crashed`) begins there.
   */
  resume(): Promise<Resumed>;
  append(batch: ReceivedBatch): Promise<Appended>;
  /** The stream's cursor moved without an event (a block with `id` and no data); `''` takes the last id back. */
  moveCursor(lastEventId: string): Promise<void>;
  /** Ends a session at its last complete event and opens a gap there. */
  endSession(sessionId: number, loss: Loss): Promise<void>;
  /**
   * Nobody listens, and no session ended here: opens a gap at `from`. Where one is open already for another reason, that
   * one ends at `at` and the new one begins there, so that each part of a long blindness says why. Also the sign of
   * life that `resume` goes by. `false` where nothing that `coverage` answers is different now.
   */
  openGap(from: Moment, at: Moment, loss: Loss): Promise<boolean>;
  /** Keeps the connection profile beside its events, so that it can be opened again. It holds no secret. */
  rememberProfile(json: string): Promise<void>;
  /** Decodes so many of the rows that an older decoder wrote; `true` while there are more. They stay readable. */
  redecode(limit: number): Promise<boolean>;
  /** Begins at 0, with no records, where the follower is new or its version another one: that is how it is rebuilt. */
  followerPosition(name: string, version: number): Promise<FollowerPosition>;
  /** `false`, and nothing written, where the stored cursor is not `from` or the version another one. */
  commitFollower(commit: FollowerCommit): Promise<boolean>;
  /** Idempotent; resolves when files are closed and the writer's lock is free. */
  close(): Promise<void>;
}

export interface StorePlace {
  readonly id: ProfileId;
  /** A label, for those who list stores. */
  readonly name: string;
  readonly practice: boolean;
  /** Where the events come from; a cursor is of one source. */
  readonly source: string;
}

/** Where stores are kept: one directory for each profile id, Practice apart. */
export interface EventStoreOpener {
  /** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
  open(place: StorePlace): Promise<EventStore>;
}

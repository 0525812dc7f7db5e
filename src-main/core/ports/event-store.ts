/**
 * The store of one profile: events, sessions, gaps. Everything received is kept verbatim; rows and session
 * bookkeeping are written in one transaction. Expected failures reject with `AppError` (STORE_…).
 */
import type { Coverage, GapReason } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary, ReceivedEvent, StoredEvent } from '../../../src-shared/domain/event.ts';

export interface ReceivedBatch {
  /** The session the events belong to; `opens` begins one at the first event and closes the open gap there. */
  readonly session: number | 'opens';
  /** At least one, in order of arrival, at most 500. */
  readonly events: readonly ReceivedEvent[];
}

export interface Appended {
  readonly sessionId: number;
  /** Highest seq in the store after this batch. */
  readonly newestSeq: number;
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
  readonly newestSeq: number;
  /** The last `id` the stream gave, to be sent as `Last-Event-ID`. */
  readonly lastEventId: string | null;
  /** `receivedAt` of the newest event, `null` in an empty store. */
  readonly lastEventAt: number | null;
  /** The domain, as the newest event that named a principal says. */
  readonly principal: string | null;
}

export interface EventReader {
  /** Rows with `seq < before` (all where left out), newest first. */
  page(query: { before?: number | undefined; limit: number }): Promise<{ rows: EventSummary[]; newestSeq: number }>;
  /** Rows with `seq > after`, oldest first. */
  after(query: { after: number; limit: number }): Promise<EventSummary[]>;
  event(seq: number): Promise<StoredEvent | null>;
  /** Sessions and gaps that touch [from, to], oldest first; UTC epoch ms. */
  coverage(span: { from: number; to: number }): Promise<Coverage>;
}

export interface EventStore extends EventReader {
  /**
   * Called once before watching. A session that a crash left open is ended at its last event, and a gap
   * (`crashed`) opened there.
   */
  resume(): Promise<Resumed>;
  append(batch: ReceivedBatch): Promise<Appended>;
  /** Ends a session at its last complete event and opens a gap there. */
  endSession(sessionId: number, loss: Loss): Promise<void>;
  /**
   * Nobody listens, and no session ended here: opens a gap at `from`. Where one is open already for another reason, that
   * one ends at `at` and the new one begins there, so that each part of a long blindness says why.
   */
  openGap(from: number, at: number, loss: Loss): Promise<void>;
  /** Keeps the connection profile beside its events, so that it can be opened again. It holds no secret. */
  rememberProfile(json: string): Promise<void>;
  /** Idempotent; resolves when files are closed and the writer's lock is free. */
  close(): Promise<void>;
}

/** Where stores are kept: one directory for each profile, Practice apart. */
export interface EventStoreOpener {
  /** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_DAMAGED, STORE_UNWRITABLE */
  open(store: { profileName: string; practice: boolean }): Promise<EventStore>;
}

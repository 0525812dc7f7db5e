/**
 * The part of a store that serves a team: the log gives every event its seq and every action its place, so they mean
 * the same for all members, but nothing in a store of another lineage. Actions from elsewhere come only from the log
 * that the store follows, and from databases of its own lineage (backups, files that were set aside). Everything else
 * is refused.
 */
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { Coverage, GapReason } from '../../../src-shared/domain/coverage/coverage.ts';
import type { ActionEntry, AnyActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';

export interface Membership {
  /** The log, as the engine identifies it. A log that was wiped and made again has another `created`. */
  readonly log: { readonly id: string; readonly created: string };
  readonly lineage: string;
  readonly member: string;
}

/** How far a store has read the log. Committed in the transaction of what was read. */
export interface LogProgress {
  /** Position of the last entry that was read, valid or void; 0 before the first. */
  readonly position: number;
  /** `LogEntry.at` of that entry; 0 before the first. With the position, it shows whether a log still has the entry. */
  readonly at: number;
  /** Newest seq that the chain has given. Later events in this store are not confirmed yet. */
  readonly confirmedSeq: number;
  /** State of the team after that entry, as JSON. The store only keeps it; empty before the first entry. */
  readonly team: string;
}

export interface Rewind {
  readonly position: number;
  readonly session: { readonly id: number; readonly lastEventAt: number } | null;
  /** Positions of the offers that no holder has brought into the chain. */
  readonly offers: readonly number[];
}

export type Followed =
  | { readonly kind: 'follows'; readonly progress: LogProgress }
  /** The seqs of this store belong to other events. Nothing was changed. */
  | { readonly kind: 'other-lineage'; readonly lineage: string }
  /** This store follows another log, or the same log before it was wiped. Nothing was changed. */
  | { readonly kind: 'other-log'; readonly log: Membership['log'] };

export interface PlacedEvent {
  readonly seq: number;
  readonly event: ReceivedEvent;
}

export interface PlacedAction {
  readonly action: AnyActionEntry;
  /** Newest seq that the chain had given before the action. */
  readonly afterSeq: number;
}

/** A change of the sessions in the chain. `id`: position of the entry that opened the session. Times are UTC epoch ms. */
export type SessionChange =
  | {
      readonly kind: 'opened';
      readonly id: number;
      readonly holder: string;
      readonly epoch: number;
      readonly openedAt: number;
    }
  | { readonly kind: 'continued'; readonly id: number; readonly lastEventAt: number; readonly events: number }
  | {
      readonly kind: 'ended';
      readonly id: number;
      readonly endedAt: number;
      /** Measured by the holder's monotonic clock. */
      readonly lengthMs: number;
      readonly reason: GapReason;
      readonly detail: string | null;
      readonly afterSeq: number;
    }
  /** A complete session that the log gets late. One entry may have several of them. */
  | ({
      readonly kind: 'late';
      readonly id: number;
      readonly holder: string;
      readonly epoch: number;
      readonly afterSeq: number;
    } & LateSession)
  | ({ readonly kind: 'restored' } & RestoredSession);

/** A session as another store of the team has it. An open one continues in the log. */
export interface RestoredSession {
  readonly id: number;
  readonly holder: string;
  readonly epoch: number;
  readonly openedAt: number;
  readonly lastEventAt: number;
  readonly endedAt: number | null;
  readonly lengthMs: number;
  readonly reason: GapReason | null;
  readonly detail: string | null;
  readonly events: number;
  readonly afterSeq: number | null;
}

export interface LateSession {
  readonly openedAt: number;
  readonly endedAt: number;
  readonly lengthMs: number;
  readonly reason: GapReason;
  readonly detail: string | null;
}

/** A session of this member of which the log has not everything yet. */
export interface UnsentSession {
  /** Null if the log has its beginning already. */
  readonly opened: { readonly at: number; readonly afterSeq: number } | null;
  readonly ended: Omit<Extract<SessionChange, { kind: 'ended' }>, 'kind' | 'id'> | null;
}

/** Events that a member received while another one held the seat. The log has them, without seqs. */
export interface OfferedEvents {
  readonly position: number;
  readonly events: readonly ReceivedEvent[];
}

/** The part of the store that the log has not confirmed, oldest first. A holder sends it. */
export interface Unconfirmed {
  /** Without those of offers. */
  readonly events: readonly PlacedEvent[];
  readonly offers: readonly (OfferedEvents & { readonly first: number })[];
  readonly sessions: readonly UnsentSession[];
  /** `Last-Event-ID` after these events; empty if there is none. Null if more events follow, which may have moved it. */
  readonly cursor: string | null;
}

/** The last event, action, session and gap of a store that the log has from before the team; 0 before the first. */
export interface HistoryPlace {
  readonly seq: number;
  readonly action: number;
  readonly session: number;
  readonly gap: number;
}

export interface HistoryPart {
  readonly first: number;
  readonly events: ReceivedEvent[];
  readonly actions: PlacedAction[];
  readonly spans: Coverage;
  readonly place: HistoryPlace;
  readonly isLast: boolean;
}

/** The content of one or more entries of the log, in their order. */
export interface LogBatch {
  readonly after: number;
  /** After these entries. If the store has read as far already, the batch is ignored. */
  readonly progress: LogProgress;
  /** Ascending; seqs may be left out. May be empty if the holder reads its own record and has these events stored. */
  readonly events: readonly PlacedEvent[];
  readonly actions: readonly PlacedAction[];
  /** In order. The coverage of a team is the union of all sessions; the gaps are the rest. */
  readonly sessions: readonly SessionChange[];
  readonly offered: readonly OfferedEvents[];
  /** Positions of the offers whose events are in the chain now. */
  readonly doneOffers: readonly number[];
  /** From before the team, so it belongs before what is stored. Projections do not see it before the last part. */
  readonly history?: Pick<HistoryPart, 'spans' | 'isLast'>;
  /** Late events of this member after and up to these numbers are in the log as offers now, and are forgotten here. */
  readonly sentLate?: { readonly after: number; readonly through: number };
  /** The position stays, so that a killed member restores the base again. `confirmedSeq` counts these events. */
  readonly isBasePart?: true;
}

export interface LogApplied {
  readonly extent: Extent;
  readonly domain: string | null;
  readonly stored: number;
  /** Events of this store that the log contradicts; they are late events now. */
  readonly withdrawn: number;
}

/** An event that this member received and that has no seq: another member had taken the seat. */
export interface LateEvent {
  /** Ascending, never used twice. */
  readonly number: number;
  readonly event: ReceivedEvent;
}

/** Each call is one transaction. */
export interface TeamStore {
  /** An empty store takes over the lineage of the log. A copy of another member's store continues at its position. */
  follow(membership: Membership): Promise<Followed>;
  /**
   * Starts a history of its own again, because the log was made again: what the old one had becomes that from before
   * the team. Unconfirmed events, those after `through` and open offers become late events; unplaced actions wait.
   */
  startAgain(through: number): Promise<void>;
  /**
   * Stores entries of the log, with the position after them. Events keep the seqs of the log, and repeated content is
   * stored again: the log decides what is a repeat. If events that are not confirmed contradict the log, does the same as
   * `replaceTail` first. Raises the basis if an action belongs before something that a projection may have applied.
   * @throws Error if the log has another event under a confirmed seq, or if the store has not read the log to `after`:
   * its database may have been lost, and `follow` returns where to read on. Nothing is stored
   */
  applyLog(batch: LogBatch): Promise<LogApplied>;
  /** Newest first. The last one is the position at which the store began to follow. */
  marks(): Promise<LogProgress[]>;
  /**
   * The log lost its entries after this position. They wait: events until the log has them again or contradicts them,
   * actions and offers until a member has sent them again. Own sessions are sent again; those of others stay.
   */
  rewind(to: Rewind): Promise<Extent>;
  /** Actions made here that the log has not placed yet, oldest first. */
  unplacedActions(): Promise<readonly ActionEntry[]>;
  /**
   * Places the actions that wait after the newest event, and from now on new ones, too: the log cannot be reached, and
   * projections apply everything that is stored here. The next `applyLog` ends it; the log may then move them.
   */
  goOnAlone(): Promise<void>;
  /**
   * Moves all events that the log has never confirmed to the late ones, and raises the basis if there are any: another
   * member has the seat, and the log will give their seqs to other events. Returns their number.
   */
  replaceTail(): Promise<number>;
  /** At most `limit` events, and the rest of a divided offer; and all sessions of this member that the log lacks. */
  unconfirmed(limit: number): Promise<Unconfirmed>;
  /** Sessions that this member measured, that have ended, and of which the log has not everything. */
  lateSessions(): Promise<LateSession[]>;
  /** Returns at most `limit` late events after this number, oldest first. An empty result means that there are no more. */
  lateEvents(after: number, limit: number): Promise<LateEvent[]>;
  /**
   * Gives the events of all open offers the next seqs, as a holder does before it sends them. Leaves out those that are
   * among the newest 10 000 events already (same id, kind and data). Returns the number of stored events.
   */
  placeOffers(): Promise<number>;
  /** From now on, `nextHistory` returns what was stored before the team. Survives a restart. */
  publishHistory(): Promise<void>;
  /** Null unless the user wants the log to have it. Leaves out damaged texts. `through`: last seq before the team. */
  nextHistory(place: HistoryPlace, through: number, limit: number): Promise<HistoryPart | null>;
}

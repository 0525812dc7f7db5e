/**
 * The shared log of a team (`docs/design/team.md` §1). Only its order is trusted: an entry may be stored twice, and the
 * reader decides which entries count (`core/team/apply-entry.ts`). Calls never reject because the engine is down, but
 * answer `no-answer`. They reject with the signal's reason if it is aborted.
 */
import type { LogLimits } from '../../../src-shared/api/team.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { RefusalReason } from '../../../src-shared/domain/team.ts';
import type { TeamBases } from './team-base.ts';

/** `chain`: written by holders only. `offers`: events that a member received while another one held the seat. */
type LogLane = 'chain' | 'actions' | 'offers';

export interface LogEntry {
  /** Number in the log, from 1, ascending. Numbers are missing only at the start of a log, where old entries expire. */
  readonly position: number;
  /** Clock of the engine, UTC epoch ms. */
  readonly at: number;
  /** `unknown`: a lane that this version does not have. */
  readonly lane: LogLane | 'unknown';
  /** The member that the engine let write. Null for the chain, on which the engine cannot tell them apart. */
  readonly member: string | null;
  /** JSON. Null if the bytes could not be read as text, or are too many when unpacked. */
  readonly text: string | null;
}

export interface LogAppend {
  readonly lane: LogLane;
  /** The engine stores one entry per id within two minutes, if it can. */
  readonly id: string;
  readonly text: string;
  /** Last entry of this lane that was read: the engine refuses if another follows, if it can. Null: in any case. */
  readonly after: number | null;
}

/** A hint when to look into the log. The log itself decides what became of an append (TEAM-4). */
export type AppendAnswer =
  /** Stored at `position`, now or by an earlier append with the same id. */
  | { readonly kind: 'appended'; readonly position: number }
  | { readonly kind: 'not-last' }
  /** Not stored, and a retry fails until an administrator changes the engine. `detail` is for diagnostics. */
  | { readonly kind: 'refused'; readonly why: RefusalReason; readonly detail: string }
  /** May be stored now, later, or never. `detail` is for diagnostics. */
  | { readonly kind: 'no-answer'; readonly detail: string };

interface LogIdentity {
  readonly id: string;
  /** Names the making of the log. A log that was made again has another value; one that was changed has the same. */
  readonly created: string;
}

export type LogStatus =
  /** `first` is `last` + 1 if the log is empty. */
  | {
      readonly kind: 'reached';
      readonly identity: LogIdentity;
      readonly first: number;
      readonly last: number;
      /** `LogEntry.at` of the last entry; missing if the log is empty. */
      readonly lastAt?: number;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'no-answer'; readonly detail: string };

interface LeaseValue {
  readonly revision: number;
  readonly text: string;
  /** When it was written, by the clock of the engine, UTC epoch ms. */
  readonly at: number;
}

export type LeaseAnswer =
  | { readonly kind: 'held'; readonly revision: number }
  | { readonly kind: 'refused' }
  /** May be written now, later, or never. `why`: the engine refuses it until an administrator changes the engine. */
  | { readonly kind: 'no-answer'; readonly detail: string; readonly why?: RefusalReason };

/** Ends by itself if not renewed in time. Saves conflicts and time; safety comes from the chain (TEAM-4). */
export interface Lease {
  read(signal: AbortSignal): Promise<LeaseValue | null | 'no-answer'>;
  /** Takes a free lease (`after` null), or renews or overwrites the one with the revision `after`. */
  write(text: string, after: number | null, signal: AbortSignal): Promise<LeaseAnswer>;
  /** Frees the lease if it still has this revision. Best effort: otherwise it ends by itself. */
  release(revision: number, signal: AbortSignal): Promise<void>;
}

/** `presence`: from `member` to all. `requests`: from anyone to `member`. */
export type MessageTopic = 'presence' | 'requests';

export interface TeamMessage {
  readonly topic: MessageTopic;
  readonly member: string;
  /** JSON. The receiver checks it. */
  readonly text: string;
}

export interface TeamLog {
  append(append: LogAppend, signal: AbortSignal): Promise<AppendAnswer>;
  /** Waits for new entries, reconnects, and restarts a reader that stops without an error (TEAM-330). Ends on abort. */
  read(from: number, signal: AbortSignal): AsyncIterable<LogEntry>;
  /** Returns identity and end of the log, in one call because both are compared together (TEAM-19). */
  status(signal: AbortSignal): Promise<LogStatus>;
  /** Returns the time of an entry (`LogEntry.at`); null if the log has none at this position. */
  entryAt(position: number, signal: AbortSignal): Promise<number | null | 'no-answer'>;
  lease(name: string): Lease;
  /** Sends to the members that listen now. Not stored, and lost without a sign if the engine is down. */
  publish(message: TeamMessage): void;
  /** Yields messages of this topic from now on, until the signal is aborted; of all members if `member` is null. */
  subscribe(topic: MessageTopic, member: string | null, signal: AbortSignal): AsyncIterable<TeamMessage>;
  /** Bases of this team, for members that cannot read the log from its start. */
  readonly bases: TeamBases;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface TeamLogs {
  open(settings: TeamSettings, profile: Pick<ConnectionProfile, 'id' | 'caFile'>): Promise<TeamLog>;
}

export type MemberCheck =
  | LogStatus
  | { readonly kind: 'too-old'; readonly version: string }
  | { readonly kind: 'no-right'; readonly to: 'read' | 'act' | 'hold' };

/** The connection of a member whose key is not in the vault yet. */
export interface JoiningMember {
  readonly team: TeamSettings;
  readonly key: string;
  /** `teamCaFile` */
  readonly caFile: string | null;
}

/** Needed besides the profile to become a member of a team. */
export interface TeamJoins {
  /** Call with each key that was read, so that no log or error of this process has it. */
  onSecret(key: string): void;
  /** Tries what the role needs and leaves nothing in the log. Waits at most some 5 s for each answer. */
  check(member: JoiningMember, signal: AbortSignal): Promise<MemberCheck>;
  open(member: JoiningMember): Promise<Pick<TeamLog, 'read' | 'close'>>;
  limits(member: JoiningMember, signal: AbortSignal): Promise<LogLimits>;
  /** Writes further certificate authorities next to the store. `undo` restores the file from before. */
  keepAuthorities(
    id: ProfileId,
    authorities: string | null,
  ): Promise<{ readonly caFile: string | null; readonly undo: () => Promise<void> }>;
  /** Null if there is no store yet. @throws AppError STORE_… */
  store(
    id: ProfileId,
  ): Promise<{ readonly lineage: string; readonly events: number; readonly newestSeq: number } | null>;
  /** Returns the new data folder. @throws AppError STORE_IN_USE, STORE_UNWRITABLE */
  setAside(id: ProfileId, log: string): string;
  /** @throws AppError STORE_IN_USE if a process writes the store */
  refuseWhileWatched(id: ProfileId): void;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is stored */
  writeKey(id: ProfileId, team: TeamSettings, key: string, signal: AbortSignal): Promise<void>;
  removeKey(id: ProfileId): Promise<void>;
}

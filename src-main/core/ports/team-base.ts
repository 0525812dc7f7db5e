/**
 * The base of a team: what the log had brought up to a position, for members whose store is empty or has a hole, because old
 * entries of the log expire. Contains events with their seqs, sessions and actions; nothing else of a store leaves it.
 */
import * as z from 'zod';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { PlacedAction, PlacedEvent, RestoredSession } from './team-store.ts';

const countSchema = z.number().int().nonnegative();

/** Describes a base. A member compares it with its store before it reads the base. */
export const baseInfoSchema = z.object({
  /** A member reads no base of another version. */
  v: z.literal(1),
  /** Last entry of the log whose content the base has. */
  upTo: countSchema,
  /** `LogEntry.at` of that entry. A log that lost its end may have another one there. */
  upToAt: countSchema,
  upToSeq: countSchema,
  created: z.string().max(100),
  lineage: z.string().min(1).max(80),
  /** Keyed hash of the domain and of the address of the events, as in a take. */
  service: z.string().max(100),
  /** Clock of its maker, UTC epoch ms. */
  at: z.number().int().nonnegative(),
});
export type BaseInfo = z.infer<typeof baseInfoSchema>;

export interface PublishedBase extends BaseInfo {
  readonly slot: 0 | 1;
  readonly pieces: number;
}

/** Largest piece in characters. A character has at most 3 bytes, and engines take 1 MB. */
export const MAX_PIECE_CHARS = 200_000;

/** A new base takes the place of the older of two, so the newest stays complete. Needs no right to delete. */
export interface TeamBases {
  /** Returns the complete bases, the newest first; empty also if the engine does not answer or has no place for bases. */
  list(signal: AbortSignal): Promise<readonly PublishedBase[]>;
  /** In order. @throws Error if a piece is missing or replaced, or the engine does not answer; the signal's reason */
  read(base: PublishedBase, signal: AbortSignal): AsyncIterable<string>;
  /**
   * The base is in the list only once all pieces are stored, each of at most `MAX_PIECE_CHARS`.
   * @throws Error if the engine has no room or does not answer; errors of `pieces`; the signal's reason
   */
  publish(info: BaseInfo, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void>;
}

/** State of a store at one position of the log, read in one transaction. */
export interface BaseHead {
  readonly created: string;
  readonly position: number;
  readonly confirmedSeq: number;
  readonly team: string;
  readonly member: string;
  readonly sessions: readonly RestoredSession[];
  /** From before the team, with the ids of this store. */
  readonly before: Coverage;
  /** Events of offers that are not in the chain yet. */
  readonly offered: readonly { readonly position: number; readonly events: readonly ReceivedEvent[] }[];
  /** Ids of own actions that the log has not placed. They do not belong to the base. */
  readonly unplaced: readonly string[];
}

export interface BaseReader {
  /** Null if the store follows no log, or has read nothing of it. */
  baseHead(): Promise<BaseHead | null>;
  /** Verbatim, oldest first, without damaged texts. `next` is the `after` of the next batch; null at the end. */
  received(
    after: number,
    to: number,
  ): Promise<{ readonly events: readonly PlacedEvent[]; readonly next: number | null }>;
}

export type BasePart =
  | { readonly kind: 'events'; readonly events: readonly PlacedEvent[] }
  | { readonly kind: 'actions'; readonly actions: readonly PlacedAction[] }
  | { readonly kind: 'sessions'; readonly sessions: readonly RestoredSession[] }
  | { readonly kind: 'before'; readonly spans: Coverage };

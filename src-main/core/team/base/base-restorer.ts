/** Restores the base of a team if entries of the log have expired, or if reading all would take long (TEAM-20). */
import type { Clock } from '../../ports/clock.ts';
import type { LogStatus, TeamLog } from '../../ports/team-log.ts';
import type { BasePart, PublishedBase } from '../../ports/team-base.ts';
import { linesOf, type BaseLine } from './base-content.ts';
import { readRecord } from '../team-records.ts';
import { hasEntry } from '../lost-end.ts';
import type { TeamState } from '../team-state.ts';

/** Entries of the log that a member needs and that have expired. */
export interface LogHole {
  readonly from: number;
  readonly to: number;
  /** Seqs that are not here. `lastSeq` is null if no event follows in the log. */
  readonly firstSeq: number;
  readonly lastSeq: number | null;
}

/** Restores into the own store. Each call is one transaction. */
export interface BaseTarget {
  /** The position in the log stays. */
  restorePart(part: BasePart): Promise<void>;
  restoreEnd(end: Extract<BaseLine, { kind: 'end' }>): Promise<void>;
}

interface BaseRestorerOptions {
  readonly log: Pick<TeamLog, 'status' | 'bases' | 'read' | 'entryAt'>;
  readonly clock: Clock;
  readonly target: BaseTarget;
  readonly lineage: string;
  readonly created: string;
  /** Null once it is filled. */
  readonly onHole: (hole: LogHole | null) => void;
  /** The share of the log that is restored, as the position up to which it reaches; 0 if that failed. */
  readonly onRestored: (position: number) => void;
  /** A base could not be restored. The member goes on without it. */
  readonly onFailure: (error: unknown) => void;
}

/** Reading fewer entries takes less than some seconds, so that a base is not worth its bytes. */
export const LONG_LOG_ENTRIES = 5_000;
/** A holder makes a new base within a day; another one may fill the hole at any time. */
export const HOLE_CHECK_MS = 30_000;
const NEXT_EVENT_ENTRIES = 200;

/**
 * Waits while no base fills a hole. Returns null if the log can be read on. `known`: a hole that the reader found.
 * @throws the signal's reason; errors of the store
 */
export async function restoreIfNeeded(
  options: BaseRestorerOptions,
  state: TeamState,
  known: Pick<LogHole, 'from' | 'to'> | null,
  signal: AbortSignal,
): Promise<TeamState | null> {
  const { log, clock, onHole } = options;
  for (let isShown = false; ;) {
    const status = await log.status(signal);
    const hole = known ?? (status.kind === 'reached' ? holeIn(status, state) : null);
    if (hole === null && (status.kind !== 'reached' || status.last - state.position < LONG_LOG_ENTRIES)) return null;
    const from = hole?.to ?? state.position + LONG_LOG_ENTRIES / 2;
    const restored = await restoreNewest(options, state, from, signal);
    if (restored !== null || hole === null) {
      if (isShown) onHole(null);
      return restored;
    }
    if (!isShown) onHole({ ...hole, firstSeq: state.nextSeq, lastSeq: await lastMissingSeq(log, hole.to, signal) });
    isShown = true;
    await clock.sleep(HOLE_CHECK_MS, signal);
  }
}

function holeIn({ first }: Extract<LogStatus, { kind: 'reached' }>, { position }: TeamState) {
  return first > position + 1 ? { from: position + 1, to: first - 1 } : null;
}

async function restoreNewest(
  options: BaseRestorerOptions,
  state: TeamState,
  position: number,
  signal: AbortSignal,
): Promise<TeamState | null> {
  const { log, created, onRestored, onFailure } = options;
  const lineage = state.lineage || options.lineage;
  for (const base of await log.bases.list(signal)) {
    if (base.upTo < position || base.created !== created || base.lineage !== lineage) continue;
    if ((await hasEntry(options, { position: base.upTo, at: base.upToAt }, signal)) === false) continue;
    try {
      return await restore(options, state, base, signal);
    } catch (error) {
      signal.throwIfAborted();
      onRestored(0);
      onFailure(error);
    }
  }
  return null;
}

async function restore(
  { log, target, onRestored }: BaseRestorerOptions,
  { position }: TeamState,
  base: PublishedBase,
  signal: AbortSignal,
): Promise<TeamState> {
  let read = 0;
  for await (const lines of linesOf(log.bases.read(base, signal))) {
    for (const line of lines) {
      signal.throwIfAborted();
      if (line.kind !== 'end') await target.restorePart(line);
      else if (line.state.position !== base.upTo) throw new Error('The base ends at another position.');
      else {
        await target.restoreEnd(line);
        return line.state;
      }
    }
    read += 1;
    onRestored(position + Math.floor(((base.upTo - position) * read) / base.pieces));
  }
  throw new Error('The base has no end.');
}

async function lastMissingSeq(log: Pick<TeamLog, 'read' | 'status'>, hole: number, signal: AbortSignal) {
  const status = await log.status(signal);
  if (status.kind !== 'reached' || status.last <= hole) return null;
  const ends = new AbortController();
  try {
    for await (const entry of log.read(hole + 1, AbortSignal.any([signal, ends.signal]))) {
      const read = readRecord(entry);
      if (read.kind === 'record' && read.record.kind === 'events') return read.record.first - 1;
      if (entry.position >= Math.min(status.last, hole + NEXT_EVENT_ENTRIES)) break;
    }
  } finally {
    ends.abort(new Error('the next event was found'));
  }
  signal.throwIfAborted();
  return null;
}

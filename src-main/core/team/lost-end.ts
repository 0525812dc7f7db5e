/** Goes back if the log lost its end, as in a power cut of a server that confirms before it flushes (TEAM-340). */
import type { Clock } from '../ports/clock.ts';
import type { LogStatus, TeamLog } from '../ports/team-log.ts';
import type { TeamState } from './team-state.ts';

type Place = Pick<TeamState, 'position' | 'at'>;

/** A server that has just become the leader may not know the end of the log yet. */
const LOST_CHECKS = 3;
const AGAIN_MS = 1_000;
/** Adapters may round the time of an entry in two ways. */
const ROUNDED_MS = 1;

interface LostEndOptions {
  readonly log: Pick<TeamLog, 'status' | 'entryAt'>;
  readonly clock: Clock;
  /** Creation of the log that the store follows (`LogIdentity.created`). */
  readonly created: string;
  readonly target: {
    /** Earlier states to which the store can go back, newest first. The last one is before the first entry. */
    marks(): Promise<readonly TeamState[]>;
    rewind(to: TeamState, end: number): Promise<void>;
  };
  /** The store goes back. `lastAt`: time of the last entry of the log, by the clock of the engine; 0 if it is empty. */
  readonly onRewind: (lastAt: number) => void;
}

/** Waits until the log has not an entry any more that was read. Returns its position. @throws the signal's reason */
export async function untilLost(
  options: Pick<LostEndOptions, 'log' | 'clock' | 'created'>,
  newest: () => TeamState,
  pauseMs: number,
  signal: AbortSignal,
): Promise<number> {
  for (let before = newest(); ; before = newest()) {
    await options.clock.sleep(pauseMs, signal);
    const state = newest();
    // If others have added more than was lost, the newest entry that was read is one of theirs.
    const places = [state, { position: state.chain, at: state.chainAt }, before];
    const lost = await lostAmong(options, [...new Map(places.map((one) => [one.position, one])).values()], signal);
    if (lost !== null) return lost;
  }
}

/**
 * Returns null if the log has the last entry, or does not answer. `known`: position of a lost entry, if that is known.
 * @throws the signal's reason; errors of the store
 */
export async function rewindIfLost(
  options: LostEndOptions,
  state: TeamState,
  known: number | null,
  signal: AbortSignal,
): Promise<TeamState | null> {
  const lost = known ?? (await lostAmong(options, [state], signal));
  if (lost === null) return null;
  const { log, target, onRewind } = options;
  const status = await log.status(signal);
  if (status.kind !== 'reached') return null;
  for (const mark of (await target.marks()).filter(({ position }) => position < lost)) {
    const has = await isIn(options, status, mark, signal);
    if (has === null) return null;
    if (!has) continue;
    onRewind(status.lastAt ?? 0);
    await target.rewind(mark, status.last);
    return mark;
  }
  return null;
}

/** Returns the lowest of these positions if the log answers again and again that it has not its entry; otherwise null. */
async function lostAmong(
  options: Pick<LostEndOptions, 'log' | 'clock' | 'created'>,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<number | null> {
  let lost = places;
  for (let check = 0; check < LOST_CHECKS; check += 1) {
    if (check > 0) await options.clock.sleep(AGAIN_MS, signal);
    const status = await options.log.status(signal);
    const has = await Promise.all(lost.map((place) => isIn(options, status, place, signal)));
    lost = lost.filter((_, index) => has[index] === false);
    if (lost.length === 0) return null;
  }
  return Math.min(...lost.map(({ position }) => position));
}

/** True also if the entry has expired. Null if the log does not answer, or was made again. */
export async function hasEntry(
  options: Pick<LostEndOptions, 'log' | 'created'>,
  place: Place,
  signal: AbortSignal,
): Promise<boolean | null> {
  return isIn(options, await options.log.status(signal), place, signal);
}

async function isIn(
  { log, created }: Pick<LostEndOptions, 'log' | 'created'>,
  status: LogStatus,
  { position, at }: Place,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (position === 0) return true;
  if (status.kind !== 'reached' || status.identity.created !== created) return null;
  if (position > status.last) return false;
  if (position < status.first) return true;
  const found = position === status.last ? (status.lastAt ?? null) : await log.entryAt(position, signal);
  if (found === 'no-answer') return null;
  return found !== null && Math.abs(found - at) <= ROUNDED_MS;
}

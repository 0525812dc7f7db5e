/**
 * Notices that a holder with a lease and a stream is of no use: it does not read the log (TEAM-330), or cannot store
 * what it receives (TEAM-330).
 */
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { TeamLog } from '../ports/team-log.ts';
import type { TeamReader } from './team-reader.ts';

/** The adapter of the log restarts its own reader after 3 s without progress. */
const STALLED_MS = 10_000;
/** A write that failed is repeated each second. A backup or a virus scanner locks a file for less than this. */
const NOT_STORING_MS = 5_000;
const MAX_CHECK_MS = STALLED_MS / 4;

interface UnfitHolderOptions {
  readonly log: Pick<TeamLog, 'status'>;
  readonly clock: Clock;
  readonly reader: Pick<TeamReader, 'state'>;
  readonly leaseMs: number;
  readonly isHolding: () => boolean;
  readonly isStoring: () => boolean;
  readonly onUnfit: () => void;
}

export async function watchHolder(
  { log, clock, reader, leaseMs, isHolding, isStoring, onUnfit }: UnfitHolderOptions,
  signal: AbortSignal,
): Promise<void> {
  const checkMs = Math.min(MAX_CHECK_MS, leaseMs / 3);
  let progressAt = clock.elapsed();
  let storedAt = clock.elapsed();
  for (let last = -1; !signal.aborted;) {
    const { position } = reader.state;
    const status = isHolding() ? await log.status(signal) : null;
    const isBehind = status?.kind === 'reached' && status.last > position;
    const now = clock.elapsed();
    if (!isBehind || position !== last || reader.state.position !== position) progressAt = now;
    if (isStoring()) storedAt = now;
    const isUnfit = now - progressAt >= STALLED_MS || now - storedAt >= NOT_STORING_MS;
    if (isUnfit && isHolding()) onUnfit();
    last = position;
    await firstChange(clock, [], checkMs, signal);
  }
}

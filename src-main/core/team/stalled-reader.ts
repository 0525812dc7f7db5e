/**
 * Notices that the reader of the log stays stopped although the log goes on. Such a holder cannot see that it was replaced,
 * and cannot confirm what it appends (team.md §5, TEAM-25).
 */
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { TeamLog } from '../ports/team-log.ts';
import type { TeamReader } from './team-reader.ts';

/** The adapter of the log restarts its own reader after 3 s without progress. */
const STALLED_MS = 10_000;
const MAX_CHECK_MS = STALLED_MS / 4;

interface StalledReaderOptions {
  readonly log: Pick<TeamLog, 'status'>;
  readonly clock: Clock;
  readonly reader: Pick<TeamReader, 'state'>;
  readonly leaseMs: number;
  /** Only a holder asks the log for its end. */
  readonly isHolding: () => boolean;
  /** Called with each check while the reader of a holder is stopped. */
  readonly onStalled: () => void;
}

/** Checks until the signal is aborted. */
export async function watchReader(
  { log, clock, reader, leaseMs, isHolding, onStalled }: StalledReaderOptions,
  signal: AbortSignal,
): Promise<void> {
  const checkMs = Math.min(MAX_CHECK_MS, leaseMs / 3);
  let progressAt = clock.elapsed();
  for (let last = -1; !signal.aborted;) {
    const { position } = reader.state;
    const status = isHolding() ? await log.status(signal) : null;
    const isBehind = status?.kind === 'reached' && status.last > position;
    if (!isBehind || position !== last || reader.state.position !== position) progressAt = clock.elapsed();
    else if (clock.elapsed() - progressAt >= STALLED_MS) onStalled();
    last = position;
    await firstChange(clock, [], checkMs, signal);
  }
}

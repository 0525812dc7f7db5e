import type { Clock } from '../ports/clock.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import type { ChangeSignal } from './change-signal.ts';
import { firstChange } from './first-change.ts';

interface StateFeedParts<State> {
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** The state is read again after a change of one of these. They are listed again before each read. */
  readonly changes: () => readonly ChangeSignal[];
  readonly read: () => State | Promise<State>;
  /** The state is read again this long after it was read, even if nothing signals a change. */
  readonly maxIntervalMs?: (state: State) => number;
  readonly minIntervalMs?: number;
  /** A change of one of these ends the minimum interval. They are listed again before each read. */
  readonly urgent?: () => readonly ChangeSignal[];
}

/** Yields the current state immediately, then again after each change, until the signal is aborted. */
export async function* stateFeed<State>(
  { clock, changes, read, maxIntervalMs = () => Infinity, minIntervalMs = 0, urgent = () => [] }: StateFeedParts<State>,
  until: AbortSignal,
): StateFeed<State> {
  for (let revision = 1; !until.aborted; revision += 1) {
    const seen = revisionsOf(changes());
    const urgentSeen = revisionsOf(urgent());
    const state = await read();
    if (until.aborted) return;
    // Counts from the read, so that a slow reader of the feed misses no change that comes by time alone.
    const dueAt = clock.monotonic() + maxIntervalMs(state);
    yield { revision, state };
    await firstChange(clock, seen, dueAt - clock.monotonic(), until);
    // A change by time alone, such as from watching to blind, is published at once.
    const pauseMs = Math.min(minIntervalMs, dueAt - clock.monotonic());
    if (pauseMs > 0) await firstChange(clock, urgentSeen, pauseMs, until);
  }
}

function revisionsOf(signals: readonly ChangeSignal[]) {
  return signals.map((signal) => [signal, signal.revision] as const);
}

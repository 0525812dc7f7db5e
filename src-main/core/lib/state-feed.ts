import type { Clock } from '../ports/clock.ts';
import type { ChangeSignal } from './change-signal.ts';
import { firstChange } from './first-change.ts';

export type StateFeed<State> = AsyncGenerator<{ readonly revision: number; readonly state: State }, void, undefined>;

interface StateFeedParts<State> {
  readonly clock: Pick<Clock, 'sleep'>;
  /** The state is read again after each change of one of these. */
  readonly changes: readonly ChangeSignal[];
  readonly read: () => State | Promise<State>;
  /** The state is read again after this time even if nothing signals a change. */
  readonly maxIntervalMs?: (state: State) => number;
  readonly minIntervalMs?: number;
}

/** Yields the current state immediately, then again after each change, until the signal is aborted. */
export async function* stateFeed<State>(
  { clock, changes, read, maxIntervalMs = () => Infinity, minIntervalMs = 0 }: StateFeedParts<State>,
  until: AbortSignal,
): StateFeed<State> {
  for (let revision = 1; !until.aborted; revision += 1) {
    const seen = changes.map((signal) => [signal, signal.revision] as const);
    const state = await read();
    if (until.aborted) return;
    yield { revision, state };
    await firstChange(clock, seen, maxIntervalMs(state), until);
    if (minIntervalMs > 0) await clock.sleep(minIntervalMs, until).catch(() => undefined);
  }
}

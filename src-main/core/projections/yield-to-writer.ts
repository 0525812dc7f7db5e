import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';

export interface BusyStore {
  readonly committed: ChangeSignal;
  /** True while more received events wait for the store than one batch. */
  readonly isStoreBusy?: (() => boolean) | undefined;
  readonly clock: Clock;
}

const MAX_YIELD_MS = 2_000;

/** Waits while received events wait for the store, but at most 2 s: storing is more urgent, and needs the same cores. */
export async function yieldToWriter(
  { committed, isStoreBusy = () => false, clock }: BusyStore,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.monotonic() + MAX_YIELD_MS;
  for (let left = MAX_YIELD_MS; left > 0 && isStoreBusy() && !signal.aborted; left = until - clock.monotonic())
    await firstChange(clock, [[committed, committed.revision]], left, signal);
}

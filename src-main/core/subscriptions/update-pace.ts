/** Limits how often progress is published. State changes are published immediately. */
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';

const PUBLISH_INTERVAL_MS = 250;

/** Resolves 250 ms after a change, immediately after a turn, or when the signal is aborted. Never rejects. */
export async function waitForNextUpdate(
  { changes, turns }: { readonly changes: ChangeSignal; readonly turns: ChangeSignal },
  seen: { readonly revision: number; readonly turn: number },
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  await changes.changedSince(seen.revision, signal).catch(() => undefined);
  if (signal.aborted) return;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const both = [clock.sleep(PUBLISH_INTERVAL_MS, either), turns.changedSince(seen.turn, either)];
  await Promise.race(both).catch(() => undefined);
  over.abort(new Error('the update was sent'));
  await Promise.allSettled(both);
}

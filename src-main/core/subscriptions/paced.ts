/** The pace at which progress is told: a few times a second, and at once when something has turned. */
import type { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';

const TOLD_EVERY_MS = 250;

/** Resolves a while after there was a change, or with a turn after `turn`, or when it is given up. Never rejects. */
export async function nextTelling(
  { changes, turns }: { readonly changes: Changes; readonly turns: Changes },
  seen: { readonly revision: number; readonly turn: number },
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  await changes.beyond(seen.revision, signal).catch(() => undefined);
  if (signal.aborted) return;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const both = [clock.sleep(TOLD_EVERY_MS, either), turns.beyond(seen.turn, either)];
  await Promise.race(both).catch(() => undefined);
  over.abort(new Error('it is told'));
  await Promise.allSettled(both);
}

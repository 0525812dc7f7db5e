import type { Clock } from '../ports/clock.ts';
import type { ChangeSignal } from './change-signal.ts';

/**
 * Resolves at the first change beyond a seen revision, after `withinMs`, or when the signal is aborted. Never rejects.
 * @param withinMs Infinity to wait without a limit
 */
export async function firstChange(
  clock: Pick<Clock, 'sleep'>,
  changed: readonly (readonly [changes: ChangeSignal, seen: number])[],
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waits = changed.map(([changes, seen]) => changes.changedSince(seen, either));
  if (Number.isFinite(withinMs)) waits.push(clock.sleep(Math.max(0, withinMs), either));
  await Promise.race(waits).catch(() => undefined);
  over.abort(new Error('something changed'));
  await Promise.allSettled(waits);
}

/** Waits for several things at once: whichever changes first, or time. */
import type { Clock } from '../ports/clock.ts';
import type { Changes } from './changes.ts';

/** Resolves at the first change beyond what was seen, after the time, or when the signal is aborted; never rejects. */
export async function firstChange(
  clock: Pick<Clock, 'sleep'>,
  changed: readonly (readonly [changes: Changes, seen: number])[],
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waits = [
    ...changed.map(([changes, seen]) => changes.beyond(seen, either)),
    clock.sleep(Math.max(0, withinMs), either),
  ];
  await Promise.race(waits).catch(() => undefined);
  over.abort(new Error('something changed'));
  await Promise.allSettled(waits);
}

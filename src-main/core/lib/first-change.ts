import type { Clock } from '../ports/clock.ts';
import type { ChangeSignal } from './change-signal.ts';

const ENDED = new Error('the wait has ended');

/** Resolves at a change after the seen revision, after `withinMs`, or when the signal is aborted. Never rejects. */
export async function firstChange(
  clock: Pick<Clock, 'sleep'>,
  changed: readonly (readonly [changes: ChangeSignal, seen: number])[],
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || changed.some(([changes, seen]) => changes.revision > seen)) return;
  // Members wait here many times a second, and `AbortSignal.any` takes longer than everything else here.
  const over = new AbortController();
  const end = () => over.abort(ENDED);
  signal.addEventListener('abort', end, { once: true });
  const waits = changed.map(([changes, seen]) => changes.changedSince(seen, over.signal));
  if (Number.isFinite(withinMs)) waits.push(clock.sleep(Math.max(0, withinMs), over.signal));
  await Promise.race(waits).catch(() => undefined);
  signal.removeEventListener('abort', end);
  end();
  await Promise.allSettled(waits);
}

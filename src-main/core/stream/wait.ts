/** Waits between two attempts. Sleep of the computer counts as waiting, because the wait ends at a point in time. */
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock, Moment } from '../ports/clock.ts';

export interface WaitEnds {
  readonly due: Moment | null;
  /** Requests to retry now. Those up to `seen` are already handled. */
  readonly retryRequests: { readonly changes: ChangeSignal; readonly seen: number };
  /** Emits when the computer woke up; the remaining time is then computed again. */
  readonly woken: ChangeSignal;
}

export async function waitFor(
  { due, retryRequests, woken }: WaitEnds,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const requested = retryRequests.changes.changedSince(retryRequests.seen, either).then(() => 'wished' as const);
  try {
    for (;;) {
      const awake = woken.changedSince(woken.revision, either).then(() => 'woken' as const);
      const ends: Promise<'wished' | 'woken' | 'due'>[] = [requested, awake];
      if (due !== null) {
        const leftMs = Math.max(0, due.elapsed - clock.elapsed());
        ends.push(clock.sleep(leftMs, either).then(() => 'due' as const));
      }
      if ((await Promise.race(ends)) !== 'woken') return;
    }
  } finally {
    over.abort(new Error('the wait is over'));
  }
}

/** The wait between two attempts. Time asleep counts as waited: it is over at a moment, not after so much being awake. */
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock, Moment } from '../ports/clock.ts';

export interface WaitEnds {
  /** `null`: only a wish ends it. */
  readonly due: Moment | null;
  /** Somebody asks for the next attempt now; what was asked up to `seen` has been heard. */
  readonly retryRequests: { readonly changes: ChangeSignal; readonly seen: number };
  /** The computer woke up, so what is left is reckoned anew. */
  readonly woken: ChangeSignal;
}

/** Resolves when the wait is over. @throws the signal's reason */
export async function waitFor(
  { due, retryRequests, woken }: WaitEnds,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const wished = retryRequests.changes.changedSince(retryRequests.seen, either).then(() => 'wished' as const);
  try {
    for (;;) {
      const awake = woken.changedSince(woken.revision, either).then(() => 'woken' as const);
      const ends: Promise<'wished' | 'woken' | 'due'>[] = [wished, awake];
      if (due !== null) {
        const leftMs = Math.max(0, due.elapsed - clock.elapsed());
        ends.push(clock.sleep(leftMs, either).then(() => 'due' as const));
      }
      // oxlint-disable-next-line no-await-in-loop -- the rest of the wait, each time
      if ((await Promise.race(ends)) !== 'woken') return;
    }
  } finally {
    over.abort(new Error('the wait is over'));
  }
}

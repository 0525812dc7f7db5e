/**
 * Pings an address while events are received and stored, so that another system notices when Watchfloor, its computer
 * or its connection is gone (a dead man's switch).
 */
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { OutletResponse } from '../ports/outlets.ts';
import type { WatchState } from '../watch-state.ts';

export interface HeartbeatParts {
  readonly watching: Pick<WatchState, 'stream' | 'storage' | 'transitions' | 'nextChangeIn'>;
  readonly clock: Clock;
  readonly everySeconds: number;
  readonly ping: (signal: AbortSignal) => Promise<OutletResponse>;
  readonly onResponse: (response: OutletResponse) => void;
}

/** Resolves when the signal is aborted. */
export async function runHeartbeat(parts: HeartbeatParts, signal: AbortSignal): Promise<void> {
  const { watching, clock, everySeconds } = parts;
  const isWell = () => watching.stream.kind === 'watching' && watching.storage.kind === 'storing';
  let dueAt = clock.monotonic();
  while (!signal.aborted) {
    const { revision } = watching.transitions;
    if (isWell() && clock.monotonic() >= dueAt) {
      dueAt = clock.monotonic() + everySeconds * 1_000;
      await pingWhileWell(parts, isWell, signal);
    }
    const wait = Math.min(dueAt - clock.monotonic(), watching.nextChangeIn() ?? Infinity);
    await firstChange(clock, [[watching.transitions, revision]], isWell() ? wait : Infinity, signal);
  }
}

/** A ping that is under way when the signal is lost is cut off. */
async function pingWhileWell(
  { watching, clock, ping, onResponse }: HeartbeatParts,
  isWell: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const pinged = ping(either)
    .then(onResponse, () => undefined)
    .finally(() => over.abort(new Error('the ping has ended')));
  while (!either.aborted && isWell()) {
    const { revision } = watching.transitions;
    await firstChange(clock, [[watching.transitions, revision]], watching.nextChangeIn() ?? Infinity, either);
  }
  over.abort(new Error('watching has ended'));
  await pinged;
}

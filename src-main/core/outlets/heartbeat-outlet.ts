/** Pings while events are stored, so that another system notices when Watchfloor is gone (a dead man's switch). */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import { TICK_MS } from '../lib/time-steps.ts';
import { Timekeeper } from '../lib/timekeeper.ts';
import type { WatchState } from '../watch-state.ts';
import type { ReceiverResponse } from './receiver-response.ts';

export interface HeartbeatParts {
  readonly watching: Pick<WatchState, 'stream' | 'storage' | 'transitions'>;
  readonly clock: Clock;
  readonly everySeconds: number;
  readonly write: () => Promise<boolean>;
  readonly ping: (signal: AbortSignal) => Promise<ReceiverResponse>;
  readonly onResponse: (response: ReceiverResponse) => void;
}

/** A process that stood still for longer does not know whether its stream is alive. */
const FROZEN_MS = 5_000;
/** After that, what waited in the socket was read. Later events show that the stream is alive. */
const BUFFERED_MS = 5_000;

export async function runHeartbeat(parts: HeartbeatParts, signal: AbortSignal): Promise<void> {
  const { watching, clock, everySeconds } = parts;
  const isWell = wellness(parts);
  let dueAt = clock.monotonic();
  while (!signal.aborted) {
    const { revision } = watching.transitions;
    if (isWell() && clock.monotonic() >= dueAt && (await isWritten(parts, signal)) && isWell()) {
      dueAt = clock.monotonic() + everySeconds * 1_000;
      await pingWhileWell(parts, isWell, signal);
    }
    await firstChange(clock, [[watching.transitions, revision]], TICK_MS, signal);
  }
}

/** Call the check once a second. After the process stood still it is false until a later event has arrived. */
function wellness({ watching, clock }: Pick<HeartbeatParts, 'watching' | 'clock'>): () => boolean {
  let aliveFrom = Number.NEGATIVE_INFINITY;
  const time = new Timekeeper(clock, FROZEN_MS, ({ kind }, now) => {
    if (kind !== 'clock-set') aliveFrom = now.elapsed + BUFFERED_MS;
  });
  return () => {
    time.tick();
    const { stream, storage } = watching;
    if (stream.kind !== 'watching' || storage.kind !== 'storing') return false;
    return clock.elapsed() - (clock.now() - stream.lastEventAt) >= aliveFrom;
  };
}

/** The state of storing is known only after a write, and a quiet service causes none for half a minute. */
function isWritten({ write }: HeartbeatParts, signal: AbortSignal): Promise<boolean> {
  return abortable(write(), signal).catch(() => false);
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
    await firstChange(clock, [[watching.transitions, revision]], TICK_MS, either);
  }
  over.abort(new Error('watching has ended'));
  await pinged;
}

/** Leaves the stream to a member that reaches the log (TEAM-9): a holder that is alone does not know of a new one. */
import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { StreamState } from '../ports/source.ts';

/** A holder that is alone opens no stream for this long after a planned end. */
export const FREE_SEAT_MS = 15_000;
/** The service ends each session after this time (`docs/service.md` §3.3). */
const SESSION_MS = 30 * 60_000;
/** The new holder asks at this interval. Three requests fall into the time in which the stream is free. */
const ASK_MS = 5_000;
/** The clocks of the two computers may differ by this much. */
const CLOCK_OFFSET_MS = 10_000;

/** Returns the state to show while the stream is free; null if `state` is not the planned end of a session. */
export function freeSeat(state: StreamState, now: Moment): StreamState | null {
  if (state.kind !== 'connecting' || state.last?.kind !== 'retry') return null;
  const { last: step, blindSince, attempt } = state;
  if (step.cause.kind !== 'session-ended') return null;
  const nextAttempt = { at: now.at + FREE_SEAT_MS, elapsed: now.elapsed + FREE_SEAT_MS };
  return { kind: 'waiting', blindSince, attempt, step: { ...step, delayMs: FREE_SEAT_MS }, nextAttempt };
}

/** Returns the time until the new holder asks again, in ms; null if the planned end is over. */
function askInMs(sessionSince: number, now: number): number | null {
  const first = sessionSince + SESSION_MS - CLOCK_OFFSET_MS;
  const last = sessionSince + SESSION_MS + FREE_SEAT_MS + CLOCK_OFFSET_MS;
  if (now < first) return first - now;
  return now < last ? ASK_MS : null;
}

interface AskOptions {
  readonly clock: Clock;
  readonly seat: { readonly changed: ChangeSignal; readonly lostSessionSince: number | null };
  readonly retryNow: () => void;
}

export async function askWhenFree({ clock, seat, retryNow }: AskOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { revision } = seat.changed;
    const since = seat.lostSessionSince;
    const inMs = since === null ? null : askInMs(since, clock.now());
    if (inMs === null) await firstChange(clock, [[seat.changed, revision]], Number.POSITIVE_INFINITY, signal);
    else {
      // A later session also has a later end, so no change shortens this wait.
      await firstChange(clock, [], inMs, signal);
      if (!signal.aborted && seat.lostSessionSince === since) retryNow();
    }
  }
}

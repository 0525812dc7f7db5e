/** Derives the status at a given time, by elapsed time: setting the wall clock neither hides nor causes blindness. */
import { withBlindness } from '../../../src-shared/api/stream/blindness.ts';
import { MAX_RECONNECT_MS } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Moment } from '../ports/clock.ts';
import type { StreamState } from '../ports/source.ts';
import { wallTimeOf } from '../lib/moment.ts';

export function beginsLoss(before: StreamState, after: StreamState): boolean {
  return before.kind === 'watching' && after.kind !== 'watching';
}

/** `docs/using.md` "The signal". Times are by the wall clock of `now`; the last loss or watching began at `lostAt`. */
export function streamStatus(state: StreamState, now: Moment, blindAfterMs: number, lostAt: Moment): StreamStatus {
  const base = timeBase(state, now);
  return withBlindness(connectionStatus(state, base, lostAt), wallTimeOf(now, base), blindAfterMs);
}

/**
 * To the second, because the two clocks are never read at the same instant: a fraction of a millisecond would make the
 * page draw everything that shows the signal with each snapshot.
 */
function timeBase(state: StreamState, now: Moment): Moment {
  const start = state.kind === 'watching' || state.kind === 'stopped' ? state.since : state.blindSince;
  const setByMs = Math.round((wallTimeOf(start, now) - start.at) / 1_000) * 1_000;
  return { at: start.at + setByMs, elapsed: start.elapsed };
}

function connectionStatus(state: StreamState, now: Moment, lostAt: Moment): StreamStatus {
  switch (state.kind) {
    case 'watching':
      // May be blind: if the store cannot write, the stream is not read and no watchdog hangs up.
      return {
        kind: 'watching',
        since: wallTimeOf(state.since, now),
        lastEventAt: wallTimeOf(state.lastEvent, now),
        lastHeartbeatAt: state.lastHeartbeat && wallTimeOf(state.lastHeartbeat, now),
        ...(state.heldBackMs !== undefined && { heldBackMs: state.heldBackMs }),
        ...(state.team && { team: state.team }),
      };
    case 'stopped':
      return { kind: 'stopped', since: wallTimeOf(state.since, now) };
    case 'connecting':
    case 'waiting': {
      const step = state.kind === 'waiting' ? state.step : state.last;
      const nextAttempt = state.kind === 'waiting' ? state.nextAttempt : null;
      const since = wallTimeOf(state.blindSince, now);
      const common = { since, attempt: state.attempt, nextAttemptAt: nextAttempt && wallTimeOf(nextAttempt, now) };
      if (state.kind === 'waiting' && state.step.kind === 'sign-in-needed')
        return { kind: 'sign-in-needed', since, cause: state.step.cause, nextAttemptAt: null };
      if (step?.kind === 'retry' && step.shown === 'sign-in-needed')
        return { kind: 'sign-in-needed', since, cause: step.cause, nextAttemptAt: common.nextAttemptAt };
      if (step?.kind === 'retry' && step.shown === 'seat-taken')
        return { kind: 'seat-taken', ...common, cause: step.cause };
      // An attempt after `sign-in-needed` starts because something changed, so the old cause no longer applies.
      const cause = step?.kind === 'sign-in-needed' ? null : (step?.cause ?? null);
      return { kind: 'reconnecting', ...common, cause, lostAt: wallTimeOf(lostAt, now) };
    }
    default:
      return assertNever(state);
  }
}

/** Returns the ms of elapsed time after `now` until `streamStatus` changes without an event; null if it does not. */
export function nextStatusChangeIn(
  state: StreamState,
  now: Moment,
  blindAfterMs: number,
  lostAt: Moment,
): number | null {
  if (state.kind === 'stopped') return null;
  const blindAt =
    state.kind === 'watching'
      ? state.lastEvent.elapsed + blindAfterMs
      : Math.min(state.blindSince.elapsed + blindAfterMs, lostAt.elapsed + MAX_RECONNECT_MS);
  const blindIn = blindAt - now.elapsed;
  if (blindIn <= 0) return null;
  const then = { at: now.at + blindIn, elapsed: now.elapsed + blindIn };
  const kindAt = (when: Moment) => streamStatus(state, when, blindAfterMs, lostAt).kind;
  const turnsBlind = kindAt(now) !== kindAt(then);
  return turnsBlind ? blindIn : null;
}

/**
 * True if the change is urgent: not another event, unless the time before it may have turned the status blind. Half the
 * limit, because status and transition are not evaluated at the same instant.
 */
export function isTransition(before: StreamState, after: StreamState, blindAfterMs: number): boolean {
  if (before.kind !== 'watching' || after.kind !== 'watching') return true;
  if (before.since.elapsed !== after.since.elapsed) return true;
  if ((before.heldBackMs === undefined) !== (after.heldBackMs === undefined)) return true;
  if (before.team?.kind !== after.team?.kind) return true;
  return after.lastEvent.elapsed - before.lastEvent.elapsed > blindAfterMs / 2;
}

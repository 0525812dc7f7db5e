/**
 * What the source knows of the stream, and what is said of it at a given moment. The difference between reconnecting
 * and blind is only the time since the last complete event, so it is computed when asked and never stored. It is
 * counted in elapsed time: setting the wall clock neither hides blindness nor makes it up.
 */
import type { StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Moment } from '../ports/clock.ts';
import { wallTimeOf } from './moment.ts';
import type { NextStep } from './reconnect-policy.ts';

export type StreamState =
  | {
      readonly kind: 'watching';
      /** First complete event of the connection. */
      readonly since: Moment;
      readonly lastEvent: Moment;
      readonly lastHeartbeat: Moment | null;
    }
  | {
      readonly kind: 'connecting';
      /** Last complete event, or the start of watching. */
      readonly blindSince: Moment;
      readonly attempt: number;
      /** Why the attempt before this one failed. */
      readonly last: NextStep | null;
    }
  | {
      readonly kind: 'waiting';
      readonly blindSince: Moment;
      readonly attempt: number;
      readonly step: NextStep;
      readonly nextAttempt: Moment | null;
    }
  | { readonly kind: 'stopped'; readonly since: Moment };

/** Times are told by the wall clock of `now`; see `product.md`, The signal. */
export function streamStatus(state: StreamState, now: Moment, blindAfterMs: number): StreamStatus {
  const isBlind = (since: Moment): boolean => now.elapsed - since.elapsed >= blindAfterMs;
  switch (state.kind) {
    case 'watching': {
      const lastEventAt = wallTimeOf(state.lastEvent, now);
      // Held back by a store that cannot write, the stream is not read and no watchdog hangs up.
      if (isBlind(state.lastEvent))
        return { kind: 'blind', since: lastEventAt, cause: null, attempt: 1, nextAttemptAt: null };
      return {
        kind: 'watching',
        since: wallTimeOf(state.since, now),
        lastEventAt,
        lastHeartbeatAt: state.lastHeartbeat && wallTimeOf(state.lastHeartbeat, now),
      };
    }
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
      // Whoever is asked again has been given something, so what was missing before says nothing of it.
      const cause = step?.kind === 'sign-in-needed' ? null : (step?.cause ?? null);
      return { kind: isBlind(state.blindSince) ? 'blind' : 'reconnecting', ...common, cause };
    }
    default:
      return assertNever(state);
  }
}

/**
 * In how many ms of elapsed time `streamStatus` will change by that passing alone; `null` if it will not. A delay, so
 * that whoever asks late is told of a change as near as it is.
 */
export function nextStatusChangeIn(state: StreamState, now: Moment, blindAfterMs: number): number | null {
  if (state.kind === 'stopped') return null;
  const freshest = state.kind === 'watching' ? state.lastEvent : state.blindSince;
  const blindIn = freshest.elapsed + blindAfterMs - now.elapsed;
  if (blindIn <= 0) return null;
  const then = { at: now.at + blindIn, elapsed: now.elapsed + blindIn };
  const turnsBlind = streamStatus(state, now, blindAfterMs).kind !== streamStatus(state, then, blindAfterMs).kind;
  return turnsBlind ? blindIn : null;
}

/**
 * A further event of the same connection is none, unless so much time lay before it that time alone may have turned us
 * blind: who was told that must be told of its end. Half of that time, since the two are not told in one instant.
 */
export function isTransition(before: StreamState, after: StreamState, blindAfterMs: number): boolean {
  if (before.kind !== 'watching' || after.kind !== 'watching') return true;
  if (before.since.elapsed !== after.since.elapsed) return true;
  return after.lastEvent.elapsed - before.lastEvent.elapsed > blindAfterMs / 2;
}

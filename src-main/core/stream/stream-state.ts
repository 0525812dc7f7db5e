/**
 * What the supervisor knows, and what is said of it at a given moment. The difference between reconnecting and blind
 * is only the time since the last complete event, so it is computed when asked and never stored.
 */
import type { StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { NextStep } from './reconnect-policy.ts';

export type StreamState =
  | {
      readonly kind: 'watching';
      readonly since: number;
      readonly lastEventAt: number;
      readonly lastHeartbeatAt: number | null;
    }
  | {
      readonly kind: 'connecting';
      /** Last complete event, or the start of watching. */
      readonly blindSince: number;
      readonly attempt: number;
      /** Why the attempt before this one failed. */
      readonly last: NextStep | null;
    }
  | {
      readonly kind: 'waiting';
      readonly blindSince: number;
      readonly attempt: number;
      readonly step: NextStep;
      readonly nextAttemptAt: number | null;
    }
  | { readonly kind: 'stopped'; readonly since: number };

/** `now` and `blindAfterMs` in milliseconds; see `product.md`, The signal. */
export function streamStatus(state: StreamState, now: number, blindAfterMs: number): StreamStatus {
  switch (state.kind) {
    case 'watching':
      // Held back by a store that cannot write, the stream is not read and no watchdog hangs up.
      if (now - state.lastEventAt >= blindAfterMs)
        return { kind: 'blind', since: state.lastEventAt, cause: null, attempt: 1, nextAttemptAt: null };
      return {
        kind: 'watching',
        since: state.since,
        lastEventAt: state.lastEventAt,
        lastHeartbeatAt: state.lastHeartbeatAt,
      };
    case 'stopped':
      return { kind: 'stopped', since: state.since };
    case 'connecting':
    case 'waiting': {
      const step = state.kind === 'waiting' ? state.step : state.last;
      const nextAttemptAt = state.kind === 'waiting' ? state.nextAttemptAt : null;
      const common = { since: state.blindSince, attempt: state.attempt, nextAttemptAt };
      if (state.kind === 'waiting' && state.step.kind === 'sign-in-needed')
        return { kind: 'sign-in-needed', since: state.blindSince, cause: state.step.cause };
      if (step?.kind === 'retry' && step.shown === 'seat-taken')
        return { kind: 'seat-taken', ...common, cause: step.cause };
      const kind = now - state.blindSince >= blindAfterMs ? 'blind' : 'reconnecting';
      return { kind, ...common, cause: step?.cause ?? null };
    }
    default:
      return assertNever(state);
  }
}

/** When `streamStatus` will change by the passing of time alone; `null` if it will not. */
export function nextStatusChangeAt(state: StreamState, now: number, blindAfterMs: number): number | null {
  if (state.kind === 'stopped') return null;
  const blindAt = (state.kind === 'watching' ? state.lastEventAt : state.blindSince) + blindAfterMs;
  const turnsBlind = streamStatus(state, now, blindAfterMs).kind !== streamStatus(state, blindAt, blindAfterMs).kind;
  return turnsBlind && blindAt > now ? blindAt : null;
}

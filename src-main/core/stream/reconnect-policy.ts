/**
 * The reconnect policy: how an attempt ended, and what happened before, decide the next step. Pure; the table in
 * `test/unit/core/stream/reconnect-policy.test.ts` is its specification. It never waits and never connects.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import type { Cause } from '../../../src-shared/domain/stream-status.ts';
import type { AttemptEnd } from '../ports/stream-client.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import { causeOf, renewingTokenCause, seatTakenCause } from './cause.ts';

export type AttemptOutcome =
  | Exclude<AttemptEnd, { kind: 'aborted' }>
  /** No attempt was made: there is no access token. */
  | { readonly kind: 'no-token'; readonly refusal: TokenRefusal };

export interface ReconnectContext {
  /** Consecutive ends, this one included, from 1; an end after steady watching begins anew. */
  readonly failures: number;
  /** SUBSCRIPTION_ENDED was the last event: the planned end of a session. */
  readonly endAnnounced: boolean;
  /** Connections in a row, this one included, that were closed at once and told us nothing of the domain. */
  readonly evictions: number;
  /**
   * Refusals in a row, this one included, that said the seat is taken; 0 for the one right after a session of our own,
   * whose seat the service may not have cleared yet.
   */
  readonly seatRefusals: number;
  /** The 401 before this one was answered with a new token, and nothing else came between. */
  readonly tokenRenewed: boolean;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

export type NextStep =
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
      /** Ask the issuer for a new token first. */
      readonly renewToken: boolean;
      readonly shown: 'reconnecting' | 'seat-taken';
      readonly cause: Cause;
    }
  /** No further attempt until a person acts. */
  | { readonly kind: 'sign-in-needed'; readonly cause: Cause };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** One eviction may be chance and two bad luck; three say that somebody else holds the seat. */
const EVICTIONS_THAT_MEAN_TAKEN = 3;

const CAP_MS = 30 * SECOND;
/** Certificates and addresses are mended by people: asking more often only fills their logs. */
const MISCONFIGURED_BASE_MS = 30 * SECOND;
const MISCONFIGURED_CAP_MS = MINUTE;
/** Time enough for a service to notice that our own connection is gone. */
const OWN_SEAT_MS = 5 * SECOND;
const SEAT_BASE_MS = MINUTE;
const SEAT_CAP_MS = 5 * MINUTE;
/** A missing right is granted by a person; four requests an hour notice it soon enough. */
const FORBIDDEN_MS = 15 * MINUTE;
/** A Retry-After of a year is a mistake; a shift cannot wait for it. */
const RETRY_AFTER_CAP_MS = 15 * MINUTE;

export function nextStep(outcome: AttemptOutcome, context: ReconnectContext): NextStep {
  const cause = causeOf(outcome, context.endAnnounced);
  const retry = (delayMs: number): NextStep => ({
    kind: 'retry',
    delayMs,
    renewToken: false,
    shown: 'reconnecting',
    cause,
  });
  const backoff = (baseMs = SECOND, capMs = CAP_MS) =>
    backoffMs({ failures: context.failures, baseMs, capMs, random: context.random });
  const misconfigured = () => backoff(MISCONFIGURED_BASE_MS, MISCONFIGURED_CAP_MS);
  const seatTaken = (times: number): NextStep => ({
    kind: 'retry',
    // No jitter: two clients that both wait at least a minute cannot fight.
    delayMs: times === 0 ? OWN_SEAT_MS : Math.min(SEAT_CAP_MS, SEAT_BASE_MS * 2 ** Math.min(times - 1, 10)),
    renewToken: false,
    shown: 'seat-taken',
    cause: seatTakenCause(cause.code),
  });

  switch (outcome.kind) {
    case 'closed':
    case 'lost':
    case 'silent':
      if (context.evictions >= EVICTIONS_THAT_MEAN_TAKEN)
        return seatTaken(context.evictions - EVICTIONS_THAT_MEAN_TAKEN + 1);
      // The planned end: at once. Later failures fall through to the backoff, or a service that ends every session
      // at its start would be asked in a tight loop.
      if (context.endAnnounced && context.failures === 1) return retry(0);
      // The service's `retry` says how often at most; the first retry ignores it, since every second is blind.
      return retry(backoff(context.failures === 1 ? SECOND : Math.max(SECOND, outcome.retryMs ?? 0)));
    case 'unreachable':
      return retry(outcome.tls ? misconfigured() : backoff());
    case 'redirected':
      return retry(misconfigured());
    case 'not-a-stream':
      return retry(backoff());
    case 'no-token':
      return outcome.refusal.kind === 'refused' ? { kind: 'sign-in-needed', cause } : retry(backoff());
    case 'refused':
      return afterRefusal(outcome);
    default:
      return assertNever(outcome);
  }

  function afterRefusal({ status, retryAfterMs }: Extract<AttemptOutcome, { kind: 'refused' }>): NextStep {
    if (status === 401)
      return context.tokenRenewed
        ? { kind: 'sign-in-needed', cause }
        : { kind: 'retry', delayMs: 0, renewToken: true, shown: 'reconnecting', cause: renewingTokenCause };
    if (status === 403) return retry(FORBIDDEN_MS);
    if (status === 409 || status === 423) return seatTaken(context.seatRefusals);
    // Never earlier than asked, and a little later each time, so that clients do not return together.
    const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS) * (1 + context.random / 10);
    const mayPass = status >= 500 || status === 429 || status === 408;
    return retry(Math.max(mayPass ? backoff() : misconfigured(), Math.ceil(asked)));
  }
}

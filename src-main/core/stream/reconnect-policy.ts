/**
 * The reconnect policy: how an attempt ended, and what happened before, decide the next step. Pure; the table in
 * `test/unit/core/stream/reconnect-policy.test.ts` is its specification. It never waits and never connects.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import type { Cause } from '../../../src-shared/domain/stream-status.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { causeOf, faultCause, renewingTokenCause, seatTakenCause } from './cause.ts';

export interface ReconnectContext {
  /** Consecutive ends, this one included, from 1; an end after steady watching begins anew. */
  readonly failures: number;
  /** SUBSCRIPTION_ENDED was the last event: the planned end of a session. */
  readonly endAnnounced: boolean;
  /** Connections in a row, this one included, that were closed at once and told us nothing of the domain. */
  readonly evictions: number;
  /** Sessions in a row, this one included, that the service closed unannounced before they were 45 s old. */
  readonly contested: number;
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
/** The same of sessions that were cut short. */
const CONTESTED_THAT_MEAN_TAKEN = 3;
/**
 * Where the newer client wins, each comes back so long after the other threw it out, which is one session: sooner than
 * 45 s, or neither would notice, and no more than 24 connects in ten minutes. The jitter keeps two apart that lost the
 * seat together.
 */
const CONTESTED_MS = 30 * SECOND;
const CONTESTED_JITTER_MS = 10 * SECOND;

const BASE_MS = SECOND;
const CAP_MS = 30 * SECOND;
/**
 * Certificates, proxies and addresses are mended by people: asking more often only fills their logs. At most twelve
 * requests in ten minutes: the first wait from 30 s, later ones from 55 s.
 */
const MISCONFIGURED_FIRST_MS = 30 * SECOND;
const MISCONFIGURED_FIRST_JITTER_MS = 15 * SECOND;
const MISCONFIGURED_MS = 55 * SECOND;
const MISCONFIGURED_JITTER_MS = 5 * SECOND;
/** Time enough for a service to notice that our own connection is gone. */
const OWN_SEAT_MS = 5 * SECOND;
const SEAT_BASE_MS = MINUTE;
const SEAT_CAP_MS = 5 * MINUTE;
/** A missing right is granted by a person; four requests an hour notice it soon enough. */
const FORBIDDEN_MS = 15 * MINUTE;
/** A Retry-After of a year is a mistake; a shift cannot wait for it. */
const RETRY_AFTER_CAP_MS = 15 * MINUTE;

export function nextStep(outcome: AttemptOutcome, context: ReconnectContext): NextStep {
  const { failures, random } = context;
  const cause = causeOf(outcome, context.endAnnounced);
  const retry = (delayMs: number): NextStep => ({
    kind: 'retry',
    delayMs,
    renewToken: false,
    shown: 'reconnecting',
    cause,
  });
  const backoff = (baseMs = BASE_MS) => backoffMs({ failures, baseMs, capMs: CAP_MS, random });
  const misconfigured = () =>
    Math.floor(
      failures === 1
        ? MISCONFIGURED_FIRST_MS + random * MISCONFIGURED_FIRST_JITTER_MS
        : MISCONFIGURED_MS + random * MISCONFIGURED_JITTER_MS,
    );
  /** Never earlier than asked, and a little later each time, so that clients do not return together. */
  const noSoonerThan = (askedMs: number | null, delayMs: number) =>
    Math.max(delayMs, Math.ceil(Math.min(askedMs ?? 0, RETRY_AFTER_CAP_MS) * (1 + random / 10)));
  const seatTaken = (delayMs: number): NextStep => ({
    kind: 'retry',
    delayMs,
    renewToken: false,
    shown: 'seat-taken',
    cause: seatTakenCause(cause),
  });
  // No jitter: two clients that both wait at least a minute cannot fight.
  const seatBackoff = (times: number) => Math.min(SEAT_CAP_MS, SEAT_BASE_MS * 2 ** Math.min(times - 1, 10));

  switch (outcome.kind) {
    case 'closed':
    case 'lost':
    case 'silent':
      if (context.evictions >= EVICTIONS_THAT_MEAN_TAKEN)
        return seatTaken(seatBackoff(context.evictions - EVICTIONS_THAT_MEAN_TAKEN + 1));
      if (context.contested >= CONTESTED_THAT_MEAN_TAKEN)
        return seatTaken(Math.floor(CONTESTED_MS + random * CONTESTED_JITTER_MS));
      // The planned end: at once. Later failures fall through to the backoff, or a service that ends every session
      // at its start would be asked in a tight loop.
      if (context.endAnnounced && failures === 1) return retry(0);
      // The service's `retry` says how often at most; the first retry ignores it, since every second is blind.
      return retry(backoff(failures === 1 ? BASE_MS : Math.max(BASE_MS, outcome.retryMs ?? 0)));
    case 'unreachable':
      return retry(outcome.about === 'network' ? backoff() : misconfigured());
    case 'redirected':
      return retry(misconfigured());
    case 'no-answer':
    case 'not-a-stream':
      return retry(backoff());
    case 'consumer-failed':
      return faultStep(failures, random);
    case 'slept':
      return retry(0);
    case 'no-token':
      return afterTokenRefusal(outcome.refusal);
    case 'refused':
      return afterRefusal(outcome);
    default:
      return assertNever(outcome);
  }

  function afterTokenRefusal(refusal: TokenRefusal): NextStep {
    switch (refusal.kind) {
      case 'refused':
      case 'no-grant':
        return { kind: 'sign-in-needed', cause };
      case 'unavailable':
        return retry(noSoonerThan(refusal.retryAfterMs, refusal.tls ? misconfigured() : backoff()));
      case 'not-oauth':
        return retry(backoff());
      default:
        return assertNever(refusal);
    }
  }

  function afterRefusal({ status, retryAfterMs }: Extract<AttemptOutcome, { kind: 'refused' }>): NextStep {
    if (status === 401)
      return context.tokenRenewed
        ? { kind: 'sign-in-needed', cause }
        : { kind: 'retry', delayMs: 0, renewToken: true, shown: 'reconnecting', cause: renewingTokenCause(cause) };
    if (status === 403) return retry(FORBIDDEN_MS);
    if (status === 409 || status === 423)
      return seatTaken(context.seatRefusals === 0 ? OWN_SEAT_MS : seatBackoff(context.seatRefusals));
    const mayPass = status >= 500 || status === 429 || status === 408;
    return retry(noSoonerThan(retryAfterMs, mayPass ? backoff() : misconfigured()));
  }
}

/** After a bug of ours: again, with the usual backoff. */
export function faultStep(failures: number, random: number): NextStep {
  const delayMs = backoffMs({ failures, baseMs: BASE_MS, capMs: CAP_MS, random });
  return { kind: 'retry', delayMs, renewToken: false, shown: 'reconnecting', cause: faultCause };
}

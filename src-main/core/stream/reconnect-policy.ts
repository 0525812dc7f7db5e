/**
 * The reconnect policy: how an attempt ended, and what happened before, decide the next step. Pure; the table in
 * `test/unit/core/stream/reconnect-policy.test.ts` is its specification. It never waits and never connects.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { InterruptionCause, ServiceResponse } from '../../../src-shared/domain/stream-status.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { MIN_ENDS_FOR_LIMIT } from './stream-history.ts';
import {
  causeOf,
  faultCause,
  ownSeatCause,
  pathLimitCause,
  refusedOnceCause,
  renewingTokenCause,
  seatTakenCause,
} from './cause.ts';

export interface ReconnectContext {
  /** Consecutive ends, this one included, from 1; an end after steady watching begins anew. */
  readonly failures: number;
  /** SUBSCRIPTION_ENDED was the last event: the planned end of a session. */
  readonly endAnnounced: boolean;
  /** Connections in a row, this one included, that were closed at once and told us nothing of the domain. */
  readonly evictions: number;
  /** Sessions in a row, this one included, that the service closed unannounced before they were 45 s old. */
  readonly contested: number;
  /** The age in ms at which something on the path ends every stream, if this stream ended at it; else `null`. */
  readonly limitMs: number | null;
  /** Refusals in a row, this one included, that said the seat is taken. */
  readonly seatRefusals: number;
  /** These refusals began right after a session of our own, which the service may still count. */
  readonly isOwnSeat: boolean;
  /** Refusals of the same kind in a row, this one included: of the sign-in, of the right to subscribe, or others. */
  readonly refusals: number;
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
      readonly shown: 'reconnecting' | 'seat-taken' | 'sign-in-needed';
      readonly cause: InterruptionCause;
    }
  /** Only a person can bring what is missing, so there is no further attempt until something changes. */
  | { readonly kind: 'sign-in-needed'; readonly cause: InterruptionCause };

type Retry = Extract<NextStep, { kind: 'retry' }>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** One eviction may be chance and two bad luck; three say that somebody else holds the seat. */
const MIN_EVICTIONS_FOR_SEAT_TAKEN = 3;
/** Sessions that were cut short say the same. By then a limit of the path would be known. */
const MIN_CONTESTED_FOR_SEAT_TAKEN = MIN_ENDS_FOR_LIMIT;
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
/** In this time a service notices that our own connection is gone. It is asked twice before another is suspected. */
const OWN_SEAT_MS = [5 * SECOND, 15 * SECOND] as const;
/** The path ends the stream at a known age, so nothing is gained by waiting. The jitter keeps clients apart. */
const LIMIT_JITTER_MS = 200;
const SEAT_BASE_MS = MINUTE;
const SEAT_CAP_MS = 2 * MINUTE;
/** A single refusal says nothing about the future. It is asked again soon, then after twice the time each. */
const REFUSED_FIRST_MS = 30 * SECOND;
/** Rights and secrets are mended by people, and an issuer may lock a client that asks too often. With jitter below 5 min. */
const MANUAL_FIX_CAP_MS = 4 * MINUTE;
/** A gateway with old keys and a firewall mend themselves. With the jitter at most a minute. */
const TRANSIENT_CAP_MS = 50 * SECOND;
/**
 * A Retry-After may be a proxy's canned answer, so the first one is believed for less than a minute and each further one
 * for twice as long. One of a year is a mistake; a shift cannot wait for it.
 */
const FIRST_RETRY_AFTER_CAP_MS = 50 * SECOND;
const RETRY_AFTER_CAP_MS = 15 * MINUTE;

export function nextStep(outcome: AttemptOutcome, context: ReconnectContext): NextStep {
  const { failures, random, refusals } = context;
  const cause = causeOf(outcome, context.endAnnounced);
  const retry = (delayMs: number, changes: Partial<Retry> = {}): Retry => ({
    kind: 'retry',
    delayMs,
    renewToken: false,
    shown: 'reconnecting',
    cause,
    ...changes,
  });
  const backoff = (baseMs = BASE_MS) => backoffMs({ failures, baseMs, capMs: CAP_MS, random });
  const misconfigured = () =>
    Math.floor(
      failures === 1
        ? MISCONFIGURED_FIRST_MS + random * MISCONFIGURED_FIRST_JITTER_MS
        : MISCONFIGURED_MS + random * MISCONFIGURED_JITTER_MS,
    );
  /** Not earlier than asked, and a little later each time, so that clients do not return together. */
  const noSoonerThan = (askedMs: number | null, delayMs: number) => {
    const cap = Math.min(RETRY_AFTER_CAP_MS, FIRST_RETRY_AFTER_CAP_MS * doubling);
    return Math.max(delayMs, Math.ceil(Math.min(askedMs ?? 0, cap) * (1 + random / 10)));
  };
  const doubling = 2 ** Math.min(Math.max(0, refusals - 1), 10);
  /** Twice as long each time, and up to a fifth more. */
  const refusedBackoff = (capMs: number) => Math.floor(Math.min(capMs, REFUSED_FIRST_MS * doubling) * (1 + random / 5));
  const signInRefused = (capMs: number) => retry(refusedBackoff(capMs), { shown: 'sign-in-needed' });
  const seatTaken = (delayMs: number) => retry(delayMs, { shown: 'seat-taken', cause: seatTakenCause(cause) });
  // No jitter: two clients that both wait at least a minute cannot fight.
  const seatBackoff = (times: number) => Math.min(SEAT_CAP_MS, SEAT_BASE_MS * 2 ** Math.min(times - 1, 10));

  switch (outcome.kind) {
    case 'closed':
    case 'lost':
    case 'silent':
      if (context.limitMs !== null)
        return retry(Math.floor(random * LIMIT_JITTER_MS), { cause: pathLimitCause(cause, context.limitMs) });
      if (context.evictions >= MIN_EVICTIONS_FOR_SEAT_TAKEN)
        return seatTaken(seatBackoff(context.evictions - MIN_EVICTIONS_FOR_SEAT_TAKEN + 1));
      if (context.contested >= MIN_CONTESTED_FOR_SEAT_TAKEN)
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
        return signInRefused(MANUAL_FIX_CAP_MS);
      case 'no-grant':
        return onlyPersonBrings(refusal.why) ? { kind: 'sign-in-needed', cause } : signInRefused(MANUAL_FIX_CAP_MS);
      case 'unavailable':
        return retry(noSoonerThan(refusal.retryAfterMs, refusal.tls ? misconfigured() : backoff()));
      case 'not-oauth':
        return retry(backoff());
      default:
        return assertNever(refusal);
    }
  }

  function afterRefusal({ status, retryAfterMs }: Extract<AttemptOutcome, { kind: 'refused' }>): NextStep {
    if (status === 401) {
      if (context.tokenRenewed) return signInRefused(TRANSIENT_CAP_MS);
      // After an earlier refusal that stays shown until a new token is accepted.
      return retry(0, {
        renewToken: true,
        ...(refusals > 0 ? { shown: 'sign-in-needed' } : { cause: renewingTokenCause(cause) }),
      });
    }
    if (status === 403) {
      const isService = isJson(cause.answer);
      const isUnclear = refusals === 1 && cause.kind === 'forbidden' && !isService;
      return retry(
        refusedBackoff(isService ? MANUAL_FIX_CAP_MS : TRANSIENT_CAP_MS),
        isUnclear ? { cause: refusedOnceCause(cause) } : {},
      );
    }
    if (status === 409 || status === 423) return afterSeatRefusal();
    const mayPass = status >= 500 || status === 429 || status === 408;
    return retry(noSoonerThan(retryAfterMs, mayPass ? backoff() : misconfigured()));
  }

  function afterSeatRefusal(): NextStep {
    if (!context.isOwnSeat) return seatTaken(seatBackoff(context.seatRefusals));
    const ownMs = OWN_SEAT_MS[context.seatRefusals - 1];
    if (ownMs === undefined) return seatTaken(seatBackoff(context.seatRefusals - OWN_SEAT_MS.length));
    return retry(ownMs, { cause: ownSeatCause(cause) });
  }
}

/** A spent or missing sign-in of a person, and a secret that is bound to another issuer. All else may pass by itself. */
function onlyPersonBrings({ code }: AppErrorData): boolean {
  return code === 'SIGNED_OUT' || code === 'SECRET_BOUND';
}

/** The answer has the format of the service's own answers. */
function isJson(answer: ServiceResponse | null): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaTypeOf(answer?.contentType ?? null) ?? '');
}

/** After a bug of ours: again, with the usual backoff. */
export function faultStep(failures: number, random: number): NextStep {
  const delayMs = backoffMs({ failures, baseMs: BASE_MS, capMs: CAP_MS, random });
  return { kind: 'retry', delayMs, renewToken: false, shown: 'reconnecting', cause: faultCause };
}

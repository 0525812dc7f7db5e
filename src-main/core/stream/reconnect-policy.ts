/** Decides the next step from the end of an attempt and from the history. Pure; its table test is the specification. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { InterruptionCause, ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import { MINUTE_MS } from '../../../src-shared/lib/durations.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { isBehindProxy } from '../connection-findings/network-findings.ts';
import type { NextStep } from '../ports/source.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { ReconnectContext } from './stream-history.ts';
import { causeOf, faultCause, lostEventsCause } from './cause.ts';

type Retry = Extract<NextStep, { kind: 'retry' }>;

const SECOND = 1_000;

/** Fewer may be coincidence; three mean that another client holds the seat. */
const MIN_EVICTIONS_FOR_SEAT_TAKEN = 3;
/** Short sessions mean the same. By this count a limit of the path is known. */
const MIN_CONTESTED_FOR_SEAT_TAKEN = 5;
/**
 * The length of the other client's session: below 45 s, or neither would recognize the conflict, and at most 24
 * connects in ten minutes. The jitter separates clients that lost the seat together.
 */
const CONTESTED_MS = 30 * SECOND;
const CONTESTED_JITTER_MS = 10 * SECOND;

const BASE_MS = SECOND;
const CAP_MS = 30 * SECOND;
/** People must repair these. At most twelve requests in ten minutes: first wait from 30 s, later ones from 55 s. */
const MISCONFIGURED_FIRST_MS = 30 * SECOND;
const MISCONFIGURED_FIRST_JITTER_MS = 15 * SECOND;
const MISCONFIGURED_MS = 55 * SECOND;
const MISCONFIGURED_JITTER_MS = 5 * SECOND;
/** A service needs this long to notice that our old connection is gone; then another client holds the seat. */
const OWN_SEAT_MS = [5 * SECOND, 15 * SECOND] as const;
/** A proxy may keep a request that Watchfloor left for minutes. At most 24 requests in ten minutes. */
const OWN_REQUEST_MS = 27 * SECOND;
const OWN_REQUEST_JITTER_MS = 3 * SECOND;
/** The path ends the stream at a known age, so waiting does not help. The jitter separates clients. */
const LIMIT_JITTER_MS = 200;
const SEAT_BASE_MS = MINUTE_MS;
const SEAT_CAP_MS = 2 * MINUTE_MS;
/** A single refusal does not predict the next one. Retries soon, then doubles the wait each time. */
const REFUSED_FIRST_MS = 30 * SECOND;
/** An issuer may lock a client that asks often while people correct its secret. Below 5 min with jitter. */
const MANUAL_FIX_CAP_MS = 4 * MINUTE_MS;
/** A gateway with old keys or a firewall may recover without help. At most a minute with jitter. */
const TRANSIENT_CAP_MS = 50 * SECOND;
/** A Retry-After may be a proxy's default or a mistake, so the limit starts below a minute and doubles each time. */
const FIRST_RETRY_AFTER_CAP_MS = 50 * SECOND;
const RETRY_AFTER_CAP_MS = 15 * MINUTE_MS;

export function nextStep(outcome: AttemptOutcome, context: ReconnectContext): NextStep {
  const { failures, random, refusals } = context;
  const cause = causeOf(outcome, context.endAnnounced);
  /** Renames the cause: a series of attempts shows more than the end of the last one. */
  const named = (kind: InterruptionCause['kind'], reason: InterruptionCause['reason']) => ({ ...cause, kind, reason });
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
  /** Waits at least as long as the service asked for, plus up to a tenth, so that clients do not return together. */
  const noSoonerThan = (requestedMs: number | null, delayMs: number) => {
    const cap = Math.min(RETRY_AFTER_CAP_MS, FIRST_RETRY_AFTER_CAP_MS * doubling);
    return Math.max(delayMs, Math.ceil(Math.min(requestedMs ?? 0, cap) * (1 + random / 10)));
  };
  const doubling = 2 ** Math.min(Math.max(0, refusals - 1), 10);
  const refusedBackoff = (capMs: number) => Math.floor(Math.min(capMs, REFUSED_FIRST_MS * doubling) * (1 + random / 5));
  const signInRefused = (capMs: number) => retry(refusedBackoff(capMs), { shown: 'sign-in-needed' });
  const seatTaken = (delayMs: number) =>
    retry(delayMs, { shown: 'seat-taken', cause: named('seat-taken', 'seat-taken') });
  // No jitter: two clients that both wait at least a minute do not compete.
  const seatBackoff = (times: number) => Math.min(SEAT_CAP_MS, SEAT_BASE_MS * 2 ** Math.min(times - 1, 10));

  switch (outcome.kind) {
    case 'closed':
    case 'lost':
    case 'silent':
      if (context.pathLimit !== null) {
        const { kind, ms } = context.pathLimit;
        return retry(Math.floor(random * LIMIT_JITTER_MS), {
          cause: { ...named(kind, 'connection-lost'), code: `${Math.round(ms / 1_000)} s` },
        });
      }
      if (context.evictions >= MIN_EVICTIONS_FOR_SEAT_TAKEN)
        return seatTaken(seatBackoff(context.evictions - MIN_EVICTIONS_FOR_SEAT_TAKEN + 1));
      if (context.contested >= MIN_CONTESTED_FOR_SEAT_TAKEN)
        return seatTaken(Math.floor(CONTESTED_MS + random * CONTESTED_JITTER_MS));
      // Reconnects immediately after the planned end. Later failures use the backoff; otherwise a service that ends
      // every session at its start would get requests in a tight loop.
      if (context.endAnnounced && failures === 1) return retry(0);
      // The service's `retry` is a minimum wait. The first retry ignores it, because every second is blind.
      return retry(backoff(failures === 1 ? BASE_MS : Math.max(BASE_MS, outcome.retryMs ?? 0)));
    case 'unreachable':
      return retry(isPassing(outcome) ? backoff() : misconfigured());
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
      // After an earlier refusal, the refusal stays shown until the service accepts a new token.
      return retry(0, {
        renewToken: true,
        ...(refusals > 0 ? { shown: 'sign-in-needed' } : { cause: named('renewing-token', 'refused') }),
      });
    }
    if (status === 403) {
      const isService = isJson(cause.answer);
      const isUnclear = refusals === 1 && cause.kind === 'forbidden' && !isService;
      return retry(
        refusedBackoff(isService ? MANUAL_FIX_CAP_MS : TRANSIENT_CAP_MS),
        isUnclear ? { cause: named('refused-once', 'refused') } : {},
      );
    }
    if (status === 409 || status === 423) return afterSeatRefusal();
    const mayPass = status >= 500 || status === 429 || status === 408;
    return retry(noSoonerThan(retryAfterMs, mayPass ? backoff() : misconfigured()));
  }

  function afterSeatRefusal(): NextStep {
    const { isOwnSeat, ownRequest, seatRefusals } = context;
    const ownMs = OWN_SEAT_MS[seatRefusals - 1];
    if (isOwnSeat && ownMs !== undefined) return retry(ownMs, { cause: named('own-seat', 'connection-lost') });
    if (ownRequest !== null)
      return retry(ownMs ?? Math.floor(OWN_REQUEST_MS + random * OWN_REQUEST_JITTER_MS), {
        cause: { ...named('seat-unclear', 'refused'), ownRequest },
      });
    return seatTaken(seatBackoff(isOwnSeat ? Math.max(1, seatRefusals - OWN_SEAT_MS.length) : seatRefusals));
  }
}

/** True if the failure may pass without a person: of the network, also behind a proxy. */
function isPassing(outcome: Extract<AttemptOutcome, { kind: 'unreachable' }>): boolean {
  return outcome.about === 'network' || (outcome.about === 'proxy' && isBehindProxy(outcome));
}

/** An expired or missing sign-in, or a secret that is bound to another issuer. */
function onlyPersonBrings({ code }: AppErrorData): boolean {
  return code === 'SIGNED_OUT' || code === 'SECRET_BOUND';
}

function isJson(answer: ServiceResponse | null): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/i.test(mediaTypeOf(answer?.contentType ?? null) ?? '');
}

export function faultStep(failures: number, random: number): NextStep {
  return shownFault(backoffMs({ failures, baseMs: BASE_MS, capMs: CAP_MS, random }), faultCause);
}

export function lostEventsStep(stored: number, received: number): NextStep {
  return shownFault(0, lostEventsCause(stored, received));
}

function shownFault(delayMs: number, cause: InterruptionCause): NextStep {
  return { kind: 'retry', delayMs, renewToken: false, shown: 'reconnecting', cause };
}

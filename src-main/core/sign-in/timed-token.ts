/** An access token with times derived from its lifetime, on the clock that continues while the computer sleeps. */
import type { Clock } from '../ports/clock.ts';
import type { PersonalGrant } from '../ports/grants.ts';
import type { TokenSet } from '../ports/token-issuer.ts';

export interface TimedToken {
  readonly set: TokenSet;
  /** From this time, a new token is requested while this one is still used. */
  readonly renewAt: number;
  /** From this time, callers wait for a new token. This one is the fallback if none can be had. */
  readonly mustRenewAt: number;
  readonly endsAt: number;
  readonly isRejected: boolean;
}

/** The document gives no lifetime; five minutes is usual for the issuers we know. */
const ASSUMED_LIFETIME_SECONDS = 300;
/** A year: longer lifetimes make no difference. */
const MAX_LIFETIME_SECONDS = 31_536_000;
/** Leaves time for a slow issuer and several tries. */
const RENEW_AT_FRACTION = 0.8;
/** Time for the request that uses the token, and for small clock differences. */
const MAX_SAFETY_MARGIN_MS = 10_000;

/** `askedAt`: when the request was sent, since the lifetime may have started then. */
export function timedToken(set: TokenSet, askedAt: number): TimedToken {
  const seconds = Math.min(set.expiresInSeconds ?? ASSUMED_LIFETIME_SECONDS, MAX_LIFETIME_SECONDS);
  const lifetimeMs = seconds * 1_000;
  return {
    set,
    renewAt: askedAt + lifetimeMs * RENEW_AT_FRACTION,
    mustRenewAt: askedAt + lifetimeMs - Math.min(MAX_SAFETY_MARGIN_MS, lifetimeMs / 10),
    endsAt: askedAt + lifetimeMs,
    isRejected: false,
  };
}

/** The refresh token stays with the stored grant, which alone may be used to renew. */
export function personalToken({ accessToken, accessTokenEndsAt }: PersonalGrant, clock: Clock): TimedToken {
  const leftSeconds = accessTokenEndsAt === null ? null : Math.max(0, accessTokenEndsAt - clock.now()) / 1_000;
  return timedToken({ accessToken, refreshToken: null, expiresInSeconds: leftSeconds }, clock.elapsed());
}

/** True if the lifetime is long enough to renew the token before it ends without constant requests. */
export function canBeKeptFresh({ set }: TimedToken): boolean {
  return (set.expiresInSeconds ?? ASSUMED_LIFETIME_SECONDS) >= 10;
}

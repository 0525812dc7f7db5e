/** A token with the times that its lifetime gives, on the clock that goes on while the computer sleeps. */
import type { Clock } from '../ports/clock.ts';
import type { PersonalGrant } from '../ports/grants.ts';
import type { TokenSet } from '../ports/token-issuer.ts';

export interface TimedToken {
  readonly set: TokenSet;
  /** From then on another is wanted, while this one is still used. */
  readonly renewAt: number;
  /** From then on another is waited for; this one is the fall-back where none can be had. */
  readonly mustRenewAt: number;
  readonly endsAt: number;
  /** The service refused it, whatever its lifetime says. */
  readonly isRejected: boolean;
}

/** The document shows no lifetime; five minutes is the usual one of the issuers we know. */
const ASSUMED_LIFETIME_SECONDS = 300;
/** A year: what is longer, or no number at all, is not worth telling apart. */
const MAX_LIFETIME_SECONDS = 31_536_000;
/** A slow issuer and several tries fit into the rest. */
const RENEW_AT_FRACTION = 0.8;
/** Time for the request that the token is for, and for clocks that differ a little. */
const MAX_SAFETY_MARGIN_MS = 10_000;

/** `askedAt`: when the request was sent, since the lifetime may have begun there. */
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

/** One of a person's sign-in. Its refresh token is the grant's: only what is kept may be asked with. */
export function personalToken({ accessToken, accessTokenEndsAt }: PersonalGrant, clock: Clock): TimedToken {
  const leftSeconds = accessTokenEndsAt === null ? null : Math.max(0, accessTokenEndsAt - clock.now()) / 1_000;
  return timedToken({ accessToken, refreshToken: null, expiresInSeconds: leftSeconds }, clock.elapsed());
}

/** The lifetime is long enough to renew a token before it is over, without asking for the next one all the time. */
export function canBeKeptFresh({ set }: TimedToken): boolean {
  return (set.expiresInSeconds ?? ASSUMED_LIFETIME_SECONDS) >= 10;
}

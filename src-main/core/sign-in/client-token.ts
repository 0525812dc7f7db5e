/** The next access token of a client that signs in for itself: by its refresh token where the issuer gave one, else anew. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenIssuer } from '../ports/token-issuer.ts';
import { isRefusal } from './usable-grant.ts';
import { timedToken, type TimedToken } from './timed-token.ts';

export interface ClientTokenOptions {
  readonly profile: ConnectionProfile;
  readonly issuer: TokenIssuer;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** `onSpent`: the refresh token is refused, and must never be shown again. @throws TokenError; the signal's reason */
export async function clientToken(
  { profile, issuer, clock, signal }: ClientTokenOptions,
  clientSecret: string,
  refreshToken: string | null,
  onSpent: () => void,
): Promise<TimedToken> {
  const askedAt = clock.elapsed();
  if (refreshToken !== null) {
    try {
      const set = await issuer.refresh(profile, clientSecret, refreshToken, signal);
      // Where the answer names no new refresh token, the old one stays good (RFC 6749, section 6).
      return timedToken({ ...set, refreshToken: set.refreshToken ?? refreshToken }, askedAt);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The credentials may still be good.
      onSpent();
    }
  }
  return timedToken(await issuer.clientCredentials(profile, clientSecret, signal), askedAt);
}

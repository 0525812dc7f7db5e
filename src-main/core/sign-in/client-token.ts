/** Signs a client in for itself: with the refresh token if there is one, otherwise with its credentials. */
import type { PersonalTokenOptions } from './personal-token.ts';
import { isRefusal } from './usable-grant.ts';
import { timedToken, type TimedToken } from './timed-token.ts';

/** Calls `onSpent` if the refresh token must not be used again. @throws TokenError; the signal's reason */
export async function clientToken(
  { profile, issuer, clock, signal }: Pick<PersonalTokenOptions, 'profile' | 'issuer' | 'clock' | 'signal'>,
  clientSecret: string,
  refreshToken: string | null,
  onSpent: () => void,
): Promise<TimedToken> {
  const askedAt = clock.elapsed();
  if (refreshToken !== null) {
    try {
      const set = await issuer.refresh(profile, clientSecret, refreshToken, signal);
      // Without a new refresh token in the answer, the old one stays valid (RFC 6749, section 6).
      return timedToken({ ...set, refreshToken: set.refreshToken ?? refreshToken }, askedAt);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The client credentials may still be valid.
      onSpent();
    }
  }
  return timedToken(await issuer.clientCredentials(profile, clientSecret, signal), askedAt);
}

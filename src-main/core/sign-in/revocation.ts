/** Revokes a refresh token at the issuer after it was deleted here. A failure does not affect the deletion. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenIssuer } from '../ports/token-issuer.ts';

const REVOCATION_TIMEOUT_MS = 10_000;

interface RevocationPorts {
  readonly issuer: TokenIssuer;
  readonly clock: Clock;
}

export function startRevocationTimeout(clock: Clock) {
  const over = new AbortController();
  const late = clock.sleep(REVOCATION_TIMEOUT_MS, over.signal).then(
    () => over.abort(new Error('the issuer did not answer in time')),
    () => undefined,
  );
  return {
    signal: over.signal,
    async end(): Promise<void> {
      over.abort(new Error('the issuer has answered'));
      await late;
    },
  };
}

/** Never rejects. */
export async function revokeWithTimeout(
  { issuer, clock }: RevocationPorts,
  profile: ConnectionProfile,
  clientSecret: string | null,
  refreshToken: string,
  time = startRevocationTimeout(clock),
): Promise<'revoked' | 'not-offered' | 'failed'> {
  try {
    return await issuer.revoke(profile, clientSecret, refreshToken, time.signal);
  } catch {
    return 'failed';
  } finally {
    await time.end();
  }
}

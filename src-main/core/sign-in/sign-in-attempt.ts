/**
 * An attempt of a user to sign in, from the issuer's page to the stored grant. It ends after five minutes at the latest
 * and closes everything it opened. It changes nothing unless the grant is stored.
 */
import { AppError, appError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grants, PersonalGrant } from '../ports/grants.ts';
import type { RedirectListener } from '../ports/redirect-listener.ts';
import type { Authorization, TokenIssuer } from '../ports/token-issuer.ts';
import { withTimeLimit } from '../lib/with-time-limit.ts';
import { revokeWithTimeout } from './revocation.ts';
import type { AttemptEntry } from './sign-in-records.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

const ATTEMPT_TIMEOUT_MS = 300_000;

export interface AttemptPorts {
  readonly clock: Clock;
  readonly issuer: TokenIssuer;
  readonly grants: Grants;
  readonly redirects: RedirectListener;
}

export type OpenAttempt = Awaited<ReturnType<typeof openAttempt>>;

/** @throws AppError SIGN_IN_FAILED (`port`), KEYCHAIN_UNAVAILABLE, SECRET_BOUND, VAULT_…; the signal's reason */
export async function openAttempt(
  ports: AttemptPorts,
  profile: ConnectionProfile,
  clientSecret: string | null,
  signal: AbortSignal,
) {
  const { clock, issuer, redirects } = ports;
  const redirect = await redirects.listen().catch((error: unknown) => {
    const code = errorCodeOf(error);
    const facts = { profile: profile.name, problem: 'port', ...(code !== '' && { code }) } as const;
    throw appError('SIGN_IN_FAILED', facts, { cause: error });
  });
  let authorization: Authorization;
  try {
    signal.throwIfAborted();
    const { redirectUri, state } = redirect;
    authorization = await issuer.authorization({ profile, clientSecret, redirectUri, state });
    signal.throwIfAborted();
  } catch (error) {
    await redirect.close();
    throw error;
  }
  const startedAt = clock.now();
  const timedOut = () => appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'timed-out' });
  let revoked: Promise<unknown> = Promise.resolve();
  return {
    address: authorization.address,
    startedAt,
    endsAt: startedAt + ATTEMPT_TIMEOUT_MS,
    redirect,
    /** Resolves with null, or why the grant is only in memory. @throws AppError, TokenError; the signal's reason */
    run: ({ keep, orMemory }: Pick<AttemptEntry, 'keep' | 'orMemory'>): Promise<AppErrorData | null> =>
      withTimeLimit(clock, ATTEMPT_TIMEOUT_MS, timedOut, signal, async (either) => {
        const callback = await redirect.callback(either);
        const { as, person, ...set } = await authorization.exchange(callback, either);
        const { accessToken, expiresInSeconds: seconds, refreshToken } = set;
        const now = clock.now();
        const accessTokenEndsAt = seconds === null ? null : now + seconds * 1_000;
        const grant: PersonalGrant = {
          accessToken,
          accessTokenEndsAt,
          refreshToken,
          as,
          ...(person !== undefined && { person }),
          since: now,
        };
        const give = (place: CredentialPersistence) => ports.grants.giveGrant(profile, grant, place, either);
        try {
          return await give(keep).then(
            () => null,
            async (error: unknown) => {
              if (!orMemory || !(error instanceof AppError)) throw error;
              await give('memory');
              return error.data;
            },
          );
        } catch (error) {
          // Revokes a grant that cannot be kept, since it will never be used.
          if (refreshToken !== null) revoked = revokeWithTimeout(ports, profile, clientSecret, refreshToken);
          throw error;
        }
      }),
    /** Never rejects. Resolves when a grant that could not be stored was revoked at the issuer. */
    revoked: () => revoked,
  };
}

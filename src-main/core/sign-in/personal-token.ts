/**
 * Uses the stored token while it is valid, otherwise renews it while no other process does. Only `invalid_grant` ends a
 * sign-in; any other failure leaves the stored grant unchanged.
 */
import { AppError, appError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, GrantSource, PersonalGrant } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { TokenError, type TokenIssuer } from '../ports/token-issuer.ts';

/** A token that ends sooner could expire on its way to the service. */
const MIN_REMAINING_MS = 5_000;
/** A refresh request is never cancelled once sent: its answer may hold the only valid token. */
const neverAborted = new AbortController().signal;

export interface PersonalTokenOptions {
  readonly profile: ConnectionProfile;
  readonly issuer: TokenIssuer;
  readonly grants: GrantSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** `exceptToken`: was rejected or is about to expire. @throws TokenError; the signal's reason */
export async function personalGrant(
  options: PersonalTokenOptions,
  { current: read, clientSecret }: Extract<Grant, { kind: 'authorization-code' }>,
  exceptToken: string | null,
): Promise<PersonalGrant> {
  const { profile, issuer, grants, clock, log, signal } = options;
  const isLeft = ({ accessTokenEndsAt }: PersonalGrant): boolean =>
    accessTokenEndsAt === null || accessTokenEndsAt - clock.now() >= MIN_REMAINING_MS;
  // A token without a known end may be old. It is used only if it cannot be renewed; then the service decides.
  const isDated = read.accessTokenEndsAt !== null || read.refreshToken === null;
  if (read.accessToken !== exceptToken && isLeft(read) && isDated) return read;
  let sentRefreshToken: string | null = null;
  try {
    return await grants.renew(async (present) => {
      const isNewToken = present.accessToken !== read.accessToken && present.accessToken !== exceptToken;
      if (isNewToken && isLeft(present)) return present;
      if (present.refreshToken === null) throw ended(profile);
      sentRefreshToken = present.refreshToken;
      const set = await issuer.refresh(profile, clientSecret, sentRefreshToken, neverAborted);
      const { accessToken, expiresInSeconds: seconds } = set;
      const accessTokenEndsAt = seconds === null ? null : clock.now() + seconds * 1_000;
      // Without a new refresh token in the answer, the old one stays valid (RFC 6749, section 6).
      return { ...present, accessToken, accessTokenEndsAt, refreshToken: set.refreshToken ?? sentRefreshToken };
    }, signal);
  } catch (error) {
    if (error instanceof AppError) throw noGrant(error.data);
    if (sentRefreshToken === null || !isInvalidGrant(error)) throw error;
    await grants
      .end(sentRefreshToken)
      .catch((failure: unknown) => log.error('an ended sign-in is still stored', { failure }));
    throw ended(profile);
  }
}

function isInvalidGrant(error: unknown): boolean {
  return error instanceof TokenError && error.refusal.kind === 'refused' && error.refusal.code === 'invalid_grant';
}

function ended({ name }: ConnectionProfile): TokenError {
  return noGrant(appError('SIGNED_OUT', { profile: name, problem: 'ended' }).data);
}

function noGrant(why: AppErrorData): TokenError {
  return new TokenError({ kind: 'no-grant', why });
}

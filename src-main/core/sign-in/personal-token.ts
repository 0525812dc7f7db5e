/**
 * The access token of a person's sign-in: the kept one while it is good, which costs no request, else the next one,
 * asked for while no other process does. What another process has got meanwhile is used. Only `invalid_grant` ends a
 * sign-in: whatever else the issuer says or fails with, what is kept stays.
 */
import { AppError, appError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, GrantSource, PersonalGrant } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { TokenError, type TokenIssuer } from '../ports/token-issuer.ts';

/** What is over sooner would be over on its way to the service. */
const MIN_REMAINING_MS = 5_000;
/** A refresh that was sent is not given up: its answer may be the only token that is still good. The issuer times it. */
const neverAborted = new AbortController().signal;

export interface PersonalTokenOptions {
  readonly profile: ConnectionProfile;
  readonly issuer: TokenIssuer;
  readonly grants: GrantSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * @param besides an access token that another is wanted for: it is rejected, or about to be over
 * @throws TokenError; the signal's reason
 */
export async function personalGrant(
  options: PersonalTokenOptions,
  { held: read, clientSecret }: Extract<Grant, { kind: 'authorization-code' }>,
  besides: string | null,
): Promise<PersonalGrant> {
  const { profile, issuer, grants, clock, log, signal } = options;
  const isLeft = ({ accessTokenEndsAt }: PersonalGrant): boolean =>
    accessTokenEndsAt === null || accessTokenEndsAt - clock.now() >= MIN_REMAINING_MS;
  // One of no known end may have been got long ago; where there is no other, the service says what it is worth.
  const isDated = read.accessTokenEndsAt !== null || read.refreshToken === null;
  if (read.accessToken !== besides && isLeft(read) && isDated) return read;
  let asked: string | null = null;
  try {
    return await grants.renew(async (present) => {
      const isNews = present.accessToken !== read.accessToken && present.accessToken !== besides;
      if (isNews && isLeft(present)) return present;
      if (present.refreshToken === null) throw ended(profile);
      asked = present.refreshToken;
      const set = await issuer.refresh(profile, clientSecret, asked, neverAborted);
      const { as, since } = present;
      const { accessToken, expiresInSeconds: seconds } = set;
      const accessTokenEndsAt = seconds === null ? null : clock.now() + seconds * 1_000;
      // Where the answer names no new refresh token, the old one stays good (RFC 6749, section 6).
      return { accessToken, accessTokenEndsAt, refreshToken: set.refreshToken ?? asked, as, since };
    }, signal);
  } catch (error) {
    if (error instanceof AppError) throw noGrant(error.data);
    if (asked === null || !isInvalidGrant(error)) throw error;
    await grants.end(asked).catch((failure: unknown) => log.error('an ended sign-in is still kept', { failure }));
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

/** Derives the sign-in status of a profile from its grant, and the error of a failed attempt. Pure. */
import { AppError, type AppErrorCode, type AppErrorData, appError } from '../../../src-shared/api/errors.ts';
import type { SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { issuerFinding } from '../connection-findings/response-findings.ts';
import type { Grant } from '../ports/grants.ts';
import { TokenError, type TokenRefusal } from '../ports/token-issuer.ts';

/** Codes that mean that there are no credentials. With any other failure this is not known. */
const MISSING: ReadonlySet<AppErrorCode> = new Set(['NO_SECRET', 'SIGNED_OUT', 'SECRET_BOUND']);

export function statusOf(grant: Grant, name: string, now: number, notStored: AppErrorData | null = null): SignInStatus {
  switch (grant.kind) {
    case 'client-credentials':
      return { kind: 'ready', kept: grant.kept, as: null, since: null };
    case 'authorization-code': {
      const { as, person, since, refreshToken, accessTokenEndsAt } = grant.current;
      if (refreshToken === null && accessTokenEndsAt !== null && accessTokenEndsAt <= now)
        return missing(appError('SIGNED_OUT', { profile: name, problem: 'ended' }).data);
      return {
        kind: 'ready',
        kept: grant.kept,
        as,
        ...(person !== undefined && { person }),
        since,
        ...(grant.kept === 'memory' && notStored !== null && { notStored }),
      };
    }
    case 'none':
      return isMissing(grant.why) ? missing(grant.why) : { kind: 'unavailable', error: grant.why };
    default:
      return assertNever(grant);
  }
}

export function missingCredentials({ name, flow }: Pick<ConnectionProfile, 'name' | 'flow'>): AppErrorData {
  return flow === 'authorizationCode'
    ? appError('SIGNED_OUT', { profile: name, problem: 'never' }).data
    : appError('NO_SECRET', { profile: name, problem: 'none' }).data;
}

/** True if only a user can provide the credentials. Other failures may pass on their own. */
export function isMissing({ code }: AppErrorData): boolean {
  return MISSING.has(code);
}

function missing(error: AppErrorData): SignInStatus {
  return { kind: 'missing', error };
}

/** True if certainly nothing is stored here. A user may provide it at any time, also with another process. */
export function isAbsent(status: SignInStatus | null): boolean {
  if (status?.kind !== 'missing') return false;
  const { error } = status;
  return error.code === 'SIGNED_OUT' || (error.code === 'NO_SECRET' && error.facts.problem === 'none');
}

export function attemptFailure(error: unknown, profile: ConnectionProfile): AppErrorData | null {
  if (error instanceof AppError) return error.data;
  return error instanceof TokenError ? refusedAttempt(error.refusal, profile) : null;
}

function refusedAttempt(refusal: TokenRefusal, profile: ConnectionProfile): AppErrorData {
  if (refusal.kind === 'no-grant') return refusal.why;
  const problem = refusal.kind === 'refused' ? 'refused' : 'unreachable';
  const facts = {
    profile: profile.name,
    problem,
    code: refusal.code,
    finding: issuerFinding(refusal, profile),
  } as const;
  return appError('SIGN_IN_FAILED', facts).data;
}

import type { Grant } from '../ports/grants.ts';
import { TokenError } from '../ports/token-issuer.ts';

export type UsableGrant = Exclude<Grant, { kind: 'none' }>;

/** True if the grant must be forgotten and read again for the next attempt, because it may have been replaced. */
export function endsGrant(error: unknown): boolean {
  return isRefusal(error) || (error instanceof TokenError && error.refusal.kind === 'no-grant');
}

export function isRefusal(error: unknown): boolean {
  return error instanceof TokenError && error.refusal.kind === 'refused';
}

/** A different access token alone does not count, since the refresh token was refused. */
export function isSameGrant(one: UsableGrant, other: UsableGrant): boolean {
  return one.clientSecret === other.clientSecret && refreshTokenOf(one) === refreshTokenOf(other);
}

function refreshTokenOf(grant: UsableGrant): string | null {
  return grant.kind === 'authorization-code' ? grant.current.refreshToken : null;
}

/** What the issuer is asked with, and when it is of no more use. Pure. */
import type { Grant } from '../ports/grants.ts';
import { TokenError } from '../ports/token-issuer.ts';

export type UsableGrant = Exclude<Grant, { kind: 'none' }>;

/** The grant is forgotten and read again for the next attempt, because somebody may have replaced it. */
export function endsGrant(error: unknown): boolean {
  return isRefusal(error) || (error instanceof TokenError && error.refusal.kind === 'no-grant');
}

export function isRefusal(error: unknown): boolean {
  return error instanceof TokenError && error.refusal.kind === 'refused';
}

/** The same to ask with. Another access token alone is none: its refresh token is what was refused. */
export function isSameGrant(one: UsableGrant, other: UsableGrant): boolean {
  return one.clientSecret === other.clientSecret && refreshTokenOf(one) === refreshTokenOf(other);
}

function refreshTokenOf(grant: UsableGrant): string | null {
  return grant.kind === 'authorization-code' ? grant.held.refreshToken : null;
}

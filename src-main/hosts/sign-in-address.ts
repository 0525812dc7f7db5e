/** Checks that an address may be opened for a sign-in: only addresses of the profile's issuer are allowed. */
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { openableAddress } from '../../src-shared/lib/openable-address.ts';

export function isSignInAddress(address: string, { authUrl }: Pick<ConnectionProfile, 'authUrl'>): boolean {
  const url = openableAddress(address);
  return url !== null && url.hash === '' && URL.canParse(authUrl) && url.origin === new URL(authUrl).origin;
}

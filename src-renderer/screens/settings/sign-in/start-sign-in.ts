/** If the host opens no browser, the page opens a tab, which the browser allows only shortly after the click. */
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';

/** Returns true if a page was opened. For a tab without an opener this is an assumption. */
export async function startSignIn(
  backend: Pick<BackendClient, 'signIn'>,
  id: ProfileId,
  keep: CredentialPersistence,
): Promise<boolean> {
  const { address, opened } = await backend.signIn.start.mutate({ id, keep });
  if (opened) return true;
  if (!navigator.userActivation.isActive || !isPageAddress(address)) return false;
  window.open(address, '_blank', 'noopener,noreferrer');
  return true;
}

/** True for http and https; other addresses are never opened. */
export function isPageAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Begins a sign-in at the issuer's page. Where the host opens no browser, the page opens a tab, which it can only while
 * the browser still counts the click as the person's; else the address is there to be opened and copied.
 */
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';

/** Whether a page was opened, as far as anybody can tell: a tab without an opener says nothing of itself. */
export async function startSignIn(
  backend: Pick<BackendClient, 'signIn'>,
  id: ProfileId,
  keep: CredentialPersistence,
): Promise<boolean> {
  const { address, opened } = await backend.signIn.start(id, keep);
  if (opened) return true;
  if (!navigator.userActivation.isActive || !isPageAddress(address)) return false;
  window.open(address, '_blank', 'noopener,noreferrer');
  return true;
}

/** An address is followed as a page of the web, or not at all. */
export function isPageAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

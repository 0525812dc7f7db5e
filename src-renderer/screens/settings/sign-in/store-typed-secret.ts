/** Hands a typed client secret to the backend, and takes it out of the page once it is kept. */
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import type { TypedSecret } from './typed-secret.ts';

/** Does nothing where nothing was typed; where it is not kept, what was typed stays to be tried again. */
export async function storeTypedSecret(
  backend: Pick<BackendClient, 'signIn'>,
  id: ProfileId,
  secret: TypedSecret,
  keep: CredentialPersistence = 'store',
): Promise<void> {
  const typed = secret.read();
  if (typed === null) return;
  await backend.signIn.setSecret(id, typed, keep);
  // What was typed meanwhile is another one.
  if (secret.read() === typed) secret.clear();
}

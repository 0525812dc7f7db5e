import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import type { TypedSecret } from './typed-secret.ts';

/** Does nothing if the input is empty. After a failure the input keeps its text for another try. */
export async function storeTypedSecret(
  backend: Pick<BackendClient, 'signIn'>,
  id: ProfileId,
  secret: TypedSecret,
  keep: CredentialPersistence = 'store',
): Promise<void> {
  const typed = secret.read();
  if (typed === null) return;
  await backend.signIn.setSecret.mutate({ id, secret: typed, keep });
  // Keeps a secret that was typed meanwhile.
  if (secret.read() === typed) secret.clear();
}

/** Adds and removes outlets, for the page and the command line. */
import { appError } from '../../../src-shared/api/errors.ts';
import { normalizedOutlet, outletMistakes } from '../../../src-shared/domain/outlets/outlet-mistakes.ts';
import type { NewOutlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { mistakeWords } from '../../../src-shared/words/outlets/outlet-words.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { OutletFiles, OutletSecrets } from '../ports/outlets.ts';

interface OutletListParts {
  readonly storeIdentity: StoreIdentity;
  readonly files: Pick<OutletFiles, 'read' | 'write'>;
  readonly secrets: Pick<OutletSecrets, 'write' | 'remove'>;
  readonly newId: () => string;
  /** Place where the user gives the secret, for the words of a mistake: "in Secret". */
  readonly secretPlace: string;
}

/** @throws AppError BAD_ARGUMENT for the first mistake; OUTLETS_DAMAGED, VAULT_…, KEYCHAIN_UNAVAILABLE, STORE_… */
export async function addOutlet(
  { storeIdentity, files, secrets, newId, secretPlace }: OutletListParts,
  given: NewOutlet,
  secret: string | null,
  signal: AbortSignal,
): Promise<void> {
  const listed = await files.read(storeIdentity);
  const outlet = { ...normalizedOutlet(given), id: newId() };
  const [mistake] = outletMistakes(outlet, secret, listed);
  if (mistake !== undefined) throw appError('BAD_ARGUMENT', { words: mistakeWords(mistake, secretPlace) });
  // The secret first: an outlet without its secret would be refused by its receiver.
  if (secret !== null) await secrets.write(outlet, secret, signal);
  await files.write(storeIdentity, [...listed, outlet]);
}

/** Removes the outlet and its secret. Does nothing if it is not in the list. @throws as `addOutlet` */
export async function removeOutlet(
  { storeIdentity, files, secrets }: Pick<OutletListParts, 'storeIdentity' | 'files' | 'secrets'>,
  id: string,
): Promise<void> {
  const listed = await files.read(storeIdentity);
  await files.write(
    storeIdentity,
    listed.filter((one) => one.id !== id),
  );
  await secrets.remove(id);
}

/** Adds, changes and removes outlets, for the page and the command line. */
import { appError } from '../../../src-shared/api/errors.ts';
import { outletKind } from '../../../src-shared/domain/outlets/outlet-kinds.ts';
import { SECRET_FIELD } from '../../../src-shared/domain/outlets/outlet-address.ts';
import {
  normalizedOutlet,
  type OutletMistake,
  outletMistakes,
} from '../../../src-shared/domain/outlets/outlet-mistakes.ts';
import type { ChosenView, NewOutlet, Outlet, OutletView } from '../../../src-shared/domain/outlets/outlet.ts';
import { mistakeWords, type SecretPlaces } from '../../../src-shared/words/outlets/outlet-words.ts';
import type { StoreIdentity } from '../ports/event-store.ts';
import type { OutletFiles, OutletSecrets } from '../ports/outlets.ts';

interface OutletListParts {
  readonly storeIdentity: StoreIdentity;
  readonly files: Pick<OutletFiles, 'read' | 'refuse' | 'write'>;
  readonly secrets: Pick<OutletSecrets, 'has' | 'write' | 'remove'>;
  readonly newestSeq: () => Promise<number>;
  readonly newId: () => string;
  readonly places: SecretPlaces;
}

/** @throws AppError BAD_ARGUMENT for the first mistake; OUTLETS_DAMAGED, VAULT_…, KEYCHAIN_UNAVAILABLE, STORE_… */
export async function addOutlet(
  parts: OutletListParts,
  given: NewOutlet,
  secret: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { storeIdentity, files, secrets, newId, places, newestSeq } = parts;
  const listed = await files.read(storeIdentity);
  const made = normalizedOutlet(given);
  const [mistake] = outletMistakes(made, secret, listed);
  if (mistake !== undefined) throw refusal(mistake, places);
  const outlet = { ...made, id: newId(), views: await chosenViews(made.views, [], newestSeq) };
  files.refuse([...listed, outlet]);
  // The secret first: an outlet without its secret would be refused by its receiver.
  if (secret !== null) await secrets.write(outlet, secret, signal);
  await files.write(storeIdentity, [...listed, outlet]);
}

/** Keeps the position and the deliveries. A null `secret` keeps the stored one. @throws as `addOutlet` */
export async function changeOutlet(
  { storeIdentity, files, secrets, places, newestSeq }: OutletListParts,
  id: string,
  given: NewOutlet,
  secret: string | null,
  signal: AbortSignal,
): Promise<void> {
  const listed = await files.read(storeIdentity);
  const before = listed.find((one) => one.id === id);
  if (before === undefined) throw appError('BAD_ARGUMENT', { words: 'This outlet was removed.' });
  const made = normalizedOutlet({ ...given, kind: before.kind });
  const others = listed.filter((one) => one !== before);
  const [mistake] = outletMistakes(made, secret, others, before);
  if (mistake !== undefined) throw refusal(mistake, places);
  const outlet: Outlet = { ...made, id, views: await chosenViews(made.views, before.views, newestSeq) };
  const changed = listed.map((one) => (one === before ? outlet : one));
  files.refuse(changed);
  const isMoved = made.url !== before.url || made.auth !== before.auth;
  const isOrphaned = secret === null && isMoved && (await secrets.has(id));
  if (isOrphaned && takesSecret(made)) throw refusal({ field: 'secret', kind: 'bound' }, places);
  if (isOrphaned) await secrets.remove(id);
  if (secret !== null) await secrets.write(outlet, secret, signal);
  await files.write(storeIdentity, changed);
}

/** Returns what `addOutlet` or `changeOutlet` would store, without views. @throws AppError BAD_ARGUMENT for the first mistake */
export function draftOutlet(
  files: Pick<OutletFiles, 'refuse'>,
  listed: readonly Outlet[],
  id: string | null,
  given: NewOutlet,
  secret: string | null,
  places: SecretPlaces,
): Outlet {
  const before = listed.find((one) => one.id === id) ?? null;
  const made = normalizedOutlet({ ...given, kind: before?.kind ?? given.kind });
  const others = listed.filter((one) => one !== before);
  const [mistake] = outletMistakes(made, secret, others, before);
  if (mistake !== undefined) throw refusal(mistake, places);
  const outlet = { ...made, id: before?.id ?? 'draft', views: [] };
  files.refuse(before === null ? [...listed, outlet] : listed.map((one) => (one === before ? outlet : one)));
  return outlet;
}

function takesSecret({ kind, url, auth }: NewOutlet): boolean {
  return outletKind(kind).isSigned || auth !== null || url.includes(SECRET_FIELD);
}

function refusal(mistake: OutletMistake, places: SecretPlaces) {
  return appError('BAD_ARGUMENT', { words: mistakeWords(mistake, places) });
}

/** A view that was chosen before keeps its start. */
async function chosenViews(
  chosen: readonly ChosenView[],
  before: readonly OutletView[],
  newestSeq: OutletListParts['newestSeq'],
): Promise<readonly OutletView[]> {
  if (chosen.length === 0) return [];
  const newest = await newestSeq();
  return chosen.map(({ id, name }) => ({ id, name, after: before.find((view) => view.id === id)?.after ?? newest }));
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

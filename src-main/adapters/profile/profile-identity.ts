/** Derives the id of a file without one, which is never written. The name does not count, because it may change. */
import { createHash } from 'node:crypto';
import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

export interface IdentifiedProfile {
  readonly id?: ProfileId | undefined;
  readonly eventsUrl: string;
  readonly authUrl: string;
  readonly realm: string;
  readonly clientId: string;
}

export function profileIdOf({ id, eventsUrl, authUrl, realm, clientId }: IdentifiedProfile): ProfileId {
  if (id !== undefined) return id;
  // An address can be written with a host in capitals or with the default port.
  const watched = [new URL(eventsUrl).href, new URL(authUrl).href, realm, clientId];
  const hash = createHash('sha256').update(JSON.stringify(watched)).digest('hex');
  return profileIdSchema.parse(`p-${hash.slice(0, 20)}`);
}

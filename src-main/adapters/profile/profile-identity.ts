/** Derives an id for a profile file without one, but not from the name, which may change. Never writes the file. */
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
  // An address can be written in several ways, for example with a host in capitals or with the default port.
  const watched = [new URL(eventsUrl).href, new URL(authUrl).href, realm, clientId];
  const hash = createHash('sha256').update(JSON.stringify(watched)).digest('hex');
  return profileIdSchema.parse(`p-${hash.slice(0, 20)}`);
}

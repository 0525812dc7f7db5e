/**
 * Who a profile is, where its file does not say: what it watches and as whom. The name is a label and takes no part, so
 * that a profile may be renamed; nothing is ever written to the file, which may be another's.
 */
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
  // One address can be written in several ways: the host in capitals, the usual port named.
  const watched = [new URL(eventsUrl).href, new URL(authUrl).href, realm, clientId];
  const hash = createHash('sha256').update(JSON.stringify(watched)).digest('hex');
  return profileIdSchema.parse(`p-${hash.slice(0, 20)}`);
}

/** A profile as the text of its file: for people to read, to exchange, and to read in again. It never holds a secret. */
import type { ConnectionProfile } from './profile.ts';

/** In the order in which people think of them; no field is left out, so that a file says what it does. */
export function printProfile(profile: ConnectionProfile): string {
  const { id, name, baseUrl, eventsUrl, authUrl, realm, clientId, flow, clientAuthentication, ...others } = profile;
  const fields = { id, name, baseUrl, eventsUrl, authUrl, realm, clientId, flow, clientAuthentication, ...others };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** Of the file that a profile is given out as: fit for every system. */
export function profileFileName({ name }: Pick<ConnectionProfile, 'name'>): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const words =
    plain
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 60)
      .replace(/-$/, '') ?? '';
  return `${words === '' ? 'profile' : words}.json`;
}

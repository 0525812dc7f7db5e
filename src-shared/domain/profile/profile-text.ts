import type { ConnectionProfile } from './profile.ts';

/** Prints the main fields first and leaves no field out, so that a file shows every setting. */
export function printProfile(profile: ConnectionProfile): string {
  const { id, name, baseUrl, eventsUrl, authUrl, realm, clientId, flow, clientAuthentication, ...others } = profile;
  const fields = { id, name, baseUrl, eventsUrl, authUrl, realm, clientId, flow, clientAuthentication, ...others };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

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

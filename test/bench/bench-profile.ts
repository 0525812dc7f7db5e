/** The connection profile that a bench's command watches its own server with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const BENCH_SECRET = { WATCHFLOOR_CLIENT_SECRET: 'bench' };

/** @returns the path of the profile, in `folder` */
export function writeBenchProfile(folder: string, origin: string): string {
  const path = join(folder, 'profile.json');
  const addresses = { baseUrl: origin, eventsUrl: origin, authUrl: origin };
  writeFileSync(
    path,
    JSON.stringify({ name: 'Bench', ...addresses, realm: 'bench', clientId: 'bench', flow: 'clientCredentials' }),
  );
  return path;
}

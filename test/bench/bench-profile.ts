/** Writes the connection profile with which a measured command watches the bench server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileId } from '../../src-shared/domain/identity.ts';

export const BENCH_SECRET = { WATCHFLOOR_CLIENT_SECRET: 'bench' };

/**
 * @param id store to open; a new one if missing
 * @returns path of the profile in `folder`
 */
export function writeBenchProfile(folder: string, origin: string, id?: ProfileId): string {
  const path = join(folder, 'profile.json');
  const addresses = { baseUrl: origin, eventsUrl: origin, authUrl: origin };
  writeFileSync(
    path,
    JSON.stringify({ id, name: 'Bench', ...addresses, realm: 'bench', clientId: 'bench', flow: 'clientCredentials' }),
  );
  return path;
}

/** Writes the connection profile with which a measured command watches the bench server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProfileId, profileIdSchema } from '../../src-shared/domain/identity.ts';

export const BENCH_SECRET = { WATCHFLOOR_CLIENT_SECRET: 'bench' };
export const BENCH_ID = profileIdSchema.parse('bench-profile');

/** @returns path of the profile in `folder` */
export function writeBenchProfile(folder: string, origin: string, id: ProfileId = BENCH_ID): string {
  const path = join(folder, 'profile.json');
  const addresses = { baseUrl: origin, eventsUrl: origin, authUrl: origin };
  writeFileSync(
    path,
    JSON.stringify({ id, name: 'Bench', ...addresses, realm: 'bench', clientId: 'bench', flow: 'clientCredentials' }),
  );
  return path;
}

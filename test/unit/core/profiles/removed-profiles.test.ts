import { expect, test } from 'vitest';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { someProfile } from '../../../doubles/profile.ts';

const acme: ConnectionProfile = {
  ...someProfile,
  flow: 'authorizationCode',
  id: profileIdSchema.parse('acme-0001'),
};

test('[PROFILE-4] revokes the sign-in at the issuer when a profile is removed, without delaying the removal or other profiles', async () => {
  const { backend, profileFiles, grants, issuer, clock } = mountBackend();
  const { profiles } = backend;
  profileFiles.stored = [{ kind: 'profile', profile: acme }];
  grants.revocable = { refreshToken: 'refresh', clientSecret: null };
  const requests: unknown[] = [];
  Object.assign(issuer, {
    revoke: (profile: ConnectionProfile, secret: string | null, token: string, signal: AbortSignal) => {
      requests.push([profile.id, secret, token]);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))));
    },
  });
  let isOver = false;
  const removing = profiles.remove(acme.id, { events: false }).then(() => (isOver = true));
  // The save waits for its turn after the removal.
  await profiles.save({ id: null, profile: { ...acme, id: 'beta-0001' } });
  const before = [isOver, profileFiles.journal.join()];
  await clock.advance(10_000);
  await removing;
  expect([requests, before]).toEqual([[[acme.id, null, 'refresh']], [false, 'remove acme-0001,write beta-0001']]);
});

test('[PROFILE-4] removes a profile that cannot be read, without a request to its unknown issuer', async () => {
  const { backend, profileFiles, grants } = mountBackend();
  const why = { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'not-json' } } as const;
  profileFiles.stored = [{ kind: 'damaged', id: acme.id, why }];
  grants.revocable = { refreshToken: 'refresh', clientSecret: null };
  await backend.profiles.remove(acme.id, { events: false });
  expect([profileFiles.stored, grants.forgotten]).toEqual([[], [acme.id]]);
});

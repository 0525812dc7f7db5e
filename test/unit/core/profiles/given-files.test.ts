import { describe, expect, test } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { someProfile } from '../../../doubles/profile.ts';

const FILE = '/tmp/sent.json';
const acme: ConnectionProfile = { ...someProfile, name: 'Acme', id: profileIdSchema.parse('acme-0001') };

function mounted() {
  const { backend, profileFiles } = mountBackend();
  profileFiles.stored = [{ kind: 'profile', profile: acme }];
  return { profiles: backend.profiles, profileFiles };
}

describe('[PROFILE-6] a profile file whose id is already stored', () => {
  test.each<[string, Partial<ConnectionProfile>]>([
    ['baseUrl', { baseUrl: 'https://api.example.org' }],
    ['eventsUrl', { eventsUrl: 'https://events.evil.example' }],
    ['authUrl', { authUrl: 'https://auth.evil.example' }],
    ['realm', { realm: 'other' }],
    ['clientId', { clientId: 'other' }],
    ['flow', { flow: 'authorizationCode' }],
    ['clientSecretFile', { clientSecretFile: '/run/secret' }],
    ['caFile', { caFile: '/etc/ca.pem' }],
    ['proxy', { proxy: 'none' }],
  ])('does not overwrite the stored profile without consent if its %s differs', async (field, part) => {
    const { profiles, profileFiles } = mounted();
    const given = { ...acme, name: 'Sent', ...part };
    await expect(profiles.keep(given, FILE)).rejects.toMatchObject({
      data: { code: 'PROFILE_DIFFERS', facts: { profile: 'Acme', path: FILE, changed: [field] } },
    });
    const untouched = [...profileFiles.stored];
    await profiles.keep(given, FILE, { replace: true });
    expect([untouched, profileFiles.stored]).toEqual([
      [{ kind: 'profile', profile: acme }],
      [{ kind: 'profile', profile: given }],
    ]);
  });

  test.each<[string, Partial<ConnectionProfile>]>([
    ['name', { name: 'Renamed' }],
    ['keepDays', { keepDays: { failures: 1, successes: 90, heartbeats: 7, searches: 30 } }],
    ['heartbeatSeconds', { heartbeatSeconds: 10 }],
    ['watchAtStart', { watchAtStart: false }],
    ['clientAuthentication', { clientAuthentication: 'post' }],
  ])('replaces the stored profile if only %s differs', async (_field, part) => {
    const { profiles, profileFiles } = mounted();
    await profiles.keep({ ...acme, ...part }, FILE);
    expect(profileFiles.stored).toEqual([{ kind: 'profile', profile: { ...acme, ...part } }]);
  });

  test('does not overwrite an unreadable stored profile without consent', async () => {
    const { profiles, profileFiles } = mounted();
    const why = appError('BAD_PROFILE', { path: '/data/profile.json', problem: 'not-json' }).data;
    const damaged = { kind: 'damaged', id: acme.id, why } as const;
    profileFiles.stored = [damaged];
    await expect(profiles.keep(acme, FILE)).rejects.toMatchObject({ data: why });
    const untouched = [...profileFiles.stored];
    await profiles.keep(acme, FILE, { replace: true });
    expect([untouched, profileFiles.stored]).toEqual([[damaged], [{ kind: 'profile', profile: acme }]]);
  });

  test('names all fields that differ', async () => {
    const { profiles } = mounted();
    await expect(profiles.keep({ ...acme, realm: 'other', baseUrl: 'https://x.example' }, FILE)).rejects.toMatchObject({
      data: { facts: { changed: ['baseUrl', 'realm'] } },
    });
  });
});

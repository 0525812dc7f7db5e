import { describe, expect, test } from 'vitest';
import { createGrants } from '../../../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../../../src-main/adapters/sign-in/secret-bindings.ts';
import type { Grants, GrantSource, PersonalGrant } from '../../../../src-main/core/ports/grants.ts';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { MemoryVault } from '../../../doubles/memory-vault.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const never = new AbortController().signal;
const profile: ConnectionProfile = { ...someProfile, flow: 'authorizationCode' };
const current: PersonalGrant = {
  accessToken: 'access-1',
  accessTokenEndsAt: 1_000,
  refreshToken: 'refresh-1',
  as: 'Ada Lovelace',
  since: 500,
};
const next: PersonalGrant = { ...current, accessToken: 'access-2', refreshToken: 'refresh-2' };

function aProcess({
  vault = new MemoryVault(),
  fromEnvironment,
}: { vault?: MemoryVault; fromEnvironment?: string } = {}) {
  const dataDir = temporaryDirectory();
  const grants = createGrants({ vault, fromEnvironment, bindings: createSecretBindings(dataDir) });
  return { vault, grants, source: grants.of(profile) };
}
async function signedIn(keep: CredentialPersistence = 'store') {
  const process = aProcess();
  await process.grants.giveGrant(profile, current, keep, never);
  return process;
}
/** Starts a renewal that waits for the answer of the issuer. */
async function startedRenewal(source: GrantSource, signal = never) {
  const { promise: responded, resolve: answer } = Promise.withResolvers<PersonalGrant>();
  const { promise: requested, resolve: request } = Promise.withResolvers<void>();
  const renewing = source.renew(() => (request(), responded), signal);
  await requested;
  return { renewing, answer };
}
const read = (grants: Grants, of = profile) => grants.of(of).read(never);
const personal = (grant: PersonalGrant, location = 'keychain', clientSecret: string | null = null) => ({
  kind: 'authorization-code',
  current: grant,
  clientSecret,
  kept: location,
});
const none = (code: string, facts: object) => ({
  kind: 'none',
  why: { code, facts: { profile: profile.name, ...facts } },
});

describe('the grant of a personal sign-in', () => {
  test('is returned with the client secret, if there is one, and with the place where it is kept', async () => {
    const { grants } = await signedIn();
    const isPublic = await read(grants);
    await grants.giveSecret(profile, 'secret', 'memory', never);
    const isConfidential = await read(grants);
    await grants.giveGrant(profile, next, 'memory', never);
    expect([isPublic, isConfidential, await read(grants)]).toEqual([
      personal(current),
      personal(current, 'keychain', 'secret'),
      personal(next, 'memory', 'secret'),
    ]);
  });

  test('is missing before the sign-in, after the sign-out, and when the issuer has ended it', async () => {
    const { grants, source } = aProcess();
    const before = await read(grants);
    await grants.giveGrant(profile, current, 'store', never);
    const forgotten = [await grants.forgetGrant(profile), await grants.forgetGrant(profile)];
    const out = await read(grants);
    await grants.giveGrant(profile, current, 'store', never);
    await source.end('refresh-1');
    expect([before, forgotten, out, await read(grants)]).toEqual([
      none('SIGNED_OUT', { problem: 'never' }),
      [{ kind: 'read', refreshToken: 'refresh-1' }, { kind: 'none' }],
      none('SIGNED_OUT', { problem: 'never' }),
      none('SIGNED_OUT', { problem: 'ended' }),
    ]);
    await grants.giveGrant(profile, next, 'store', never);
    expect(await read(grants)).toEqual(personal(next));
  });

  test('[SIGN-1] is not released for another issuer, realm, client, service address or certificate file', async () => {
    const { grants } = await signedIn();
    await grants.giveSecret(profile, 'secret', 'store', never);
    const changes: [string, Partial<ConnectionProfile>][] = [
      ['issuer', { authUrl: 'https://auth.evil.example' }],
      ['realm', { realm: 'other' }],
      ['client id', { clientId: 'other' }],
      ['base address', { baseUrl: 'https://api.evil.example' }],
      ['events address', { eventsUrl: 'https://events.evil.example' }],
      // The owner of a trusted authority can read what the issuer receives.
      ['certificate file', { caFile: '/tmp/evil.pem' }],
    ];
    const results = await Promise.all(changes.map(([, change]) => read(grants, { ...profile, ...change })));
    expect(results).toEqual(changes.map(([part]) => none('SECRET_BOUND', { place: 'sign-in', changed: [part] })));
    const asClient = { ...profile, flow: 'clientCredentials' } as const;
    const secrets = await Promise.all(changes.map(([, change]) => read(grants, { ...asClient, ...change })));
    expect(secrets).toEqual(changes.map(([part]) => none('SECRET_BOUND', { place: 'keychain', changed: [part] })));
    const renewing = grants.of({ ...profile, realm: 'other' }).renew(async () => next, never);
    await expect(renewing).rejects.toMatchObject({ code: 'SECRET_BOUND' });
  });

  test('[VAULT-1] is neither missing nor ended while the keychain is not available', async () => {
    const { grants, vault, source } = await signedIn();
    vault.state = 'locked';
    const locked = await read(grants);
    const requested: unknown[] = [];
    const renewing = source.renew(async (present) => (requested.push(present), next), never);
    await expect(renewing).rejects.toMatchObject({ data: { facts: { profile: profile.name } } });
    vault.state = 'open';
    expect([locked, requested, await read(grants)]).toEqual([
      none('KEYCHAIN_UNAVAILABLE', { problem: 'locked' }),
      [],
      personal(current),
    ]);
  });

  test('leaves a public client public if the secret of the environment belongs to another profile', async () => {
    const { grants } = aProcess({ fromEnvironment: 'canary' });
    await grants.of({ ...someProfile, realm: 'other' }).read(never);
    await grants.giveGrant(profile, current, 'store', never);
    expect([await read(grants), await grants.of(profile).clientSecret(never)]).toEqual([personal(current), null]);
  });

  test('cannot be requested as a public client if the secret file cannot be read', async () => {
    const { grants } = aProcess();
    const withFile = { ...profile, clientSecretFile: '/nonexistent' };
    await expect(grants.of(withFile).clientSecret(never)).rejects.toMatchObject({ code: 'NO_SECRET' });
  });
});

describe('[SIGN-5] the answer of an issuer to a refresh', () => {
  test('is read from then on, from the same place', async () => {
    const { grants, source } = await signedIn();
    const answer = await source.renew(async (present) => {
      expect(present).toEqual(current);
      return next;
    }, never);
    const inMemory = await signedIn('memory');
    await inMemory.source.renew(async () => next, never);
    expect([answer, await read(grants), await read(inMemory.grants)]).toEqual([
      next,
      personal(next),
      personal(next, 'memory'),
    ]);
  });

  test('is used by the next renewal, because two renewals run one after the other', async () => {
    const { vault, source } = await signedIn();
    const other = aProcess({ vault }).source;
    const seen: (string | null)[] = [];
    const request = async (present: PersonalGrant) => {
      seen.push(present.refreshToken);
      return { ...present, refreshToken: `${present.refreshToken}+` };
    };
    await Promise.all([source.renew(request, never), other.renew(request, never)]);
    expect(seen).toEqual(['refresh-1', 'refresh-1+']);
  });

  test('is not requested if it could not be stored, so no refresh token is spent', async () => {
    const { source, vault, grants } = await signedIn();
    let hasRequested = false;
    vault.isFull = true;
    const renewing = source.renew(async () => ((hasRequested = true), next), never);
    await expect(renewing).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
    vault.isFull = false;
    expect([hasRequested, await read(grants)]).toEqual([false, personal(current)]);
  });

  test('is kept in memory if it cannot be stored after it arrived', async () => {
    const { source, vault, grants } = await signedIn();
    const answer = await source.renew(async () => ((vault.isFull = true), next), never);
    expect([answer, await read(grants)]).toEqual([next, personal(next, 'memory')]);
  });

  test('is stored even if its caller does not wait any more', async () => {
    const { source, grants } = await signedIn();
    const givingUp = new AbortController();
    const { renewing, answer } = await startedRenewal(source, givingUp.signal);
    givingUp.abort(new Error('enough'));
    await expect(renewing).rejects.toThrow('enough');
    answer(next);
    await expect.poll(() => read(grants)).toEqual(personal(next));
  });

  test('changes nothing if it is an error', async () => {
    const { source, grants } = await signedIn();
    await expect(source.renew(() => Promise.reject(new Error('503')), never)).rejects.toThrow('503');
    expect(await read(grants)).toEqual(personal(current));
  });

  test('is not ended by the end of the refresh token that it replaced', async () => {
    const { source, grants } = await signedIn();
    await source.renew(async () => next, never);
    await source.end('refresh-1');
    expect(await read(grants)).toEqual(personal(next));
    await source.end('refresh-2');
    expect(await read(grants)).toEqual(none('SIGNED_OUT', { problem: 'ended' }));
  });

  test('does not undo a sign-out during the renewal', async () => {
    const { source, grants } = await signedIn();
    const { renewing, answer } = await startedRenewal(source);
    const out = grants.forgetGrant(profile);
    answer(next);
    await renewing;
    // The sign-out revokes the current token at the issuer, not the spent one.
    expect([await out, await read(grants)]).toEqual([
      { kind: 'read', refreshToken: 'refresh-2' },
      none('SIGNED_OUT', { problem: 'never' }),
    ]);
  });

  test('does not undo the removal of the profile during the renewal', async () => {
    const { source, grants } = await signedIn();
    const { renewing, answer } = await startedRenewal(source);
    const removed = grants.forgetAll(profile.id);
    answer(next);
    await Promise.all([renewing, removed]);
    expect(await read(grants)).toEqual(none('SIGNED_OUT', { problem: 'never' }));
  });
});

test('forgetting a profile forgets its secret and its sign-in', async () => {
  const { grants } = await signedIn();
  await grants.giveSecret(profile, 'secret', 'store', never);
  await grants.forgetAll(profile.id);
  expect([await read(grants), await read(grants, someProfile)]).toEqual([
    none('SIGNED_OUT', { problem: 'never' }),
    none('NO_SECRET', { problem: 'none' }),
  ]);
});

/** What a person's sign-in has brought: kept, renewed by one at a time, and ended by nothing but the issuer or a person. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGrants } from '../../../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../../../src-main/adapters/sign-in/secret-bindings.ts';
import type { Grants, PersonalGrant } from '../../../../src-main/core/ports/grants.ts';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile.ts';
import { MemoryVault } from '../../../doubles/memory-vault.ts';
import { someProfile } from '../../../doubles/profile.ts';

const never = new AbortController().signal;
const profile: ConnectionProfile = { ...someProfile, flow: 'authorizationCode' };
const held: PersonalGrant = {
  accessToken: 'access-1',
  accessTokenEndsAt: 1_000,
  refreshToken: 'refresh-1',
  as: 'Ada Lovelace',
  since: 500,
};
const next: PersonalGrant = { ...held, accessToken: 'access-2', refreshToken: 'refresh-2' };

/** The grants of one process. */
function aProcess({
  vault = new MemoryVault(),
  fromEnvironment,
}: { vault?: MemoryVault; fromEnvironment?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-grants-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const grants = createGrants({ vault, fromEnvironment, bindings: createSecretBindings(dataDir) });
  return { vault, grants, source: grants.of(profile) };
}
async function signedIn(keep: CredentialPersistence = 'store') {
  const process = aProcess();
  await process.grants.giveGrant(profile, held, keep, never);
  return process;
}
const read = (grants: Grants, of = profile) => grants.of(of).read(never);
const personal = (grant: PersonalGrant, kept = 'keychain', clientSecret: string | null = null) => ({
  kind: 'authorization-code',
  held: grant,
  clientSecret,
  kept,
});
const none = (code: string, facts: object) => ({
  kind: 'none',
  why: { code, facts: { profile: profile.name, ...facts } },
});

describe('what a person’s sign-in has brought', () => {
  test('is given with the client’s secret where there is one, and says where it is kept', async () => {
    const { grants } = await signedIn();
    const isPublic = await read(grants);
    await grants.giveSecret(profile, 'secret', 'memory', never);
    const isConfidential = await read(grants);
    await grants.giveGrant(profile, next, 'memory', never);
    expect([isPublic, isConfidential, await read(grants)]).toEqual([
      personal(held),
      personal(held, 'keychain', 'secret'),
      personal(next, 'memory', 'secret'),
    ]);
  });

  test('is missing before anybody signed in, after signing out, and where the issuer has ended it', async () => {
    const { grants, source } = aProcess();
    const before = await read(grants);
    await grants.giveGrant(profile, held, 'store', never);
    const forgotten = [await grants.forgetGrant(profile), await grants.forgetGrant(profile)];
    const out = await read(grants);
    await grants.giveGrant(profile, held, 'store', never);
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

  test('[SIGN-1] is never given to another issuer, realm or client, nor is what it brings to another address', async () => {
    const { grants } = await signedIn();
    await grants.giveSecret(profile, 'secret', 'store', never);
    const changes: [string, Partial<ConnectionProfile>][] = [
      ['issuer', { authUrl: 'https://auth.evil.example' }],
      ['realm', { realm: 'other' }],
      ['client id', { clientId: 'other' }],
      ['base address', { baseUrl: 'https://api.evil.example' }],
      ['events address', { eventsUrl: 'https://events.evil.example' }],
      // Whoever is trusted there reads what the issuer is sent.
      ['certificate file', { caFile: '/tmp/evil.pem' }],
    ];
    const answers = await Promise.all(changes.map(([, change]) => read(grants, { ...profile, ...change })));
    expect(answers).toEqual(changes.map(([part]) => none('SECRET_BOUND', { place: 'sign-in', changed: [part] })));
    const asClient = { ...profile, flow: 'clientCredentials' } as const;
    const secrets = await Promise.all(changes.map(([, change]) => read(grants, { ...asClient, ...change })));
    expect(secrets).toEqual(changes.map(([part]) => none('SECRET_BOUND', { place: 'keychain', changed: [part] })));
    const renewing = grants.of({ ...profile, realm: 'other' }).renew(async () => next, never);
    await expect(renewing).rejects.toMatchObject({ code: 'SECRET_BOUND' });
  });

  test('[VAULT-1] is neither missing nor over while the keychain cannot be asked', async () => {
    const { grants, vault, source } = await signedIn();
    vault.state = 'locked';
    const locked = await read(grants);
    const asked: unknown[] = [];
    const renewing = source.renew(async (present) => (asked.push(present), next), never);
    await expect(renewing).rejects.toMatchObject({ data: { facts: { profile: profile.name } } });
    vault.state = 'open';
    expect([locked, asked, await read(grants)]).toEqual([
      none('KEYCHAIN_UNAVAILABLE', { detail: 'it is locked' }),
      [],
      personal(held),
    ]);
  });

  test('a secret of the environment that is another’s leaves a public client public', async () => {
    const { grants } = aProcess({ fromEnvironment: 'canary' });
    await grants.of({ ...someProfile, realm: 'other' }).read(never);
    await grants.giveGrant(profile, held, 'store', never);
    expect([await read(grants), await grants.of(profile).clientSecret(never)]).toEqual([personal(held), null]);
  });

  test('a secret file that cannot be read is an error before a sign-in, and no public client', async () => {
    const { grants } = aProcess();
    const withFile = { ...profile, clientSecretFile: '/nonexistent' };
    await expect(grants.of(withFile).clientSecret(never)).rejects.toMatchObject({ code: 'NO_SECRET' });
  });
});

describe('[SIGN-19] what an issuer answers to a refresh is kept before it is used:', () => {
  test('it is what is read from then on, in the same place', async () => {
    const { grants, source } = await signedIn();
    const answer = await source.renew(async (present) => {
      expect(present).toEqual(held);
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

  test('two at once ask one after the other, and the second sees what the first one got', async () => {
    const { vault, source } = await signedIn();
    const other = aProcess({ vault }).source;
    const seen: (string | null)[] = [];
    const ask = async (present: PersonalGrant) => {
      seen.push(present.refreshToken);
      return { ...present, refreshToken: `${present.refreshToken}+` };
    };
    await Promise.all([source.renew(ask, never), other.renew(ask, never)]);
    expect(seen).toEqual(['refresh-1', 'refresh-1+']);
  });

  test('where nothing can be kept, nothing is asked, and so nothing is spent', async () => {
    const { source, vault, grants } = await signedIn();
    let hasAsked = false;
    vault.isFull = true;
    const renewing = source.renew(async () => ((hasAsked = true), next), never);
    await expect(renewing).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
    vault.isFull = false;
    expect([hasAsked, await read(grants)]).toEqual([false, personal(held)]);
  });

  test('where it can be kept no more once it is there, this process goes on with it', async () => {
    const { source, vault, grants } = await signedIn();
    const answer = await source.renew(async () => ((vault.isFull = true), next), never);
    expect([answer, await read(grants)]).toEqual([next, personal(next, 'memory')]);
  });

  test('also where nobody waits for it any more', async () => {
    const { source, grants } = await signedIn();
    const givingUp = new AbortController();
    const { promise: answered, resolve: answer } = Promise.withResolvers<PersonalGrant>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const renewing = source.renew(() => (ask(), answered), givingUp.signal);
    await asked;
    givingUp.abort(new Error('enough'));
    await expect(renewing).rejects.toThrow('enough');
    answer(next);
    await expect.poll(() => read(grants)).toEqual(personal(next));
  });

  test('an issuer that fails changes nothing', async () => {
    const { source, grants } = await signedIn();
    await expect(source.renew(() => Promise.reject(new Error('503')), never)).rejects.toThrow('503');
    expect(await read(grants)).toEqual(personal(held));
  });

  test('the end of a spent refresh token is not the end of the one that took its place', async () => {
    const { source, grants } = await signedIn();
    await source.renew(async () => next, never);
    await source.end('refresh-1');
    expect(await read(grants)).toEqual(personal(next));
    await source.end('refresh-2');
    expect(await read(grants)).toEqual(none('SIGNED_OUT', { problem: 'ended' }));
  });

  test('signing out while a renewal is under way is not undone by its answer', async () => {
    const { source, grants } = await signedIn();
    const { promise: answered, resolve: answer } = Promise.withResolvers<PersonalGrant>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const renewing = source.renew(() => (ask(), answered), never);
    await asked;
    const out = grants.forgetGrant(profile);
    answer(next);
    await renewing;
    // The issuer is told of the token that is good, not of the one that is spent.
    expect([await out, await read(grants)]).toEqual([
      { kind: 'read', refreshToken: 'refresh-2' },
      none('SIGNED_OUT', { problem: 'never' }),
    ]);
  });

  test('deleting the profile while a renewal is under way is not undone by its answer', async () => {
    const { source, grants } = await signedIn();
    const { promise: answered, resolve: answer } = Promise.withResolvers<PersonalGrant>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const renewing = source.renew(() => (ask(), answered), never);
    await asked;
    const gone = grants.forgetAll(profile.id);
    answer(next);
    await Promise.all([renewing, gone]);
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

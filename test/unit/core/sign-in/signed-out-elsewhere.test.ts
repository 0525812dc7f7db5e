import { describe, expect, test } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import { authorizationCodeProfile, completedSignIn } from '../../../doubles/sign-ins.ts';

const { id, name } = authorizationCodeProfile;
const signedOut = { kind: 'missing', error: appError('SIGNED_OUT', { profile: name, problem: 'never' }).data };

async function watched() {
  const all = await completedSignIn();
  const watch = new AbortController();
  await all.desk.source(authorizationCodeProfile).read(watch.signal);
  all.grantChanges.length = 0;
  return { ...all, watch };
}

describe('[SIGN-21] a sign-out in another process', () => {
  test('is found within ten seconds without reading the keychain', async () => {
    const { desk, clock, vault, grantChanges } = await watched();
    vault.state = 'mute';
    await clock.advance(600_000);
    const before = [...grantChanges, desk.status(authorizationCodeProfile).kind];
    await vault.remove(id, 'grant');
    await clock.advance(10_000);
    expect([before, grantChanges, desk.status(authorizationCodeProfile)]).toEqual([
      ['ready'],
      [`withdrawn ${id}`],
      signedOut,
    ]);
  });

  test('is published once, and a later sign-in there is found, too', async () => {
    const { desk, clock, vault, grants, grantChanges, watch } = await watched();
    await vault.remove(id, 'grant');
    await clock.advance(60_000);
    const held = { accessToken: 'a', accessTokenEndsAt: null, refreshToken: 'r', as: 'olivia', since: clock.now() };
    await grants.giveGrant(authorizationCodeProfile, held, 'store', watch.signal);
    await clock.advance(10_000);
    expect([grantChanges, desk.status(authorizationCodeProfile).kind]).toEqual([
      [`withdrawn ${id}`, `given ${id}`],
      'ready',
    ]);
  });

  test('is found while the keychain is locked', async () => {
    const { desk, clock, vault, grantChanges } = await watched();
    vault.state = 'locked';
    await desk.refresh(authorizationCodeProfile);
    await clock.advance(60_000);
    const before = [...grantChanges, desk.status(authorizationCodeProfile).kind];
    await vault.remove(id, 'grant');
    await clock.advance(10_000);
    expect([before, grantChanges, desk.status(authorizationCodeProfile)]).toEqual([
      ['unavailable'],
      [`withdrawn ${id}`],
      signedOut,
    ]);
  });

  test('is not looked for after the watch was closed', async () => {
    const { clock, vault, grantChanges, watch } = await watched();
    const looking = clock.sleeping;
    watch.abort(new Error('the watch is closed'));
    await vault.remove(id, 'grant');
    await clock.advance(60_000);
    expect([looking, clock.sleeping, grantChanges]).toEqual([1, 0, []]);
  });

  test('is not assumed if the vault cannot be read', async () => {
    const { desk, clock, vault, grantChanges } = await watched();
    vault.has = () => Promise.reject(appError('VAULT_DAMAGED', { path: 'vault.db' }));
    await clock.advance(60_000);
    expect([grantChanges, desk.status(authorizationCodeProfile).kind]).toEqual([[], 'ready']);
  });
});

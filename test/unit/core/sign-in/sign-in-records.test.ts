import { describe, expect, test } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { authorizationCodeProfile, completedSignIn, testSignIns } from '../../../doubles/sign-ins.ts';

const { name } = someProfile;
const signedOut = { kind: 'missing', error: appError('SIGNED_OUT', { profile: name, problem: 'never' }).data };

describe('the sign-in state of a profile', () => {
  test('is unknown until it is read, and is then published', async () => {
    const { desk, published } = testSignIns();
    const before = desk.status(someProfile);
    await desk.refresh(someProfile);
    const none = appError('NO_SECRET', { profile: name, problem: 'none' }).data;
    expect([before, desk.status(someProfile), published.changes]).toEqual([
      { kind: 'unknown' },
      { kind: 'missing', error: none },
      1,
    ]);
  });

  test('[VAULT-1] leaves stored sign-ins unchanged while the keychain is unavailable, and deletes nothing', async () => {
    const { desk, vault, grantChanges, ready } = await completedSignIn();
    vault.state = 'locked';
    const locked = await desk.refresh(authorizationCodeProfile);
    vault.state = 'open';
    expect([locked, await desk.refresh(authorizationCodeProfile)]).toEqual([
      {
        kind: 'unavailable',
        error: appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked', profile: name }).data,
      },
      ready,
    ]);
    // A stream that waits for the sign-in continues.
    expect(grantChanges).toEqual([`given ${authorizationCodeProfile.id}`, `given ${authorizationCodeProfile.id}`]);
  });

  test('[SIGN-21] becomes ready when another process signs in while a watch waits', async () => {
    const { desk, clock, grants, grantChanges } = testSignIns();
    const watch = new AbortController();
    const source = desk.source(authorizationCodeProfile);
    await source.read(watch.signal);
    await clock.advance(60_000);
    const held = { accessToken: 'a', accessTokenEndsAt: null, refreshToken: 'r', as: 'olivia', since: clock.now() };
    await grants.giveGrant(authorizationCodeProfile, held, 'store', watch.signal);
    const before = [...grantChanges];
    await clock.advance(10_000);
    expect([before, grantChanges, desk.status(authorizationCodeProfile).kind]).toEqual([
      [],
      [`given ${authorizationCodeProfile.id}`],
      'ready',
    ]);
    await source.end('r');
    const waiting = clock.sleeping;
    watch.abort(new Error('the watch is closed'));
    await clock.advance(0);
    expect([waiting, clock.sleeping]).toEqual([1, 0]);
  });

  test('[ID-1] includes what a watch finds after the profile was renamed', async () => {
    const { desk } = await completedSignIn();
    const source = desk.source(authorizationCodeProfile);
    const renamed = { ...authorizationCodeProfile, name: 'Renamed' };
    const before = await desk.refresh(renamed);
    await source.end('refresh');
    expect([before.kind, desk.status(renamed)]).toEqual([
      'ready',
      { kind: 'missing', error: appError('SIGNED_OUT', { profile: 'Renamed', problem: 'ended' }).data },
    ]);
  });

  test('[ID-1] uses the current name of the profile, and a new name does not cancel a sign-in', async () => {
    const { desk, begin } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    const renamed = { ...authorizationCodeProfile, name: 'Renamed' };
    await desk.refresh(renamed);
    const missing = desk.status(renamed);
    const { done, redirect } = await begin('store', renamed);
    const again = { ...renamed, name: 'Renamed again' };
    const underWay = desk.status(again);
    redirect.redirectBack();
    expect([missing, underWay.kind, await done]).toEqual([
      { kind: 'missing', error: appError('SIGNED_OUT', { profile: 'Renamed', problem: 'never' }).data },
      'under-way',
      expect.objectContaining({ kind: 'ready', as: 'olivia' }),
    ]);
  });

  test('[ID-1] is forgotten with a removed profile and read again for a new one with the same id', async () => {
    const { desk, grants, begin } = await completedSignIn();
    const ready = desk.status(authorizationCodeProfile);
    await grants.forgetAll(authorizationCodeProfile.id);
    desk.forget(authorizationCodeProfile);
    const { redirect: another } = await begin();
    desk.forget(authorizationCodeProfile);
    another.redirectBack();
    expect([ready.kind, desk.status(authorizationCodeProfile), await desk.refresh(authorizationCodeProfile)]).toEqual([
      'ready',
      { kind: 'unknown' },
      signedOut,
    ]);
  });

  test('comes from the watch that reads the secret, because a secret in a pipe can be read only once', async () => {
    const { desk, grants } = testSignIns({ fromEnvironment: 'hush' });
    let reads = 0;
    const of = grants.of.bind(grants);
    grants.of = (...profile) => {
      const source = of(...profile);
      return { ...source, read: (signal) => ((reads += 1), source.read(signal)) };
    };
    const watched = desk.source(someProfile);
    const before = desk.status(someProfile);
    await watched.read(new AbortController().signal);
    expect([before, desk.status(someProfile), reads]).toEqual([
      { kind: 'unknown' },
      { kind: 'ready', kept: 'environment', as: null, since: null },
      1,
    ]);
  });

  test('shows a newly stored secret even if an older read ends later', async () => {
    const { desk, vault } = testSignIns();
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const read = vault.read.bind(vault);
    vault.read = async (...parameters) => {
      const entry = await read(...parameters);
      await held;
      return entry;
    };
    const older = desk.refresh(someProfile);
    vault.read = read;
    await desk.giveSecret(someProfile, 'hush', 'store');
    go();
    await older;
    expect(desk.status(someProfile)).toEqual({ kind: 'ready', kept: 'keychain', as: null, since: null });
  });
});

describe('[SIGN-21] signing out', () => {
  async function signedIn() {
    const all = await completedSignIn();
    all.grantChanges.length = 0;
    return all;
  }

  test('forgets the sign-in and revokes it at the issuer', async () => {
    const { desk, issuer, grantChanges, clock } = await signedIn();
    const out = await desk.signOut(authorizationCodeProfile);
    expect([out, issuer.revoked, desk.status(authorizationCodeProfile), grantChanges, clock.sleeping]).toEqual([
      { atIssuer: 'revoked' },
      ['refresh'],
      signedOut,
      [`withdrawn ${authorizationCodeProfile.id}`],
      0,
    ]);
  });

  test.each<[string, () => Promise<'not-offered'>, string]>([
    ['offers no revocation', async () => 'not-offered', 'not-offered'],
    ['fails', () => Promise.reject(new Error('broken')), 'failed'],
  ])('forgets the sign-in even if the issuer %s', async (_case, revoke, atIssuer) => {
    const { desk, issuer } = await signedIn();
    Object.assign(issuer, { revoke });
    expect([await desk.signOut(authorizationCodeProfile), desk.status(authorizationCodeProfile)]).toEqual([
      { atIssuer },
      signedOut,
    ]);
  });

  test('forgets the sign-in before an issuer that does not answer within ten seconds', async () => {
    const { desk, issuer, clock } = await signedIn();
    issuer.revoke = (_profile, _secret, _token, signal?: AbortSignal) =>
      new Promise((_, reject) => {
        // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const out = desk.signOut(authorizationCodeProfile);
    await clock.advance(9_000);
    const before = desk.status(authorizationCodeProfile);
    await clock.advance(1_000);
    expect([before, await out]).toEqual([signedOut, { atIssuer: 'failed' }]);
  });

  test('succeeds even if the keychain is unavailable', async () => {
    const { desk, vault, grantChanges } = await signedIn();
    vault.state = 'locked';
    const out = await desk.signOut(authorizationCodeProfile);
    vault.state = 'open';
    expect([out, await desk.refresh(authorizationCodeProfile), grantChanges]).toEqual([
      { atIssuer: 'failed' },
      signedOut,
      [`withdrawn ${authorizationCodeProfile.id}`],
    ]);
  });

  test('sends nothing if there is no sign-in', async () => {
    const { desk, issuer } = testSignIns();
    expect([await desk.signOut(authorizationCodeProfile), issuer.revoked]).toEqual([
      { atIssuer: 'nothing-to-revoke' },
      [],
    ]);
  });

  test('cancels a sign-in that is under way', async () => {
    const { desk, begin } = testSignIns();
    const { done } = await begin();
    await desk.signOut(authorizationCodeProfile);
    expect(await done).toEqual({
      kind: 'failed',
      error: appError('SIGN_IN_FAILED', { profile: name, problem: 'cancelled' }).data,
      at: expect.any(Number),
    });
  });
});

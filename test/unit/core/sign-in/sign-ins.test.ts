import { describe, expect, test, vi } from 'vitest';
import { TokenError, type TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { FindingKey } from '../../../../src-shared/api/connection-findings.ts';
import { appError, type AppErrorDetails } from '../../../../src-shared/api/errors.ts';
import { issuerUnavailable } from '../../../doubles/counting-issuer.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { authorizationCodeProfile, testSignIns } from '../../../doubles/sign-ins.ts';

type Failure = AppErrorDetails['SIGN_IN_FAILED'];
const { name } = someProfile;
const failed = (problem: Failure['problem'], more: { code?: string; key?: FindingKey } = {}) => {
  const { key, ...code } = more;
  const facts = {
    profile: name,
    problem,
    ...code,
    ...(key !== undefined && { finding: { key, facts: expect.anything() } }),
  };
  return { kind: 'failed', error: { code: 'SIGN_IN_FAILED', facts }, at: expect.any(Number) };
};
const signedOut = { kind: 'missing', error: appError('SIGNED_OUT', { profile: name, problem: 'never' }).data };

describe('a sign-in by the user', () => {
  test('[SIGN-22] is stored, shown and used immediately', async () => {
    const { desk, clock, begin, opened, grantChanges, redirects, grants } = testSignIns();
    const before = await desk.refresh(authorizationCodeProfile);
    const { address, done, redirect } = await begin();
    const underWay = desk.status(authorizationCodeProfile);
    redirect.redirectBack();
    const ready = { kind: 'ready', kept: 'keychain', as: 'olivia', since: clock.now() };
    expect([before, underWay, await done, desk.status(authorizationCodeProfile)]).toEqual([
      signedOut,
      { kind: 'under-way', address, startedAt: clock.now(), endsAt: clock.now() + 300_000 },
      ready,
      ready,
    ]);
    expect([opened, grantChanges, redirect.shown, redirects.all.map(({ isOpen }) => isOpen)]).toEqual([
      [address],
      [`given ${authorizationCodeProfile.id}`],
      'signed-in',
      [false],
    ]);
    expect(await grants.of(authorizationCodeProfile).read(new AbortController().signal)).toMatchObject({
      current: { accessToken: 'access', accessTokenEndsAt: clock.now() + 300_000, refreshToken: 'refresh' },
    });
  });

  test('uses the secret of the client if it has one', async () => {
    const { desk, issuer, begin } = testSignIns();
    await begin();
    desk.cancel(authorizationCodeProfile);
    await desk.giveSecret(authorizationCodeProfile, 'hush', 'store');
    await begin();
    expect(issuer.startedWithSecrets).toEqual([null, 'hush']);
  });

  test('succeeds if the issuer reports no lifetime', async () => {
    const { desk, begin, issuer, clock } = testSignIns();
    issuer.exchange = async () => ({ accessToken: 'a', refreshToken: null, expiresInSeconds: null, as: null });
    const { done, redirect } = await begin('memory');
    redirect.redirectBack();
    await done;
    expect(desk.status(authorizationCodeProfile)).toEqual({
      kind: 'ready',
      kept: 'memory',
      as: null,
      since: clock.now(),
    });
  });
});

test('[SIGN-22] opens the same issuer page if it is started on two pages or again', async () => {
  const { desk, begin, redirects, opened } = testSignIns();
  const both = await Promise.all([begin(), begin()]);
  const again = await begin();
  const addresses = [...both, again].map(({ address }) => address);
  expect([new Set(addresses).size, redirects.all.length, opened]).toEqual([1, 1, addresses]);
  again.redirect.redirectBack();
  expect(await Promise.all([...both, again].map(({ done }) => done))).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ kind: 'ready' })),
  );
  const next = await begin();
  expect([next.address === again.address, redirects.all.length]).toEqual([false, 2]);
  desk.cancel(authorizationCodeProfile);
});

describe('[SIGN-22] a failed sign-in leaves everything as it was', () => {
  const refused: TokenRefusal = { kind: 'refused', about: 'client', code: 'invalid_client', answer: null };
  test.each<[string, unknown, object, string]>([
    [
      'the user denies it',
      appError('SIGN_IN_FAILED', { profile: name, problem: 'denied', code: 'access_denied' }),
      failed('denied', { code: 'access_denied' }),
      'denied',
    ],
    [
      'the issuer refuses',
      new TokenError(refused),
      failed('refused', { code: 'invalid_client', key: 'client-refused' }),
      'failed',
    ],
    [
      'the issuer is down',
      new TokenError(issuerUnavailable),
      failed('unreachable', { code: 'HTTP 503', key: 'issuer-unreachable' }),
      'failed',
    ],
    [
      'another server answers',
      new TokenError({ kind: 'not-oauth', code: 'HTTP 200', answer: null }),
      failed('unreachable', { code: 'HTTP 200', key: 'issuer-not-oauth' }),
      'failed',
    ],
    ['there is a bug', new Error('canary'), failed('wrong-answer'), 'failed'],
  ])('because %s', async (_case, error, status, shown) => {
    const { desk, begin, issuer, grantChanges, redirects } = testSignIns();
    const first = await begin();
    first.redirect.redirectBack();
    const before = await first.done;
    issuer.exchange = () => Promise.reject(error);
    const { done, redirect } = await begin();
    redirect.redirectBack();
    expect([await done, desk.status(authorizationCodeProfile)]).toEqual([status, status]);
    expect([redirect.shown, redirects.all.some(({ isOpen }) => isOpen), grantChanges]).toEqual([
      shown,
      false,
      [`given ${authorizationCodeProfile.id}`],
    ]);
    // The next read shows what is stored.
    expect(await desk.refresh(authorizationCodeProfile)).toEqual(before);
  });

  test('because it times out after five minutes', async () => {
    const { desk, clock, begin, redirects } = testSignIns();
    const { done, redirect } = await begin();
    await clock.advance(299_000);
    const still = desk.status(authorizationCodeProfile).kind;
    await clock.advance(1_000);
    expect([still, await done, desk.status(authorizationCodeProfile)]).toEqual([
      'under-way',
      failed('timed-out'),
      failed('timed-out'),
    ]);
    expect([redirects.all.map(({ isOpen }) => isOpen), clock.sleeping, redirect.shown]).toEqual([[false], 0, 'failed']);
  });

  test('because the user cancels it, without an error message', async () => {
    const { desk, clock, begin, redirects } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    const { done } = await begin();
    desk.cancel(authorizationCodeProfile);
    expect([desk.status(authorizationCodeProfile), await done, desk.status(authorizationCodeProfile)]).toEqual([
      signedOut,
      failed('cancelled'),
      signedOut,
    ]);
    expect([redirects.all.map(({ isOpen }) => isOpen), clock.sleeping]).toEqual([[false], 0]);
    desk.cancel(authorizationCodeProfile);
  });

  test('because a second one with another storage replaces it, and only the second counts', async () => {
    const { desk, begin } = testSignIns();
    const first = await begin();
    const second = await begin('memory');
    first.redirect.redirectBack();
    expect([await first.done, desk.status(authorizationCodeProfile).kind]).toEqual([failed('cancelled'), 'under-way']);
    second.redirect.redirectBack();
    expect(await second.done).toMatchObject({ kind: 'ready' });
  });

  test('because the realm of the profile changes', async () => {
    const { desk, begin } = testSignIns();
    const { done, redirect } = await begin();
    const changed = { ...authorizationCodeProfile, realm: 'other' };
    await desk.refresh(changed);
    redirect.redirectBack();
    expect([await done, desk.status(changed)]).toEqual([failed('cancelled'), signedOut]);
  });

  test.each([{ baseUrl: 'https://a.example' }, { eventsUrl: 'https://a.example' }, { caFile: '/tmp/a.pem' }])(
    'because the profile changes an address or certificate file: %o',
    async (change) => {
      const { desk, begin } = testSignIns();
      const { done, redirect } = await begin();
      await desk.refresh({ ...authorizationCodeProfile, ...change });
      redirect.redirectBack();
      expect(await done).toEqual(failed('cancelled'));
    },
  );

  test('because Watchfloor stops', async () => {
    const { desk, clock, begin, redirects } = testSignIns();
    const { done } = await begin();
    desk.stop();
    expect([await done, redirects.all.map(({ isOpen }) => isOpen), clock.sleeping]).toEqual([
      failed('cancelled'),
      [false],
      0,
    ]);
  });

  test('because there is no port for the redirect', async () => {
    const { desk, begin, redirects } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    redirects.failure = Object.assign(new Error('no port'), { code: 'EMFILE' });
    await expect(begin()).rejects.toMatchObject({ data: failed('port', { code: 'EMFILE' }).error });
    expect(desk.status(authorizationCodeProfile)).toEqual(signedOut);
  });

  test('because the profile uses client credentials', async () => {
    const { begin } = testSignIns();
    await expect(begin('store', someProfile)).rejects.toMatchObject({ data: failed('not-a-person').error });
  });

  test('because it cannot be stored: it is revoked at the issuer, and a sign-in in memory is possible', async () => {
    const { desk, begin, vault, issuer, clock } = testSignIns();
    const { done, redirect } = await begin();
    vault.state = 'locked';
    const { promise: issuerResponse, resolve } = Promise.withResolvers<void>();
    const revoke = issuer.revoke.bind(issuer);
    issuer.revoke = async (...all) => issuerResponse.then(() => revoke(...all));
    redirect.redirectBack();
    // The failure is shown immediately, but the sign-in ends only after the revocation, because a command exits then.
    let isOver = false;
    void done.then(() => (isOver = true));
    await vi.waitFor(() => expect(redirect.isOpen).toBe(false));
    await new Promise((turn) => setImmediate(turn));
    expect([desk.status(authorizationCodeProfile).kind, isOver]).toEqual(['failed', false]);
    resolve();
    const why = appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked', profile: name }).data;
    expect(await done).toEqual({ kind: 'failed', error: why, at: clock.now() });
    expect(issuer.revoked).toEqual(['refresh']);
    const again = await begin('memory');
    again.redirect.redirectBack();
    expect(await again.done).toMatchObject({ kind: 'ready', kept: 'memory' });
  });
});

test('[SIGN-22] a sign-in that cannot be stored goes on in memory if this process goes on, and the status says why', async () => {
  const { desk, begin, vault, issuer, grantChanges } = testSignIns();
  const { done, redirect } = await begin('store', authorizationCodeProfile, { orMemory: true });
  vault.state = 'locked';
  redirect.redirectBack();
  const notStored = appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked', profile: name }).data;
  expect(await done).toMatchObject({ kind: 'ready', kept: 'memory', as: 'olivia', notStored });
  expect([redirect.shown, issuer.revoked, grantChanges]).toEqual([
    'signed-in',
    [],
    [`given ${authorizationCodeProfile.id}`],
  ]);
  vault.state = 'open';
  const again = await begin('store', authorizationCodeProfile, { orMemory: true });
  again.redirect.redirectBack();
  expect(await again.done).not.toHaveProperty('notStored');
  expect(desk.status(authorizationCodeProfile)).toMatchObject({ kind: 'ready', kept: 'keychain' });
});

test('[VAULT-1] the status says that the keychain waits, until it has answered', async () => {
  const { desk, published } = testSignIns();
  await desk.refresh(authorizationCodeProfile);
  const { changes } = published;
  desk.keychainWaits(authorizationCodeProfile.id, true);
  const waiting = desk.status(authorizationCodeProfile);
  desk.keychainWaits(authorizationCodeProfile.id, false);
  expect([waiting, desk.status(authorizationCodeProfile), published.changes - changes]).toEqual([
    { kind: 'keychain-waits' },
    signedOut,
    2,
  ]);
});

describe('[SIGN-22] a sign-in is not started if it cannot be stored', () => {
  const why = appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked', profile: name }).data;

  test('because the keychain is locked, which is reported immediately; a sign-in in memory is possible', async () => {
    const { desk, begin, vault, issuer, redirects, opened, published } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    const { changes } = published;
    vault.state = 'locked';
    await expect(begin()).rejects.toMatchObject({ data: why });
    expect(desk.status(authorizationCodeProfile)).toEqual({ kind: 'unavailable', error: why });
    expect(published.changes).toBe(changes + 1);
    expect([issuer.startedWithSecrets, redirects.all, opened]).toEqual([[], [], []]);
    const { done, redirect } = await begin('memory');
    redirect.redirectBack();
    expect(await done).toMatchObject({ kind: 'ready', kept: 'memory' });
  });

  test('until the keychain is unlocked', async () => {
    const { desk, begin, vault } = testSignIns();
    vault.state = 'locked';
    await expect(begin()).rejects.toMatchObject({ data: why });
    vault.state = 'open';
    expect(await desk.refresh(authorizationCodeProfile)).toEqual(signedOut);
    const { done, redirect } = await begin();
    redirect.redirectBack();
    expect(await done).toMatchObject({ kind: 'ready', kept: 'keychain' });
  });

  test('and cancelling it also ends the wait for a keychain that does not answer', async () => {
    const { desk, begin, vault, opened } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    vault.state = 'mute';
    const pendingSignIn = begin();
    desk.cancel(authorizationCodeProfile);
    await expect(pendingSignIn).rejects.toMatchObject({ data: failed('cancelled').error });
    expect([desk.status(authorizationCodeProfile), opened]).toEqual([signedOut, []]);
  });
});

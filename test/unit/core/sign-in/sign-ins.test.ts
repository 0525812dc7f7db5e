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

describe('a person signs in', () => {
  test('[SIGN-22] and what comes of it is kept, shown and used at once', async () => {
    const { desk, clock, begin, opened, told, redirects, grants } = testSignIns();
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
    expect([opened, told, redirect.shown, redirects.all.map(({ isOpen }) => isOpen)]).toEqual([
      [address],
      [`given ${authorizationCodeProfile.id}`],
      'signed-in',
      [false],
    ]);
    expect(await grants.of(authorizationCodeProfile).read(new AbortController().signal)).toMatchObject({
      held: { accessToken: 'access', accessTokenEndsAt: clock.now() + 300_000, refreshToken: 'refresh' },
    });
  });

  test('with the client’s own secret, where it has one', async () => {
    const { desk, issuer, begin } = testSignIns();
    await begin();
    desk.cancel(authorizationCodeProfile);
    await desk.giveSecret(authorizationCodeProfile, 'hush', 'store');
    await begin();
    expect(issuer.startedWithSecrets).toEqual([null, 'hush']);
  });

  test('and the issuer says no lifetime', async () => {
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

test('[SIGN-22] who begins on two pages at once, or again, is sent to the same page of the issuer', async () => {
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

describe('[SIGN-22] an attempt that comes to nothing leaves everything as it was:', () => {
  const refused: TokenRefusal = { kind: 'refused', about: 'client', code: 'invalid_client', answer: null };
  test.each<[string, unknown, object, string]>([
    [
      'the person says no',
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
      'something else answers',
      new TokenError({ kind: 'not-oauth', code: 'HTTP 200', answer: null }),
      failed('unreachable', { code: 'HTTP 200', key: 'issuer-not-oauth' }),
      'failed',
    ],
    ['there is a bug', new Error('canary'), failed('wrong-answer'), 'failed'],
  ])('%s', async (_case, error, status, shown) => {
    const { desk, begin, issuer, told, redirects } = testSignIns();
    const first = await begin();
    first.redirect.redirectBack();
    const before = await first.done;
    issuer.exchange = () => Promise.reject(error);
    const { done, redirect } = await begin();
    redirect.redirectBack();
    expect([await done, desk.status(authorizationCodeProfile)]).toEqual([status, status]);
    expect([redirect.shown, redirects.all.some(({ isOpen }) => isOpen), told]).toEqual([
      shown,
      false,
      [`given ${authorizationCodeProfile.id}`],
    ]);
    // Whoever looks again sees what is kept.
    expect(await desk.refresh(authorizationCodeProfile)).toEqual(before);
  });

  test('nobody comes back within five minutes', async () => {
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

  test('the person gives it up, and is told nothing that they know', async () => {
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

  test('a second one is to be kept elsewhere: it takes its place, and only that one counts', async () => {
    const { desk, begin } = testSignIns();
    const first = await begin();
    const second = await begin('memory');
    first.redirect.redirectBack();
    expect([await first.done, desk.status(authorizationCodeProfile).kind]).toEqual([failed('cancelled'), 'under-way']);
    second.redirect.redirectBack();
    expect(await second.done).toMatchObject({ kind: 'ready' });
  });

  test('the profile becomes another one meanwhile', async () => {
    const { desk, begin } = testSignIns();
    const { done, redirect } = await begin();
    const changed = { ...authorizationCodeProfile, realm: 'other' };
    await desk.refresh(changed);
    redirect.redirectBack();
    expect([await done, desk.status(changed)]).toEqual([failed('cancelled'), signedOut]);
  });

  test.each([{ baseUrl: 'https://a.example' }, { eventsUrl: 'https://a.example' }, { caFile: '/tmp/a.pem' }])(
    'the profile sends what it brings elsewhere meanwhile: %o',
    async (change) => {
      const { desk, begin } = testSignIns();
      const { done, redirect } = await begin();
      await desk.refresh({ ...authorizationCodeProfile, ...change });
      redirect.redirectBack();
      expect(await done).toEqual(failed('cancelled'));
    },
  );

  test('Watchfloor ends', async () => {
    const { desk, clock, begin, redirects } = testSignIns();
    const { done } = await begin();
    desk.stop();
    expect([await done, redirects.all.map(({ isOpen }) => isOpen), clock.sleeping]).toEqual([
      failed('cancelled'),
      [false],
      0,
    ]);
  });

  test('there is no port to come back to', async () => {
    const { desk, begin, redirects } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    redirects.failure = Object.assign(new Error('no port'), { code: 'EMFILE' });
    await expect(begin()).rejects.toMatchObject({ data: failed('port', { code: 'EMFILE' }).error });
    expect(desk.status(authorizationCodeProfile)).toEqual(signedOut);
  });

  test('the client signs in for itself', async () => {
    const { begin } = testSignIns();
    await expect(begin('store', someProfile)).rejects.toMatchObject({ data: failed('not-a-person').error });
  });

  test('it cannot be kept: the issuer is told that nobody will use it, and memory is another way', async () => {
    const { desk, begin, vault, issuer, clock } = testSignIns();
    const { done, redirect } = await begin();
    vault.state = 'locked';
    const { promise: issuerAnswers, resolve } = Promise.withResolvers<void>();
    const revoke = issuer.revoke.bind(issuer);
    issuer.revoke = async (...all) => issuerAnswers.then(() => revoke(...all));
    redirect.redirectBack();
    // It is said at once, and over only when the issuer knows: a command ends then.
    let isOver = false;
    void done.then(() => (isOver = true));
    await vi.waitFor(() => expect(redirect.isOpen).toBe(false));
    await new Promise((turn) => setImmediate(turn));
    expect([desk.status(authorizationCodeProfile).kind, isOver]).toEqual(['failed', false]);
    resolve();
    const why = appError('KEYCHAIN_UNAVAILABLE', { detail: 'it is locked', profile: name }).data;
    expect(await done).toEqual({ kind: 'failed', error: why, at: clock.now() });
    expect(issuer.revoked).toEqual(['refresh']);
    const again = await begin('memory');
    again.redirect.redirectBack();
    expect(await again.done).toMatchObject({ kind: 'ready', kept: 'memory' });
  });
});

describe('[SIGN-27] nobody is sent to the issuer for a sign-in that cannot be kept:', () => {
  const why = appError('KEYCHAIN_UNAVAILABLE', { detail: 'it is locked', profile: name }).data;

  test('the keychain is locked, so it is said at once, and memory is another way', async () => {
    const { desk, begin, vault, issuer, redirects, opened } = testSignIns();
    let tellings = 0;
    await desk.refresh(authorizationCodeProfile);
    desk.onChange(() => (tellings += 1), new AbortController().signal);
    vault.state = 'locked';
    await expect(begin()).rejects.toMatchObject({ data: why });
    expect([desk.status(authorizationCodeProfile), tellings]).toEqual([{ kind: 'unavailable', error: why }, 1]);
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

  test('a keychain that answers nobody is given up with the sign-in', async () => {
    const { desk, begin, vault, opened } = testSignIns();
    await desk.refresh(authorizationCodeProfile);
    vault.state = 'mute';
    const begun = begin();
    desk.cancel(authorizationCodeProfile);
    await expect(begun).rejects.toMatchObject({ data: failed('cancelled').error });
    expect([desk.status(authorizationCodeProfile), opened]).toEqual([signedOut, []]);
  });
});

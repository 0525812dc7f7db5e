import { describe, expect, test } from 'vitest';
import { authorizationCodeProfile, completedSignIn, testSignIns } from '../../../doubles/sign-ins.ts';

async function signedIn() {
  const all = await completedSignIn();
  const { desk, grants } = all;
  const isRemoved = async () =>
    (await grants.of(authorizationCodeProfile).read(new AbortController().signal)).kind === 'none';
  return { ...all, isRemoved, remove: () => desk.forgetAll(authorizationCodeProfile.id, authorizationCodeProfile) };
}

describe('[PROFILE-4] forgetting all secrets of a removed profile', () => {
  test('revokes the sign-in at the issuer, with the secret of the client if it has one', async () => {
    const { desk, issuer, clock, isRemoved, remove } = await signedIn();
    await desk.giveSecret(authorizationCodeProfile, 'hush', 'store');
    const by: unknown[] = [];
    const revoke = issuer.revoke.bind(issuer);
    issuer.revoke = async (profile, secret, token) => (by.push(secret), revoke(profile, secret, token));
    await (
      await remove()
    ).notified;
    expect([issuer.revoked, by, await isRemoved(), clock.sleeping]).toEqual([['refresh'], ['hush'], true, 0]);
  });

  test('waits at most ten seconds for an issuer that does not answer', async () => {
    const { issuer, clock, isRemoved, remove } = await signedIn();
    issuer.revoke = (_profile, _secret, _token, signal?: AbortSignal) =>
      new Promise((_, reject) => {
        // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const { notified: changes } = await remove();
    const wasRemoved = await isRemoved();
    await clock.advance(10_000);
    expect([wasRemoved, await changes, clock.sleeping]).toEqual([true, 'failed', 0]);
  });

  test.each(['mute', 'locked'] as const)('succeeds with a keychain that is %s', async (state) => {
    const { vault, issuer, clock, isRemoved, remove } = await signedIn();
    vault.state = state;
    const removing = remove();
    await clock.advance(10_000);
    await (
      await removing
    ).notified;
    vault.state = 'open';
    expect([issuer.revoked, await isRemoved(), clock.sleeping]).toEqual([[], true, 0]);
  });

  test('sends nothing if there is no sign-in or the profile cannot be read', async () => {
    const { desk, issuer, clock } = testSignIns();
    await (
      await desk.forgetAll(authorizationCodeProfile.id, authorizationCodeProfile)
    ).notified;
    await (
      await desk.forgetAll(authorizationCodeProfile.id, null)
    ).notified;
    expect([issuer.revoked, clock.sleeping]).toEqual([[], 0]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Grant, PersonalGrant } from '../../../../src-main/core/ports/grants.ts';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { issuerUnavailable } from '../../../doubles/counting-issuer.ts';
import { testTokenKeeper } from '../../../doubles/token-keeper.ts';
import { someProfile } from '../../../doubles/profile.ts';

type Personal = Extract<Grant, { kind: 'authorization-code' }>;
const MINUTE = 60_000;
const ended = {
  refusal: { kind: 'no-grant', why: appError('SIGNED_OUT', { profile: someProfile.name, problem: 'ended' }).data },
};
const refused = (code: string): TokenRefusal => ({ kind: 'refused', about: 'request', code, answer: null });

/** Somebody has signed in; the access token is good for five minutes more. */
function signedIn(changes: Partial<PersonalGrant> = {}) {
  const all = testTokenKeeper();
  const { clock, grants, issuer } = all;
  issuer.rotates = true;
  const grant: Personal = {
    kind: 'authorization-code',
    held: {
      accessToken: 'kept',
      accessTokenEndsAt: clock.now() + 5 * MINUTE,
      refreshToken: 'refresh 0',
      as: 'olivia',
      since: clock.now(),
      ...changes,
    },
    clientSecret: null,
    kept: 'keychain',
  };
  grants.grant = grant;
  /** As another process does it: what is kept is another from now on. */
  const elsewhere = (held: Partial<PersonalGrant>) => {
    grants.grant = { ...grant, held: { ...grant.held, ...held } };
  };
  const inVault = () =>
    grants.grant !== 'never' && grants.grant.kind === 'authorization-code' ? grants.grant.held : null;
  return { ...all, grant, elsewhere, inVault };
}

describe('[SIGN-18] the access token that is kept', () => {
  test('is used while it is good, by the wall clock, with no request', async () => {
    const { clock, tokens, issuer } = signedIn();
    const used = [await tokens.accessToken()];
    await clock.advance(3 * MINUTE);
    used.push(await tokens.accessToken());
    expect([used, issuer.requests, tokens.validUntil('kept')]).toEqual([
      ['kept', 'kept'],
      [],
      clock.now() + 2 * MINUTE,
    ]);
  });

  test.each<[string, (now: number) => Partial<PersonalGrant>]>([
    ['is over', (now) => ({ accessTokenEndsAt: now - 1 })],
    ['is over in a moment', (now) => ({ accessTokenEndsAt: now + 4_000 })],
    ['has no known end', () => ({ accessTokenEndsAt: null })],
  ])('that %s is renewed', async (_case, changes) => {
    const all = signedIn();
    all.elsewhere(changes(all.clock.now()));
    expect([await all.tokens.accessToken(), all.issuer.requests]).toEqual(['token 1', ['refresh 0']]);
  });

  test('that has no known end, and no successor, is worth a try', async () => {
    const { tokens, issuer } = signedIn({ accessTokenEndsAt: null, refreshToken: null });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['kept', []]);
  });

  test('ages while the computer sleeps, and is over by then', async () => {
    const { clock, tokens } = signedIn();
    await tokens.accessToken();
    clock.sleepComputer(10 * MINUTE);
    expect(await tokens.accessToken()).toBe('token 1');
  });
});

describe('a renewal', () => {
  test('[SIGN-19] is kept before it is used, whole, and goes on with the newest', async () => {
    const { clock, tokens, issuer, grant, inVault } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    const used = [await tokens.accessToken()];
    const first = inVault();
    clock.sleepComputer(5 * MINUTE);
    used.push(await tokens.accessToken());
    expect([used, issuer.requests]).toEqual([
      ['token 1', 'token 2'],
      ['refresh 0', 'refresh 1'],
    ]);
    expect(first).toEqual({
      ...grant.held,
      accessToken: 'token 1',
      accessTokenEndsAt: grant.held.since + 10 * MINUTE,
      refreshToken: 'refresh 1',
    });
  });

  test('[SIGN-7] that brings no new refresh token leaves the old one good', async () => {
    const { clock, tokens, issuer, inVault } = signedIn();
    issuer.rotates = false;
    clock.sleepComputer(5 * MINUTE);
    await tokens.accessToken();
    expect(inVault()?.refreshToken).toBe('refresh 0');
  });

  test('[SIGN-19] that could not be kept gives no token', async () => {
    const { clock, tokens, grants, issuer } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    const why = appError('KEYCHAIN_UNAVAILABLE', { detail: 'locked' });
    grants.renew = () => Promise.reject(why);
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: { kind: 'no-grant', why: why.data } });
    expect(issuer.requests).toEqual([]);
  });

  test('[SIGN-5] that another process has made is used, and nobody is asked', async () => {
    const { clock, tokens, issuer, elsewhere } = signedIn();
    await tokens.accessToken();
    await clock.advance(4 * MINUTE + 55_000);
    elsewhere({ accessToken: 'theirs', accessTokenEndsAt: clock.now() + 5 * MINUTE, refreshToken: 'refresh 1' });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['theirs', []]);
  });

  test('[SIGN-5] of fifty callers is one', async () => {
    const { clock, tokens, issuer } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()));
    expect([new Set(got), issuer.requests]).toEqual([new Set(['token 1']), ['refresh 0']]);
  });

  test('is asked for when the service refuses the token, although it should be good', async () => {
    const { tokens, issuer } = signedIn();
    tokens.reject(await tokens.accessToken());
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['token 1', ['refresh 0']]);
  });

  test('that was sent is not given up with the watch: its answer may be the only good one', async () => {
    const { clock, tokens, issuer, end, inVault } = signedIn();
    issuer.delayMs = 3_000;
    clock.sleepComputer(5 * MINUTE);
    const waiting = tokens.accessToken().catch((error: unknown) => error);
    await clock.advance(0);
    const reason = new Error('stopped');
    end.abort(reason);
    expect(await waiting).toBe(reason);
    await clock.advance(3_000);
    expect(inVault()?.refreshToken).toBe('refresh 1');
  });
});

describe('[SIGN-20] only invalid_grant ends a sign-in', () => {
  test('and then nobody is asked any more until a person acts', async () => {
    const { clock, tokens, issuer, grants, atOnce } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.refreshRefusal = refused('invalid_grant');
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    grants.grant = { kind: 'none', why: ended.refusal.why };
    void tokens.keepFresh(new AbortController().signal);
    await clock.advance(60 * MINUTE);
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    expect([grants.ended, issuer.requests, await atOnce()]).toEqual([['refresh 0'], ['refresh 0'], null]);
  });

  test.each<[string, TokenRefusal]>([
    ['is down', issuerUnavailable],
    ['refuses the client', { kind: 'refused', about: 'client', code: 'invalid_client', answer: null }],
    ['refuses the request', refused('invalid_request')],
    ['is no issuer any more', { kind: 'not-oauth', code: 'HTTP 200', answer: null }],
  ])('it is kept while the issuer %s', async (_case, refusal) => {
    const { clock, tokens, issuer, grants } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.refreshRefusal = refusal;
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal });
    issuer.refreshRefusal = null;
    expect([await tokens.accessToken(), grants.ended, issuer.requests]).toEqual([
      'token 2',
      [],
      ['refresh 0', 'refresh 0'],
    ]);
  });

  test('and one that cannot be noted is over all the same', async () => {
    const { clock, tokens, issuer, grants, log } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.refreshRefusal = refused('invalid_grant');
    grants.end = () => Promise.reject(new Error('the disk is full'));
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    expect(log.lines).toMatchObject([{ level: 'error', message: 'an ended sign-in is still kept' }]);
  });

  test('where somebody has signed in again elsewhere, that is used at once', async () => {
    const { clock, tokens, issuer, grants, elsewhere } = signedIn();
    await tokens.accessToken();
    await clock.advance(5 * MINUTE);
    issuer.refreshRefusal = refused('invalid_grant');
    grants.end = async () =>
      elsewhere({ accessToken: 'anew', accessTokenEndsAt: clock.now() + 5 * MINUTE, refreshToken: 'anew 0' });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['anew', ['refresh 0']]);
  });

  test('a sign-in without a refresh token is over with its access token', async () => {
    const { clock, tokens, issuer } = signedIn({ refreshToken: null });
    await tokens.accessToken();
    clock.sleepComputer(6 * MINUTE);
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    expect(issuer.requests).toEqual([]);
  });
});

describe('[SIGN-21] what a person gives or takes counts at once', () => {
  test('for who is waiting for the issuer meanwhile, which may take its time', async () => {
    const { clock, tokens, issuer, elsewhere } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.delayMs = 10_000;
    const waiting = tokens.accessToken();
    await clock.advance(1_000);
    elsewhere({ accessToken: 'anew', accessTokenEndsAt: clock.now() + 5 * MINUTE });
    tokens.grantChanged('given');
    const given = await waiting;
    await clock.advance(9_000);
    expect([given, await tokens.accessToken()]).toEqual(['anew', 'anew']);
  });

  test('without a wait for the next renewal, however patient that was to be', async () => {
    const { clock, tokens, grants, grant } = signedIn();
    grants.grant = { kind: 'none', why: ended.refusal.why };
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    void tokens.keepFresh(new AbortController().signal);
    grants.grant = grant;
    tokens.grantChanged('given');
    await clock.advance(0);
    expect(tokens.validUntil('kept')).toBe(grant.held.accessTokenEndsAt);
  });

  test('a renewal that is answered after a person signed out gives no token, then or later', async () => {
    const { clock, tokens, issuer, grants } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.delayMs = 10_000;
    const answer = () =>
      tokens.accessToken().then(
        () => 'token',
        () => 'none',
      );
    const duringRenewal = answer();
    await clock.advance(1_000);
    const none = { kind: 'none' as const, why: appError('SIGNED_OUT', { profile: 'Acme', problem: 'never' }).data };
    grants.grant = none;
    tokens.grantChanged('withdrawn');
    await clock.advance(10_000);
    // The late answer was stored as the grant of the person who has signed out.
    grants.grant = none;
    expect({ duringRenewal: await duringRenewal, afterRenewal: await answer() }).toEqual({
      duringRenewal: 'none',
      afterRenewal: 'none',
    });
  });

  test('a token that a person has signed out of is used no more, and what it has opened is told', async () => {
    const { tokens, grants } = signedIn();
    await tokens.accessToken();
    const { withdrawn } = tokens;
    tokens.grantChanged('given');
    const afterGiven = withdrawn.aborted;
    grants.grant = { kind: 'none', why: appError('SIGNED_OUT', { profile: 'Acme', problem: 'never' }).data };
    tokens.grantChanged('withdrawn');
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: { why: { code: 'SIGNED_OUT' } } });
    expect([afterGiven, withdrawn.aborted, tokens.withdrawn.aborted]).toEqual([false, true, false]);
  });
});

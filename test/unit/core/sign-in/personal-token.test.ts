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

/** A personal sign-in whose access token is valid for five more minutes. */
function signedIn(changes: Partial<PersonalGrant> = {}) {
  const all = testTokenKeeper();
  const { clock, grants, issuer } = all;
  issuer.rotates = true;
  const grant: Personal = {
    kind: 'authorization-code',
    current: {
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
  const elsewhere = (current: Partial<PersonalGrant>) => {
    grants.grant = { ...grant, current: { ...grant.current, ...current } };
  };
  const inVault = () =>
    grants.grant !== 'never' && grants.grant.kind === 'authorization-code' ? grants.grant.current : null;
  return { ...all, grant, elsewhere, inVault };
}

describe('[SIGN-6] the stored access token', () => {
  test('is used without a request while it is valid by the wall clock', async () => {
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
    ['has expired', (now) => ({ accessTokenEndsAt: now - 1 })],
    ['expires in 4 s', (now) => ({ accessTokenEndsAt: now + 4_000 })],
    ['has no known end', () => ({ accessTokenEndsAt: null })],
  ])('is renewed if it %s', async (_case, changes) => {
    const all = signedIn();
    all.elsewhere(changes(all.clock.now()));
    expect([await all.tokens.accessToken(), all.issuer.requests]).toEqual(['token 1', ['refresh 0']]);
  });

  test('is used if it has neither a known end nor a refresh token', async () => {
    const { tokens, issuer } = signedIn({ accessTokenEndsAt: null, refreshToken: null });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['kept', []]);
  });
});

describe('a renewal', () => {
  test('[SIGN-5] is stored completely before it is used, and continues with the newest refresh token', async () => {
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
      ...grant.current,
      accessToken: 'token 1',
      accessTokenEndsAt: grant.current.since + 10 * MINUTE,
      refreshToken: 'refresh 1',
    });
  });

  test('[SIGN-6] keeps the old refresh token if the issuer sends no new one', async () => {
    const { clock, tokens, issuer, inVault } = signedIn();
    issuer.rotates = false;
    clock.sleepComputer(5 * MINUTE);
    await tokens.accessToken();
    expect(inVault()?.refreshToken).toBe('refresh 0');
  });

  test('[SIGN-5] returns no token if it cannot be stored', async () => {
    const { clock, tokens, grants, issuer } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    const why = appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' });
    grants.renew = () => Promise.reject(why);
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: { kind: 'no-grant', why: why.data } });
    expect(issuer.requests).toEqual([]);
  });

  test('[SIGN-5] by another process is used without a request to the issuer', async () => {
    const { clock, tokens, issuer, elsewhere } = signedIn();
    await tokens.accessToken();
    await clock.advance(4 * MINUTE + 55_000);
    elsewhere({ accessToken: 'theirs', accessTokenEndsAt: clock.now() + 5 * MINUTE, refreshToken: 'refresh 1' });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['theirs', []]);
  });

  test('is requested when the service refuses a token that should be valid', async () => {
    const { tokens, issuer } = signedIn();
    tokens.reject(await tokens.accessToken());
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['token 1', ['refresh 0']]);
  });

  test('continues when the watch stops after it was sent, because its answer may hold the only valid token', async () => {
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

describe('[SIGN-20] the end of a sign-in', () => {
  test('comes with invalid_grant, and then the issuer is not asked again until the user acts', async () => {
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
    ['is not an OAuth issuer any more', { kind: 'not-oauth', code: 'HTTP 200', answer: null }],
  ])('does not come while the issuer %s', async (_case, refusal) => {
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

  test('applies even if it cannot be stored', async () => {
    const { clock, tokens, issuer, grants, log } = signedIn();
    clock.sleepComputer(5 * MINUTE);
    issuer.refreshRefusal = refused('invalid_grant');
    grants.end = () => Promise.reject(new Error('the disk is full'));
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    expect(log.lines).toMatchObject([{ level: 'error', message: 'an ended sign-in is still stored' }]);
  });

  test('does not come if there is a new sign-in from another process, which is used immediately', async () => {
    const { clock, tokens, issuer, grants, elsewhere } = signedIn();
    await tokens.accessToken();
    await clock.advance(5 * MINUTE);
    issuer.refreshRefusal = refused('invalid_grant');
    grants.end = async () =>
      elsewhere({ accessToken: 'anew', accessTokenEndsAt: clock.now() + 5 * MINUTE, refreshToken: 'anew 0' });
    expect([await tokens.accessToken(), issuer.requests]).toEqual(['anew', ['refresh 0']]);
  });

  test('comes with the end of the access token if there is no refresh token', async () => {
    const { clock, tokens, issuer } = signedIn({ refreshToken: null });
    await tokens.accessToken();
    clock.sleepComputer(6 * MINUTE);
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    expect(issuer.requests).toEqual([]);
  });
});

describe('[SIGN-21] a sign-in or sign-out by the user applies immediately', () => {
  test('to callers that wait for a slow issuer', async () => {
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

  test('without waiting for the next renewal, however long its pause is', async () => {
    const { clock, tokens, grants, grant } = signedIn();
    grants.grant = { kind: 'none', why: ended.refusal.why };
    await expect(tokens.accessToken()).rejects.toMatchObject(ended);
    void tokens.keepFresh(new AbortController().signal);
    grants.grant = grant;
    tokens.grantChanged('given');
    await clock.advance(0);
    expect(tokens.validUntil('kept')).toBe(grant.current.accessTokenEndsAt);
  });

  test('so that a renewal answered after the sign-out gives no token, then or later', async () => {
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
    // The late answer was stored as a grant although the user has signed out.
    grants.grant = none;
    expect({ duringRenewal: await duringRenewal, afterRenewal: await answer() }).toEqual({
      duringRenewal: 'none',
      afterRenewal: 'none',
    });
  });

  test('so that a token is no longer used after the sign-out, and its open streams are aborted', async () => {
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

import { describe, expect, test, vi } from 'vitest';
import { TokenError, type TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { issuerUnavailable } from '../../../doubles/counting-issuer.ts';
import { testTokenKeeper } from '../../../doubles/token-keeper.ts';

const refused = (code: string): TokenRefusal => ({ kind: 'refused', about: 'client', code, answer: null });

test('[SIGN-1] binds a secret once, after the issuer has accepted it', async () => {
  const { tokens, issuer, grants, clock } = testTokenKeeper();
  issuer.refusal = { kind: 'refused', about: 'client', code: 'invalid_client', answer: null };
  await expect(tokens.accessToken()).rejects.toThrow(TokenError);
  const whileRefused = grants.acceptances;
  issuer.refusal = null;
  await tokens.accessToken();
  await clock.advance(86_400_000);
  await tokens.accessToken();
  expect([whileRefused, grants.acceptances]).toEqual([0, 1]);
});

test('[SIGN-1] returns a token only after the binding of its secret is stored', async () => {
  const { tokens, grants } = testTokenKeeper();
  const stored = Promise.withResolvers<void>();
  grants.markAccepted = () => stored.promise;
  let token: string | null = null;
  const pendingToken = tokens.accessToken().then((text) => (token = text));
  await vi.waitFor(() => expect(grants.reads).toBe(1));
  await Promise.race([pendingToken, new Promise((resolve) => setImmediate(resolve))]);
  const before = token;
  stored.resolve();
  await pendingToken;
  expect({ before, after: token }).toEqual({ before: null, after: 'token 1' });
});

describe('a token', () => {
  test('[SIGN-5] is requested once for 50 simultaneous callers', async () => {
    const { issuer, tokens } = testTokenKeeper();
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()));
    expect([new Set(got), issuer.requests]).toEqual([new Set(['token 1']), ['credentials secret']]);
  });

  test('is used for four fifths of its life, and longer while another is requested', async () => {
    const { clock, issuer, tokens, atOnce } = testTokenKeeper();
    issuer.delayMs = 0;
    await tokens.accessToken();
    issuer.delayMs = 1_500;
    await clock.advance(239_000);
    expect([await atOnce(), issuer.requests.length]).toEqual(['token 1', 1]);
    await clock.advance(2_000);
    expect([await atOnce(), issuer.requests.length]).toEqual(['token 1', 2]);
    await clock.advance(1_500);
    expect([await atOnce(), issuer.requests.length]).toEqual(['token 2', 2]);
  });

  test.each([
    ['10 s is not used in its last second', 10, 8_900, 9_100],
    ['unknown length counts as valid for 5 min', null, 289_000, 291_000],
  ])('with a life of %s', async (_case, lifetime, usedAt, waitedAt) => {
    const { clock, issuer, tokens, atOnce } = testTokenKeeper();
    issuer.lifetimeSeconds = lifetime;
    await tokens.accessToken();
    issuer.delayMs = 1_000_000;
    await clock.advance(usedAt);
    const used = await atOnce();
    await clock.advance(waitedAt - usedAt);
    expect([used, await atOnce()]).toEqual(['token 1', null]);
  });

  test('without any lifetime serves only the caller that requested it', async () => {
    const { issuer, tokens } = testTokenKeeper();
    issuer.lifetimeSeconds = 0;
    expect([await tokens.accessToken(), await tokens.accessToken()]).toEqual(['token 1', 'token 2']);
  });

  test('is replaced once for all callers that rejected it', async () => {
    const { tokens } = testTokenKeeper();
    const old = await tokens.accessToken();
    tokens.reject(old);
    const fresh = await tokens.accessToken();
    tokens.reject(old);
    expect([fresh, await tokens.accessToken()]).toEqual(['token 2', 'token 2']);
  });

  test.each<[string, TokenRefusal]>([
    ['is down', issuerUnavailable],
    ['refuses the client', refused('invalid_client')],
    ['is not an OAuth issuer any more', { kind: 'not-oauth', code: 'HTTP 200', answer: null }],
  ])('[SIGN-6] is used while it is valid if the issuer %s', async (_case, refusal) => {
    const { clock, issuer, tokens } = testTokenKeeper();
    await tokens.accessToken();
    issuer.refusal = refusal;
    const used: string[] = [];
    for (const at of [245_000, 40_000, 14_000]) {
      await clock.advance(at);
      used.push(await tokens.accessToken());
    }
    await clock.advance(2_000);
    expect(used).toEqual(['token 1', 'token 1', 'token 1']);
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal });
  });

  test('is not used again after a rejection if the issuer fails', async () => {
    const { issuer, tokens } = testTokenKeeper();
    tokens.reject(await tokens.accessToken());
    issuer.refusal = issuerUnavailable;
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: issuerUnavailable });
  });
});

describe('a refresh token', () => {
  const renewed = async ({ clock, tokens }: ReturnType<typeof testTokenKeeper>) => {
    await clock.advance(300_000);
    return tokens.accessToken();
  };

  test('is used first, and dropped in favour of the credentials when it is refused', async () => {
    const all = testTokenKeeper();
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    await renewed(all);
    all.issuer.refreshRefusal = refused('invalid_grant');
    await renewed(all);
    expect(all.issuer.requests).toEqual(['credentials secret', 'refresh 1', 'refresh 2', 'credentials secret']);
  });

  test('[SIGN-6] stays valid if a refresh brings no new one', async () => {
    const all = testTokenKeeper();
    all.issuer.refreshesOnce = true;
    await all.tokens.accessToken();
    await renewed(all);
    await renewed(all);
    expect(all.issuer.requests).toEqual(['credentials secret', 'refresh 1', 'refresh 1']);
  });

  test('is kept while the issuer is down', async () => {
    const all = testTokenKeeper();
    all.issuer.rotates = true;
    await all.tokens.accessToken();
    all.issuer.refusal = issuerUnavailable;
    await expect(renewed(all)).rejects.toMatchObject({ refusal: issuerUnavailable });
    all.issuer.refusal = null;
    await all.tokens.accessToken();
    expect(all.issuer.requests).toEqual(['credentials secret', 'refresh 1', 'refresh 1']);
  });
});

describe('the grant', () => {
  test('is kept while it is valid, even if the keychain is locked in between', async () => {
    const { clock, grants, tokens } = testTokenKeeper();
    await tokens.accessToken();
    grants.grant = { kind: 'none', why: appError('KEYCHAIN_UNAVAILABLE', { problem: 'locked' }).data };
    await clock.advance(300_000);
    expect([await tokens.accessToken(), grants.reads]).toEqual(['token 2', 1]);
  });

  test('reports its reason if there is none, and is read again next time', async () => {
    const { grants, tokens } = testTokenKeeper();
    const why = appError('NO_SECRET', { profile: 'Acme', problem: 'none' }).data;
    grants.grant = { kind: 'none', why };
    await expect(tokens.accessToken()).rejects.toMatchObject({ refusal: { kind: 'no-grant', why } });
    grants.grant = { kind: 'client-credentials', clientSecret: 'secret', kept: 'keychain' };
    expect(await tokens.accessToken()).toBe('token 1');
  });

  test('is read again when it is refused, so that a changed secret is used immediately', async () => {
    const { clock, grants, issuer, tokens } = testTokenKeeper();
    await tokens.accessToken();
    grants.grant = { kind: 'client-credentials', clientSecret: 'changed', kept: 'keychain' };
    issuer.clientCredentials = async (_profile, clientSecret) => {
      issuer.requests.push(clientSecret);
      if (clientSecret === 'secret') throw new TokenError(refused('invalid_client'));
      return { accessToken: 'changed token', refreshToken: null, expiresInSeconds: 300 };
    };
    await clock.advance(300_000);
    expect([await tokens.accessToken(), issuer.requests]).toEqual([
      'changed token',
      ['credentials secret', 'secret', 'changed'],
    ]);
  });
});

describe('[CLI-7] stopping the token keeper ends every wait immediately', () => {
  test('for a secret source that ignores its signal', async () => {
    const { clock, grants, tokens, end } = testTokenKeeper();
    grants.grant = 'never';
    const waits = Promise.allSettled([tokens.accessToken(), tokens.accessToken()]);
    await clock.advance(0);
    const reason = new Error('stopped');
    end.abort(reason);
    expect(await waits).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(tokens.accessToken()).rejects.toBe(reason);
  });

  test('for the issuer and for the next renewal', async () => {
    const { clock, issuer, tokens, end } = testTokenKeeper();
    const fresh = tokens.keepFresh(new AbortController().signal);
    await clock.advance(0);
    tokens.reject(await tokens.accessToken());
    issuer.delayMs = 60_000;
    const waiting = tokens.accessToken().catch((error: unknown) => error);
    await clock.advance(0);
    const reason = new Error('stopped');
    end.abort(reason);
    expect([await waiting, await fresh, clock.sleeping]).toEqual([reason, undefined, 0]);
  });
});

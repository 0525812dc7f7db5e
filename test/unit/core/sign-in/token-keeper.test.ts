import { expect, test } from 'vitest';
import { TokenError, type TokenIssuer, type TokenSet } from '../../../../src-main/core/ports/token-issuer.ts';
import { TokenKeeper } from '../../../../src-main/core/sign-in/token-keeper.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';

/** Gives out numbered tokens and remembers what it was asked for. */
class CountingIssuer implements TokenIssuer {
  readonly asked: string[] = [];
  lifetime: number | null = 300;
  refreshes = false;
  refuse: TokenError | null = null;
  async clientCredentials(): Promise<TokenSet> {
    return this.#give('credentials');
  }
  async refresh(_profile: unknown, _secret: string, refreshToken: string): Promise<TokenSet> {
    if (refreshToken === 'revoked')
      throw new TokenError({ kind: 'refused', about: 'request', code: 'invalid_grant', detail: '' });
    return this.#give(`refresh ${refreshToken}`);
  }
  #give(asked: string): TokenSet {
    this.asked.push(asked);
    if (this.refuse !== null) throw this.refuse;
    return {
      accessToken: `token ${this.asked.length}`,
      refreshToken: this.refreshes ? `refresh ${this.asked.length}` : null,
      expiresInSeconds: this.lifetime,
    };
  }
}

function keeper() {
  const clock = new FakeClock();
  const issuer = new CountingIssuer();
  const tokens = new TokenKeeper({
    profile: someProfile,
    issuer,
    readSecret: async () => 'secret',
    clock,
    signal: new AbortController().signal,
  });
  return { clock, issuer, tokens };
}

test('fifty callers at once cause one request', async () => {
  const { issuer, tokens } = keeper();
  const got = await Promise.all(Array.from({ length: 50 }, () => tokens.accessToken()));
  expect(new Set(got)).toEqual(new Set(['token 1']));
  expect(issuer.asked).toEqual(['credentials']);
});

test('a token is used until a minute before its end', async () => {
  const { clock, tokens } = keeper();
  await tokens.accessToken();
  await clock.advance(239_000);
  expect(await tokens.accessToken()).toBe('token 1');
  await clock.advance(2_000);
  expect(await tokens.accessToken()).toBe('token 2');
});

test('a token that lives ten seconds is used for eight', async () => {
  const { clock, issuer, tokens } = keeper();
  issuer.lifetime = 10;
  await tokens.accessToken();
  await clock.advance(7_900);
  expect(await tokens.accessToken()).toBe('token 1');
  await clock.advance(200);
  expect(await tokens.accessToken()).toBe('token 2');
});

test('an issuer that names no lifetime is taken to mean five minutes', async () => {
  const { clock, issuer, tokens } = keeper();
  issuer.lifetime = null;
  await tokens.accessToken();
  await clock.advance(241_000);
  expect(await tokens.accessToken()).toBe('token 2');
});

test('a refresh token is used first, and given up for the credentials when it is refused', async () => {
  const { clock, issuer, tokens } = keeper();
  issuer.refreshes = true;
  await tokens.accessToken();
  await clock.advance(300_000);
  await tokens.accessToken();
  await clock.advance(300_000);
  issuer.refresh = async () => {
    throw new TokenError({ kind: 'refused', about: 'request', code: 'invalid_grant', detail: '' });
  };
  await tokens.accessToken();
  expect(issuer.asked).toEqual(['credentials', 'refresh refresh 1', 'credentials']);
});

test('a rejected token is replaced, once for all who saw it rejected', async () => {
  const { tokens } = keeper();
  const old = await tokens.accessToken();
  tokens.reject(old);
  const fresh = await tokens.accessToken();
  tokens.reject(old);
  expect([fresh, await tokens.accessToken()]).toEqual(['token 2', 'token 2']);
});

test('a failed request is not remembered: the next caller asks again', async () => {
  const { issuer, tokens } = keeper();
  issuer.refuse = new TokenError({ kind: 'unavailable', code: 'HTTP 503', detail: '' });
  await expect(tokens.accessToken()).rejects.toBe(issuer.refuse);
  issuer.refuse = null;
  expect(await tokens.accessToken()).toBe('token 2');
});

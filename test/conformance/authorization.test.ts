import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { TokenError } from '../../src-main/core/ports/token-issuer.ts';
import { AppError } from '../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { someProfile } from '../doubles/profile.ts';
import { listening } from '../fixtures/loopback.ts';
import { PlainBrowser } from '../simulator/plain-browser.ts';

const issuer = createOpenidTokenIssuer({ network: createNetwork({ env: {} }) });
const never = new AbortController().signal;
const redirectUri = 'http://127.0.0.1:49152/callback';
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ scenario: 'none', subscriptions: 10 });
});
afterAll(() => simulator.stop());

const profile = (changes: Partial<ConnectionProfile> = {}): ConnectionProfile => ({
  ...someProfile,
  ...simulator.profile,
  flow: 'authorizationCode',
  clientId: simulator.clients.browser.clientId,
  ...changes,
});
const operator = { username: 'olivia', password: 'practice-operator', choice: 'sign-in' };

/** Opens the issuer's page like a user in a browser. */
async function atThePage(of: ConnectionProfile, clientSecret: string | null = null, state = 'state-1') {
  const authorization = await issuer.authorization({ profile: of, clientSecret, redirectUri, state });
  const browser = new PlainBrowser(simulator.origin);
  const login = await browser.go(authorization.address);
  const submit = async (form: Record<string, string>) => new URL((await browser.go(login.url, form)).url);
  const exchange = (callback: URL) => authorization.exchange(callback, never);
  return { exchange, submit };
}

const outcome = (exchanged: Promise<unknown>): Promise<unknown> =>
  exchanged.then(
    () => 'signed in',
    (error: unknown) => {
      if (error instanceof AppError) return error.data.facts;
      if (error instanceof TokenError) return error.refusal;
      throw error;
    },
  );
const failed = (problem: string, more = {}) => ({ profile: someProfile.name, problem, ...more });
const wrongAnswer = (code: string) => failed('wrong-answer', { code });

describe("the simulator's issuer", () => {
  test('gets a challenge and a nonce that differ in each attempt', async () => {
    const parametersOf = async () => {
      const { address } = await issuer.authorization({
        profile: profile(),
        clientSecret: null,
        redirectUri,
        state: 's',
      });
      return Object.fromEntries(new URL(address).searchParams);
    };
    const [one, other] = [await parametersOf(), await parametersOf()];
    const random = expect.stringMatching(/^[\w-]{43}$/);
    expect(one).toEqual({
      client_id: 'watchfloor-browser',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      code_challenge_method: 'S256',
      code_challenge: random,
      nonce: random,
    });
    expect([one['code_challenge'] === other['code_challenge'], one['nonce'] === other['nonce']]).toEqual([
      false,
      false,
    ]);
  });

  test.each(['browser', 'confidential'] as const)('[SIGN-14] signs a user in to the %s client', async (kind) => {
    const { clientId } = simulator.clients[kind];
    const secret = kind === 'confidential' ? simulator.clients.confidential.clientSecret : null;
    const { submit, exchange } = await atThePage(profile({ clientId }), secret);
    const tokens = await exchange(await submit(operator));
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresInSeconds: 300,
      as: 'olivia',
      person: expect.stringMatching(/^account:[0-9a-f]{64}$/),
    });
    const next = await issuer.refresh(profile({ clientId }), secret, tokens.refreshToken ?? '', never);
    expect([next.refreshToken === null, next.refreshToken === tokens.refreshToken]).toEqual([false, false]);
  });

  test('refuses a confidential client without its secret as an error of the client', async () => {
    const { clientId } = simulator.clients.confidential;
    const { submit, exchange } = await atThePage(profile({ clientId }));
    expect(await outcome(exchange(await submit(operator)))).toMatchObject({
      kind: 'refused',
      about: 'client',
      code: 'invalid_client',
    });
  });

  test('reports a denial if the user cancels', async () => {
    const { submit, exchange } = await atThePage(profile());
    const callback = await submit({ choice: 'cancel' });
    expect(await outcome(exchange(callback))).toEqual(failed('denied', { code: 'access_denied' }));
  });

  test('accepts a code once, and only from the attempt that requested it', async () => {
    const mine = await atThePage(profile());
    const other = await atThePage(profile());
    const callback = await mine.submit(operator);
    expect(await outcome(other.exchange(callback))).toMatchObject({ kind: 'refused', code: 'invalid_grant' });
    expect(await outcome(other.exchange(callback))).toEqual(wrongAnswer('CODE_USED'));
  });

  test.each<[string, (callback: URL) => void, object]>([
    ['no state', ({ searchParams }) => searchParams.delete('state'), wrongAnswer('STATE')],
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'), wrongAnswer('STATE')],
    ['two states', ({ searchParams }) => searchParams.append('state', 'x'), wrongAnswer('STATE')],
    ['no code', ({ searchParams }) => searchParams.delete('code'), wrongAnswer('CODE')],
    ['two codes', ({ searchParams }) => searchParams.append('code', 'x'), wrongAnswer('CODE')],
    [
      'the name of another issuer',
      ({ searchParams }) => searchParams.set('iss', 'https://other.example'),
      failed('wrong-issuer', { named: 'https://other.example' }),
    ],
    [
      'no issuer, although the issuer promises to name itself',
      ({ searchParams }) => searchParams.delete('iss'),
      wrongAnswer('ISS'),
    ],
    [
      'an error that is no code',
      ({ searchParams }) => searchParams.set('error', '<b>x y</b>'),
      { kind: 'refused', about: 'request', code: 'ERROR', answer: null },
    ],
    [
      'an error code of the standard',
      ({ searchParams }) => searchParams.set('error', 'server_error'),
      { kind: 'unavailable', code: 'server_error', tls: false, retryAfterMs: null, answer: null },
    ],
  ])('[SIGN-14] does not exchange the code of a callback with %s', async (_case, change, facts) => {
    const { submit, exchange } = await atThePage(profile());
    const callback = await submit(operator);
    change(callback);
    expect(await outcome(exchange(callback))).toEqual(facts);
  });

  test('[SIGN-21] revokes a refresh token, which it then refuses', async () => {
    const { submit, exchange } = await atThePage(profile());
    const { refreshToken } = await exchange(await submit(operator));
    expect(await issuer.revoke(profile(), null, refreshToken ?? '', never)).toBe('revoked');
    const again = issuer.refresh(profile(), null, refreshToken ?? '', never);
    expect(await outcome(again)).toMatchObject({ kind: 'refused', code: 'invalid_grant' });
  });
});

describe('an issuer with wrong answers', () => {
  async function lying(answer: RequestListener): Promise<ConnectionProfile> {
    const { port } = await listening(createServer(answer));
    return profile({ authUrl: `http://127.0.0.1:${port}` });
  }

  const json =
    (body: unknown): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = (claims: object, alg = 'RS256') => `${part({ alg })}.${part(claims)}.${part('signed')}`;

  type Claims = Record<string, unknown>;
  const tokenWith = (claims: (right: Claims) => Claims, alg?: string) => (right: Claims) => ({
    access_token: 'access',
    token_type: 'Bearer',
    refresh_token: 'refresh',
    expires_in: 300,
    id_token: idToken(claims(right), alg),
  });

  async function exchanged(answer: (right: Claims) => unknown) {
    let right: Claims = {};
    const of = await lying((request, response) => json(answer(right))(request, response));
    const authorization = await issuer.authorization({ profile: of, clientSecret: null, redirectUri, state: 's' });
    const seconds = Math.floor(Date.now() / 1000);
    right = {
      iss: `${of.authUrl}/auth/realms/${of.realm}`,
      aud: of.clientId,
      sub: 'u-1',
      nonce: new URL(authorization.address).searchParams.get('nonce'),
      iat: seconds,
      exp: seconds + 60,
    };
    return authorization.exchange(new URL(`${redirectUri}?code=c&state=s`), never);
  }

  test('[SIGN-6] signs a user in even if the lifetime is text or unreadable, under the preferred name if there is one', async () => {
    const named = await exchanged((right) => ({
      ...tokenWith((claims) => ({ ...claims, preferred_username: 'olivia', name: 'Olivia B.' }))(right),
      expires_in: '60',
    }));
    const unnamed = await exchanged((right) => ({ ...tokenWith((claims) => claims)(right), expires_in: 'soon' }));
    expect([named, unnamed]).toMatchObject([
      { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 60, as: 'olivia' },
      { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: null, as: 'u-1' },
    ]);
  });

  test('[AUTHOR-1] identifies a person by issuer and account id, not by a name', async () => {
    let issuerOfToken: unknown;
    const { as, person } = await exchanged(
      tokenWith((claims) => {
        issuerOfToken = claims['iss'];
        return { ...claims, preferred_username: 'olivia' };
      }),
    );
    const account = createHash('sha256')
      .update(JSON.stringify([issuerOfToken, 'u-1']))
      .digest('hex');
    expect([as, person]).toEqual(['olivia', `account:${account}`]);
  });

  test.each<[string, (right: Claims) => unknown, object]>([
    ['for another nonce', tokenWith((right) => ({ ...right, nonce: 'x' })), wrongAnswer('ID_TOKEN_NONCE')],
    ['without a nonce', tokenWith((right) => ({ ...right, nonce: undefined })), wrongAnswer('ID_TOKEN')],
    [
      'of another issuer',
      tokenWith((right) => ({ ...right, iss: 'https://other.example/realm' })),
      failed('wrong-issuer', { named: 'https://other.example/realm' }),
    ],
    ['for another client', tokenWith((right) => ({ ...right, aud: 'x' })), wrongAnswer('ID_TOKEN_AUD')],
    ['without a signature', tokenWith((right) => right, 'none'), wrongAnswer('ID_TOKEN')],
    ['that has expired', tokenWith((right) => ({ ...right, exp: 1_000_000 })), wrongAnswer('ID_TOKEN_EXP')],
    ['that is malformed', () => ({ access_token: 'a', token_type: 'Bearer', id_token: 'x' }), wrongAnswer('ID_TOKEN')],
    ['that is missing', () => ({ access_token: 'a', token_type: 'Bearer' }), wrongAnswer('ID_TOKEN')],
  ])('[SIGN-14] signs no user in with an ID token %s', async (_case, answer, facts) => {
    expect(await outcome(exchanged(answer))).toEqual(facts);
  });

  // Seconds from this computer's clock to the times in the token.
  test.each<[string, { readonly [claim: string]: number }, number]>([
    ['2 h ahead', { iat: -7_200, exp: -7_140 }, 7_200],
    ['10 min ahead', { iat: -600, exp: -540 }, 600],
    ['2 h behind', { iat: 7_200, nbf: 7_200, exp: 7_260 }, -7_200],
  ])('[SIGN-22] names the clock of a computer that is %s', async (_case, claims, seconds) => {
    const now = Math.floor(Date.now() / 1_000);
    const answer = tokenWith((right) => ({
      ...right,
      ...Object.fromEntries(Object.entries(claims).map(([claim, from]) => [claim, now + from])),
    }));
    const { seconds: named, ...facts } = Object(await outcome(exchanged(answer)));
    expect(facts).toEqual(failed('clock'));
    expect(Math.abs(named - seconds)).toBeLessThan(60);
  });

  test.each([
    ['4 min', 240, 300],
    ['2 h, and the ID token is still valid', 7_200, 36_000],
  ])('[SIGN-22] signs a user in if the clock is ahead by %s', async (_case, ahead, lifetime) => {
    const iat = Math.floor(Date.now() / 1_000) - ahead;
    const answer = tokenWith((right) => ({ ...right, iat, exp: iat + lifetime }));
    expect(await outcome(exchanged(answer))).toBe('signed in');
  });

  test.each<[string, (origin: string) => unknown, string]>([
    ['offers no revocation', (origin) => ({ issuer: `${origin}/auth/realms/iot` }), 'not-offered'],
    ['has no discovery document', () => 'no', 'not-offered'],
    [
      'names an endpoint on another host',
      (origin) => ({ issuer: `${origin}/auth/realms/iot`, revocation_endpoint: 'https://other.example/revoke' }),
      'not-offered',
    ],
    [
      'names another issuer in its document',
      (origin) => ({ issuer: 'https://other.example', revocation_endpoint: `${origin}/revoke` }),
      'not-offered',
    ],
    [
      'refuses the request',
      (origin) => ({ issuer: `${origin}/auth/realms/iot`, revocation_endpoint: `${origin}/revoke` }),
      'failed',
    ],
  ])('[SIGN-21] does not revoke a refresh token if the issuer %s', async (_case, document, message) => {
    const shown: string[] = [];
    const of = await lying((request, response) => {
      const origin = `http://${request.headers.host}`;
      if (request.url?.endsWith('/openid-configuration') === true) json(document(origin))(request, response);
      else {
        shown.push(request.url ?? '');
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_request"}');
      }
    });
    expect(await issuer.revoke(of, null, 'refresh', never)).toBe(message);
    expect(shown).toEqual(message === 'failed' ? ['/revoke'] : []);
  });
});

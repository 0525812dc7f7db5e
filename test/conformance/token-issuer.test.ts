/** The token endpoint's client against the simulator's real issuer, and against answers that no issuer should give. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { TokenError, type TokenRefusal } from '../../src-main/core/ports/token-issuer.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { someProfile } from '../doubles/profile.ts';

const issuer = createOpenidTokenIssuer();
const never = new AbortController().signal;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
});
afterAll(() => simulator.stop());

const profile = (changes: Partial<ConnectionProfile> = {}): ConnectionProfile => ({
  ...someProfile,
  ...simulator.profile,
  clientId: simulator.clients.basic.clientId,
  ...changes,
});
const refusal = async (grant: Promise<unknown>): Promise<TokenRefusal> => {
  const error = await grant.then(
    () => new Error('a token was given'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TokenError)) throw error;
  return error.refusal;
};

describe('the real issuer', () => {
  test('gives a token with its lifetime to a client that authenticates by basic', async () => {
    const tokens = await issuer.clientCredentials(profile(), simulator.clients.basic.clientSecret, never);
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: null,
      expiresInSeconds: expect.any(Number),
    });
  });

  test('gives a token to a client that authenticates by post', async () => {
    const { clientId, clientSecret } = simulator.clients.post;
    const tokens = await issuer.clientCredentials(
      profile({ clientId, clientAuthentication: 'post' }),
      clientSecret,
      never,
    );
    expect(tokens.accessToken).not.toBe('');
  });

  test.each([
    ['a wrong secret', {}, 'wrong'],
    ['an unknown client', { clientId: 'nobody' }, 'wrong'],
  ])('refuses %s as a matter of the client', async (_case, changes, secret) => {
    expect(await refusal(issuer.clientCredentials(profile(changes), secret, never))).toEqual({
      kind: 'refused',
      about: 'client',
      code: 'invalid_client',
      detail: '',
    });
  });

  test('is given up at once when the signal says so', async () => {
    const ended = new AbortController();
    ended.abort(new Error('enough'));
    await expect(issuer.clientCredentials(profile(), 'x', ended.signal)).rejects.toThrow('enough');
  });
});

describe('answers that are no token', () => {
  const json =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const page =
    (status: number): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html>canary-secret</html>');

  test.each<[string, RequestListener, object]>([
    ['500 with a page', page(500), { kind: 'unavailable', code: 'HTTP 500' }],
    ['429 with a page', page(429), { kind: 'unavailable', code: 'HTTP 429' }],
    ['200 with a page', page(200), { kind: 'not-oauth', code: 'HTTP 200' }],
    ['404 with a page', page(404), { kind: 'not-oauth', code: 'HTTP 404' }],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
      { kind: 'not-oauth', code: 'HTTP 302' },
    ],
    ['503 in OAuth form', json(503, { error: 'temporarily_unavailable' }), { kind: 'unavailable', code: 'HTTP 503' }],
    [
      '400 that echoes the secret',
      json(400, { error: 'invalid_grant', error_description: 'canary-secret' }),
      { kind: 'refused', about: 'request', code: 'invalid_grant' },
    ],
    ['a token of no kind', json(200, { access_token: 7 }), { kind: 'not-oauth', code: 'OAUTH_INVALID_RESPONSE' }],
    ['a cut connection', (request) => request.socket.destroy(), { kind: 'unavailable', code: 'UND_ERR_SOCKET' }],
  ])('%s', async (_case, answer, expected) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const seen = await refusal(issuer.clientCredentials(profile({ authUrl }), 'canary-secret', never));
      expect(seen).toEqual({ ...expected, detail: expect.not.stringContaining('canary') });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('an address where nobody listens is unavailable, with the code', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
    expect(await refusal(issuer.clientCredentials(profile({ authUrl }), 'x', never))).toMatchObject({
      kind: 'unavailable',
      code: 'ECONNREFUSED',
    });
  });

  test('an ID token that nobody reads costs no access token', async () => {
    const answer = { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: 'not.a.token' };
    const server = createServer(json(200, answer)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect((await issuer.clientCredentials(profile({ authUrl }), 'x', never)).accessToken).toBe('a');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('an answer without a lifetime and a type is a token all the same', async () => {
    const server = createServer(json(200, { access_token: 'a' })).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await issuer.clientCredentials(profile({ authUrl }), 'x', never)).toEqual({
        accessToken: 'a',
        refreshToken: null,
        expiresInSeconds: null,
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { TokenError, type TokenRefusal } from '../../src-main/core/ports/token-issuer.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { someProfile } from '../doubles/profile.ts';
import { selfSigned } from '../support/self-signed.ts';
import { closedPort, listening } from '../fixtures/loopback.ts';
import { ConnectProxy } from '../unit/adapters/network/connect-proxy.ts';
import { emptyServiceResponse } from '../../src-shared/api/stream/stream-status.ts';

const issuer = createOpenidTokenIssuer({ network: createNetwork({ env: {} }) });
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

describe("the simulator's issuer", () => {
  test('gives a token with its lifetime to a client with basic authentication', async () => {
    const tokens = await issuer.clientCredentials(profile(), simulator.clients.basic.clientSecret, never);
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: null,
      expiresInSeconds: expect.any(Number),
    });
  });

  test('gives a token to a client with post authentication', async () => {
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
  ])('refuses %s as an error of the client', async (_case, changes, secret) => {
    expect(await refusal(issuer.clientCredentials(profile(changes), secret, never))).toEqual({
      kind: 'refused',
      about: 'client',
      code: 'invalid_client',
      answer: expect.objectContaining({ from: 'issuer', status: 401, contentType: 'application/json', body: null }),
    });
  });

  test('is not asked if the signal is already aborted', async () => {
    const ended = new AbortController();
    ended.abort(new Error('enough'));
    await expect(issuer.clientCredentials(profile(), 'x', ended.signal)).rejects.toThrow('enough');
  });
});

async function answering(answer: RequestListener): Promise<ConnectionProfile> {
  return profile({ authUrl: `http://127.0.0.1:${(await listening(createServer(answer))).port}` });
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const page =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end('<html>canary</html>');

describe('[SIGN-6] the token client', () => {
  const given = { accessToken: 'a', refreshToken: null };
  const good = { access_token: 'a', token_type: 'Bearer', expires_in: 60 };

  const lifetimes: [unknown, number | null][] = [
    ...[300, 0, 0.5, 1e12].map((seconds): [number, number] => [seconds, seconds]),
    ['300', 300],
    ...[null, -1, true, 'soon', '', {}].map((unreadable): [unknown, null] => [unreadable, null]),
  ];
  const types = ['bearer', 'BEARER', 'BearerToken', 'Bearer Token', ' bearer ', null, ''];
  const empty = ['refresh_token', 'scope', 'id_token', 'not_before_policy'].flatMap((name) => [
    { [name]: null },
    { [name]: '' },
  ]);
  test.each<[object, number | null]>([
    ...lifetimes.map(([expires_in, seconds]): [object, number | null] => [{ ...good, expires_in }, seconds]),
    ...types.map((token_type): [object, number] => [{ ...good, token_type }, 60]),
    ...empty.map((fields): [object, number] => [{ ...good, ...fields }, 60]),
    [{ ...good, id_token: 'not.a.token' }, 60],
    ...[['openid'], ['openid', 'email'], []].map((scope): [object, number] => [{ ...good, scope }, 60]),
    [{ access_token: 'a' }, null],
  ])('accepts the token %j with a lifetime of %j', async (answer, expiresInSeconds) => {
    const result = await answering(json(200, answer));
    expect(await issuer.clientCredentials(result, 'x', never)).toEqual({ ...given, expiresInSeconds });
  });

  test.each(['DPoP', 'mac', 'N_A'])('refuses a token of another type: %s', async (token_type) => {
    const result = await answering(json(200, { ...good, token_type }));
    expect(await refusal(issuer.clientCredentials(result, 'x', never))).toMatchObject({
      kind: 'not-oauth',
      code: 'OAUTH_UNSUPPORTED_OPERATION',
    });
  });

  test.each([201, 202, 203])('accepts a token that comes with status %i', async (status) => {
    const result = await answering(json(status, good));
    expect(await issuer.clientCredentials(result, 'x', never)).toEqual({ ...given, expiresInSeconds: 60 });
  });

  test('accepts an answer whose content type comes twice', async () => {
    const result = await answering(json(200, good, { 'content-type': 'application/json, application/json' }));
    expect(await issuer.clientCredentials(result, 'x', never)).toEqual({ ...given, expiresInSeconds: 60 });
  });

  test('accepts a compressed answer, although none was requested', async () => {
    const result = await answering((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(good)));
    });
    expect(await issuer.clientCredentials(result, 'x', never)).toEqual({ ...given, expiresInSeconds: 60 });
  });
});

test('a public client refreshes without a secret', async () => {
  let body = '';
  const result = await answering((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => json(200, { access_token: 'a', refresh_token: 'r2' })(request, response));
    expect(request.headers.authorization).toBeUndefined();
  });
  expect(await issuer.refresh(result, null, 'r1', never)).toMatchObject({ refreshToken: 'r2' });
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'r1',
    client_id: result.clientId,
  });
});

describe('the token client, after an answer without a token,', () => {
  const requestTo = async (answer: RequestListener) =>
    refusal(issuer.clientCredentials(await answering(answer), 'canary', never));
  const answer = (status: number, contentType: string | null, location: string | null = null) => ({
    from: 'issuer',
    status,
    contentType,
    location,
    body: null,
    server: null,
    via: null,
    network: null,
  });
  const passing = (code: string, status: number, contentType: string, retryAfterMs: number | null = null) => ({
    kind: 'unavailable',
    code,
    tls: false,
    retryAfterMs,
    answer: answer(status, contentType),
  });

  test.each<[string, RequestListener, object]>([
    ['500 with a page', page(500), passing('HTTP 500', 500, 'text/html')],
    ['429 with a page', page(429), passing('HTTP 429', 429, 'text/html')],
    ['200 with a page', page(200), { kind: 'not-oauth', code: 'HTTP 200', answer: answer(200, 'text/html') }],
    ['404 with a page', page(404), { kind: 'not-oauth', code: 'HTTP 404', answer: answer(404, 'text/html') }],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/in?x=canary' }).end(),
      { kind: 'not-oauth', code: 'HTTP 302', answer: answer(302, null, 'https://elsewhere.example/in') },
    ],
    [
      '503 in OAuth form',
      json(503, { error: 'temporarily_unavailable' }),
      passing('HTTP 503', 503, 'application/json'),
    ],
    [
      '400 with a temporary error',
      json(400, { error: 'temporarily_unavailable' }),
      passing('temporarily_unavailable', 400, 'application/json'),
    ],
    [
      '400 in OAuth form',
      json(400, { error: 'invalid_grant', error_description: 'canary' }),
      { kind: 'refused', about: 'request', code: 'invalid_grant', answer: answer(400, 'application/json') },
    ],
    ...[{ access_token: 7 }, { access_token: null }, { access_token: ['a'] }, { token: 'a' }].map(
      (body): [string, RequestListener, object] => [
        `the field of the token in ${JSON.stringify(body)}`,
        json(200, body),
        { kind: 'not-oauth', code: 'access_token', answer: answer(200, 'application/json') },
      ],
    ),
    [
      'the field of a renewal token that is a number',
      json(200, { access_token: 'a', refresh_token: 7 }),
      { kind: 'not-oauth', code: 'refresh_token', answer: answer(200, 'application/json') },
    ],
    [
      'an answer that is no object',
      json(200, ['a']),
      { kind: 'not-oauth', code: 'OAUTH_INVALID_RESPONSE', answer: answer(200, 'application/json') },
    ],
    [
      "the issuer's error with status 200",
      json(200, { error: 'invalid_client' }),
      { kind: 'refused', about: 'client', code: 'invalid_client', answer: answer(200, 'application/json') },
    ],
    [
      "the issuer's temporary error with status 200",
      json(200, { access_token: null, error: 'temporarily_unavailable' }),
      passing('temporarily_unavailable', 200, 'application/json'),
    ],
    ...[
      ['application/json, application/json', 'application/json'],
      ['Application/JSON', 'Application/JSON'],
      ['application/json ;charset=utf-8', 'application/json'],
    ].map(([contentType = '', shown = '']): [string, RequestListener, object] => [
      `the issuer's error with the content type ${contentType}`,
      json(401, { error: 'invalid_client' }, { 'content-type': contentType }),
      { kind: 'refused', about: 'client', code: 'invalid_client', answer: answer(401, shown) },
    ]),
    ['429 with Retry-After', page(429, { 'retry-after': '20' }), passing('HTTP 429', 429, 'text/html', 20_000)],
    [
      '503 in OAuth form with Retry-After',
      json(503, { error: 'server_error' }, { 'retry-after': '7' }),
      passing('HTTP 503', 503, 'application/json', 7_000),
    ],
  ])('[SIGN-20] reports %s', async (_case, listener, expected) => {
    expect(await requestTo(listener)).toEqual(expected);
  });

  test.each<[string, RequestListener]>([
    ['error code', json(400, { error: 'canary' })],
    ['description', json(400, { error: 'invalid_grant', error_description: 'canary' })],
    ['type', page(200, { 'content-type': 'text/canary' })],
    ['location', (_request, response) => response.writeHead(302, { location: 'https://x.example/canary' }).end()],
    [
      'challenge',
      (_request, response) =>
        response.writeHead(401, { 'www-authenticate': 'Basic realm="canary", error="canary"' }).end(),
    ],
    ['page', page(502)],
    [
      'cut page',
      (request, response) =>
        response.writeHead(200, { 'content-length': '99' }).write('canary', () => request.socket.destroy()),
    ],
  ])('[LEAK-1] puts no secret into an error if the issuer echoes it as its %s', async (_case, listener) => {
    const error: unknown = await issuer
      .clientCredentials(await answering(listener), 'canary', never)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TokenError);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/canary/);
  });

  test('reports the error code even if it contains a short secret by chance', async () => {
    const refused = issuer.clientCredentials(await answering(json(401, { error: 'invalid_client' })), 'client', never);
    expect(await refusal(refused)).toMatchObject({ kind: 'refused', about: 'client', code: 'invalid_client' });
  });

  test('reads at most 1 MiB of a decompressed answer', async () => {
    // 256 MiB that are compressed to 256 KiB.
    const packed: Buffer[] = [];
    const gzip = createGzip({ level: 9 });
    gzip.on('data', (part: Buffer) => packed.push(part));
    const zeros = Buffer.alloc(1_048_576, ' ');
    for (let mebibyte = 0; mebibyte < 256; mebibyte += 1) await new Promise((resolve) => gzip.write(zeros, resolve));
    await new Promise((resolve) => gzip.end(resolve));
    const before = process.resourceUsage().maxRSS;
    const seen = await requestTo((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(Buffer.concat(packed)),
    );
    expect(seen).toEqual({ kind: 'not-oauth', code: 'ANSWER_TOO_LARGE', answer: answer(200, 'application/json') });
    expect((process.resourceUsage().maxRSS - before) / 1_024).toBeLessThan(100);
  });

  test('does not read an endless answer to the end', async () => {
    const seen = await requestTo((_request, response) => {
      const write = (): void =>
        void (response.write(' '.repeat(65_536)) ? setImmediate(write) : response.once('drain', write));
      response.writeHead(200, { 'content-type': 'application/json' });
      write();
    });
    expect(seen).toMatchObject({ kind: 'not-oauth', code: 'ANSWER_TOO_LARGE' });
  });
});

describe('[NET-4] the token client, without an answer,', () => {
  const requestTo = (authUrl: string, with_ = issuer) =>
    refusal(with_.clientCredentials(profile({ authUrl }), 'canary', never));
  const unavailable = (code: unknown, about: string, tls: boolean) => ({
    kind: 'unavailable',
    code,
    tls,
    about,
    proxy: about === 'proxy' ? expect.toBeOneOf([null, expect.stringMatching(/^127\.0\.0\.1:\d+$/)]) : null,
    retryAfterMs: null,
    answer: { ...emptyServiceResponse('issuer'), network: expect.not.stringContaining('canary') },
  });

  test('reports a refused connection', async () => {
    const port = await closedPort();
    expect(await requestTo(`http://127.0.0.1:${port}`)).toEqual(unavailable('ECONNREFUSED', 'network', false));
  });

  test.each<[string, Server, unknown, string]>([
    ['a certificate that is refused', createTlsServer(selfSigned), 'DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['a port that speaks plain HTTP', createServer(page(200)), expect.stringMatching(/^ERR_SSL_/), 'plain-http'],
    [
      'a TLS handshake that breaks off',
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
      'ECONNRESET',
      'handshake',
    ],
  ])('reports %s as a failure of TLS', async (_case, server, code, about) => {
    const { port } = await listening(server);
    expect(await requestTo(`https://127.0.0.1:${port}`)).toEqual(unavailable(code, about, true));
  });

  test('reports a proxy that requires a sign-in', async () => {
    const { port } = await listening(createServer(page(407)));
    expect(await requestTo(`http://127.0.0.1:${port}`)).toEqual(unavailable('HTTP 407', 'proxy', false));
  });

  test('reports a proxy that requires a sign-in before it opens a tunnel', async () => {
    const proxy = await ConnectProxy.start(() => 407);
    onTestFinished(proxy.stop);
    const network = createNetwork({ env: { HTTPS_PROXY: `http://user:canary@127.0.0.1:${proxy.port}` } });
    expect(await requestTo('https://auth.example.test', createOpenidTokenIssuer({ network }))).toEqual(
      unavailable('HTTP 407', 'proxy', false),
    );
  });

  test('[CLI-7] ends immediately when the caller gives up', async () => {
    const { port } = await listening(createTcpServer((socket) => socket.resume()));
    const givingUp = new AbortController();
    const result = issuer.clientCredentials(profile({ authUrl: `http://127.0.0.1:${port}` }), 'x', givingUp.signal);
    setImmediate(() => givingUp.abort(new Error('enough')));
    await expect(result).rejects.toThrow('enough');
  });
});

test('the token client reports an unusable caFile as an error in the profile', async () => {
  const result = profile({ caFile: '/nowhere/ca.pem' });
  expect(await refusal(issuer.clientCredentials(result, 'x', never))).toMatchObject({
    kind: 'no-grant',
    why: { code: 'BAD_PROFILE', facts: { path: '/nowhere/ca.pem', problem: 'ca-file' } },
  });
});

import * as oauth from 'openid-client';
import { expect, test } from 'vitest';
import type { Simulator, SimulatorOptions } from '../../src-simulator/simulator.ts';
import { permissionsOf, simulatorForTest } from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { PlainBrowser } from './plain-browser.ts';

/** Configures a client that knows only the two documented addresses. */
function configuration(simulator: Simulator, clientId: string, authentication: oauth.ClientAuth) {
  const issuer = `${simulator.profile.authUrl}/auth/realms/${simulator.profile.realm}`;
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/protocol/openid-connect/auth`,
    token_endpoint: `${issuer}/protocol/openid-connect/token`,
  };
  const config = new oauth.Configuration(server, clientId, { id_token_signed_response_alg: 'ES256' }, authentication);
  oauth.allowInsecureRequests(config);
  return config;
}

const browserClient = (simulator: Simulator) =>
  configuration(simulator, simulator.clients.browser.clientId, oauth.None());

const machineClient = (simulator: Simulator) =>
  configuration(
    simulator,
    simulator.clients.basic.clientId,
    oauth.ClientSecretBasic(simulator.clients.basic.clientSecret),
  );

async function signIn(simulator: Simulator) {
  const config = browserClient(simulator);
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: 'http://127.0.0.1:49152/callback',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const browser = new PlainBrowser(simulator.origin);
  const login = await browser.go(address.href);
  const submit = (form: Record<string, string>) => browser.go(login.url, form);
  const grant = (callback: string) =>
    oauth.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier: verifier, expectedState: state });
  return { config, login, submit, grant };
}

/** Starts a simulator and a sign-in. */
async function startSignIn(options: SimulatorOptions = {}) {
  const simulator = await simulatorForTest(options);
  return { simulator, ...(await signIn(simulator)) };
}

const operator = { username: 'olivia', password: 'practice-operator' };
const watcher = { username: 'walter', password: 'practice-watcher' };

test.each([
  ['basic', oauth.ClientSecretBasic],
  ['post', oauth.ClientSecretPost],
] as const)('client credentials by %s give a token that the service accepts', async (kind, authentication) => {
  const simulator = await simulatorForTest();
  const { clientId, clientSecret } = simulator.clients[kind];
  const config = configuration(simulator, clientId, authentication(clientSecret));
  const tokens = await oauth.clientCredentialsGrant(config, { scope: 'openid' });
  const permissions = await permissionsOf(simulator, tokens.access_token);
  expect({ type: tokens.token_type, seconds: tokens.expires_in, status: permissions.status }).toEqual({
    type: 'bearer',
    seconds: 300,
    status: 200,
  });
});

test.each([
  ['a wrong secret', 'basic', oauth.ClientSecretBasic('wrong')],
  ['basic instead of post', 'post', oauth.ClientSecretBasic('practice: post+secret')],
  ['post instead of basic', 'basic', oauth.ClientSecretPost('practice: basic+secret')],
] as const)('%s is refused with 401', async (_, kind, authentication) => {
  const simulator = await simulatorForTest();
  const config = configuration(simulator, simulator.clients[kind].clientId, authentication);
  await expect(oauth.clientCredentialsGrant(config, { scope: 'openid' })).rejects.toMatchObject({ status: 401 });
});

test('an opaque access token works like a JWT', async () => {
  const simulator = await simulatorForTest({ accessTokens: 'opaque' });
  const { access_token: token } = await oauth.clientCredentialsGrant(machineClient(simulator), { scope: 'openid' });
  const before = await permissionsOf(simulator, token);
  simulator.control.revokeTokens();
  const after = await permissionsOf(simulator, token);
  expect({ hasDots: token.includes('.'), before: before.status, after: after.status }).toEqual({
    hasDots: false,
    before: 200,
    after: 401,
  });
});

test('a user signs in on a plain page, and the code with its verifier gives tokens of that user', async () => {
  const { simulator, login, submit, grant } = await startSignIn();
  expect(login.page).toContain('<form method="post"');
  expect(login.page).not.toContain('<script');

  const tokens = await grant((await submit(watcher)).url);
  const rights = (await (await permissionsOf(simulator, tokens.access_token)).json()) as { roles: string[] };
  expect({ user: tokens.claims()?.sub, roles: rights.roles }).toEqual({
    user: 'walter',
    roles: ['NOTIFICATION_WATCHER'],
  });
});

test('a wrong password shows the page again with the reason, and the right one then works', async () => {
  const { submit, grant } = await startSignIn();
  const again = await submit({ username: 'olivia"><script>', password: 'guess' });
  expect(again).toMatchObject({
    status: 401,
    page: expect.stringContaining('The user name or the password is wrong.'),
  });
  expect(again.page).not.toContain('<script');
  const tokens = await grant((await submit(operator)).url);
  expect(tokens.claims()?.sub).toBe('olivia');
});

test('a cancelled sign-in sends access_denied to the client', async () => {
  const { submit, grant } = await startSignIn();
  const { url } = await submit({ choice: 'cancel' });
  await expect(grant(url)).rejects.toMatchObject({ error: 'access_denied' });
});

test.each([
  ['an unknown client', { client_id: '<b>nobody</b>' }, 'invalid_client'],
  ['a redirect address elsewhere', { redirect_uri: 'https://elsewhere.example/callback' }, 'invalid_redirect_uri'],
])('%s gets a page with the reason instead of a redirect', async (_, changed, code) => {
  const simulator = await simulatorForTest();
  const asked = { client_id: simulator.clients.browser.clientId, response_type: 'code', scope: 'openid', ...changed };
  const { authorization_endpoint: address } = browserClient(simulator).serverMetadata();
  const response = await fetch(`${address}?${new URLSearchParams(asked)}`, { redirect: 'manual' });
  const page = await response.text();
  expect([response.status, page.includes(`The sign-in cannot start (${code})`), page.includes('<b>')]).toEqual([
    400,
    true,
    false,
  ]);
});

test('an authorization request without PKCE is refused', async () => {
  const simulator = await simulatorForTest();
  const config = browserClient(simulator);
  const redirect = 'http://127.0.0.1:49152/callback';
  const address = oauth.buildAuthorizationUrl(config, { redirect_uri: redirect, scope: 'openid', state: 's' });
  const response = await fetch(address, { redirect: 'manual' });
  expect(response.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?error=invalid_request&/);
});

test('a code without its verifier is refused', async () => {
  const { config, submit } = await startSignIn();
  const callback = new URL((await submit(operator)).url);
  const attempt = oauth.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: oauth.randomPKCECodeVerifier(),
    expectedState: callback.searchParams.get('state') ?? '',
  });
  await expect(attempt).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a refresh gives a new refresh token, and using the old one again ends all tokens of the sign-in', async () => {
  // A single JWT cannot be revoked.
  const { simulator, config, submit, grant } = await startSignIn({ accessTokens: 'opaque' });
  const first = await grant((await submit(operator)).url);
  const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
  expect((await permissionsOf(simulator, second.access_token)).status).toBe(200);
  expect(second.refresh_token).not.toBe(first.refresh_token);

  const reuse = oauth.refreshTokenGrant(config, first.refresh_token ?? '');
  await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' });
  const afterReuse = oauth.refreshTokenGrant(config, second.refresh_token ?? '');
  await expect(afterReuse).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await permissionsOf(simulator, second.access_token)).status).toBe(401);
});

test('revoking ends the existing access tokens, and the refresh tokens only on request', async () => {
  const { simulator, config, submit, grant } = await startSignIn();
  const first = await grant((await submit(operator)).url);
  simulator.control.revokeTokens();
  expect((await permissionsOf(simulator, first.access_token)).status).toBe(401);
  const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
  expect((await permissionsOf(simulator, second.access_token)).status).toBe(200);
  simulator.control.revokeTokens({ refreshTokens: true });
  const refresh = oauth.refreshTokenGrant(config, second.refresh_token ?? '');
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the sign-in page explains that no sign-in is in progress', async () => {
  const simulator = await simulatorForTest();
  const response = await fetch(`${simulator.origin}/auth/realms/iot/login/made-up`);
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 400,
    body: { error: 'no_login', message: 'No sign-in in progress. Start again from the application.' },
  });
});

test('revoking the refresh token ends a sign-in', async () => {
  const { simulator, config, submit, grant } = await startSignIn();
  const tokens = await grant((await submit(operator)).url);
  const { issuer } = config.serverMetadata();
  const revocation = await fetch(`${issuer}/protocol/openid-connect/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: tokens.refresh_token ?? '', client_id: simulator.clients.browser.clientId }),
  });
  expect(revocation.status).toBe(200);
  const refresh = oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

/** Far from this computer's time, and late in a second. */
const START = Date.parse('2026-03-01T08:00:00.900Z');

test.each([
  ['jwt', 1, 300],
  ['opaque', 1, 300],
  ['jwt', 60, 5],
  ['opaque', 60, 5],
  ['jwt', 600, 1],
] as const)(
  '[SIM-70] with its own time, a %s token at scale %i lives exactly as long as its expires_in: %i s',
  async (accessTokens, timeScale, seconds) => {
    const time = new ManualTime(START);
    const simulator = await simulatorForTest({ time, accessTokens, timeScale });
    const { access_token: token, expires_in: expiresIn } = await oauth.clientCredentialsGrant(machineClient(simulator));
    time.advance(seconds * 1000 - 1);
    const before = await permissionsOf(simulator, token);
    time.advance(1);
    const after = await permissionsOf(simulator, token);
    expect({ expiresIn, before: before.status, after: after.status }).toEqual({
      expiresIn: seconds,
      before: 200,
      after: 401,
    });
  },
);

test.each([
  [1, 60_000],
  [60, 1_000],
])(
  "[SIM-70] at scale %i a code expires after 60 s of the service, whatever this computer's clock shows",
  async (timeScale, ms) => {
    const time = new ManualTime(START);
    const simulator = await simulatorForTest({ time, timeScale });
    const inTime = await signIn(simulator);
    const { url: fresh } = await inTime.submit(operator);
    time.advance(ms - 1);
    expect((await inTime.grant(fresh)).access_token).toEqual(expect.any(String));

    const late = await signIn(simulator);
    const { url: stale } = await late.submit(operator);
    time.advance(ms);
    await expect(late.grant(stale)).rejects.toMatchObject({ error: 'invalid_grant' });
  },
);

test('[SIM-70] the sign-in page expires after ten minutes of the service', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, timeScale: 60 });
  const inTime = await signIn(simulator);
  time.advance(9_999);
  expect((await inTime.submit(operator)).url).toContain('code=');
  const late = await signIn(simulator);
  time.advance(10_000);
  expect(await late.submit(operator)).toMatchObject({ status: 400, page: expect.stringContaining('no_login') });
});

test('[SIM-70] a refresh token expires half an hour of the service after the sign-in', async () => {
  const time = new ManualTime(START);
  const { config, submit, grant } = await startSignIn({ time });
  const first = await grant((await submit(operator)).url);
  time.advance(1_799_999);
  const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
  time.advance(1);
  const third = oauth.refreshTokenGrant(config, second.refresh_token ?? '');
  await expect(third).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('[SIM-70] an id token lives as long as an access token by the clock of its reader', async () => {
  const time = new ManualTime(START);
  const { submit, grant } = await startSignIn({ time, timeScale: 60 });
  const claims = (await grant((await submit(operator)).url)).claims();
  expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(5);
});

test.each(['email', 'openid email', 'openid  profile'])('[SIM-84] the scope "%s" is refused', async (scope) => {
  const simulator = await simulatorForTest();
  const asked = oauth.clientCredentialsGrant(machineClient(simulator), { scope });
  await expect(asked).rejects.toMatchObject({ status: 400, error: 'invalid_scope' });

  const address = oauth.buildAuthorizationUrl(browserClient(simulator), {
    redirect_uri: 'http://127.0.0.1:49152/callback',
    scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    state: 'remembered',
  });
  const response = await fetch(address, { redirect: 'manual' });
  const callback = new URL(response.headers.get('location') ?? '');
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({ error: 'invalid_scope', state: 'remembered' });
});

test('[SIM-84] discovery lists exactly what the issuer offers', async () => {
  const simulator = await simulatorForTest();
  const { issuer } = browserClient(simulator).serverMetadata();
  const discovery: unknown = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/protocol/openid-connect/auth`,
    token_endpoint: `${issuer}/protocol/openid-connect/token`,
    jwks_uri: `${issuer}/protocol/openid-connect/certs`,
    revocation_endpoint: `${issuer}/protocol/openid-connect/revoke`,
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    scopes_supported: ['openid'],
    // `none` is for the public client of users.
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256'],
    subject_types_supported: ['public'],
    claim_types_supported: ['normal'],
    claims_supported: ['sub', 'sid', 'auth_time', 'iss'],
    claims_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  });
});

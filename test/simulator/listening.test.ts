import { request as httpRequest } from 'node:http';
import { Agent, fetch as fetchWith } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { vouchedService, privateAuthority } from '../unit/adapters/network/private-authority.ts';
import {
  bearer,
  openStream,
  permissionsOf,
  postJson,
  signInAddress,
  simulatorForTest,
  tokenFor,
} from '../fixtures/consumer.ts';
import { PlainBrowser } from './plain-browser.ts';

async function discovery(at: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${at}/auth/realms/iot/.well-known/openid-configuration`, init);
  return (await response.json()) as Record<string, unknown>;
}

/** Sends a request with headers that `fetch` does not allow, and returns the status. */
function statusWith(simulator: Simulator, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(simulator.origin + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).end();
  });
}

test('[SIM-50] listens only on loopback by default, and on an IPv6 address or a name on request', async () => {
  const usual = await simulatorForTest();
  const six = await simulatorForTest({ host: '::1' });
  const named = await simulatorForTest({ host: 'localhost' });
  expect([usual.origin, six.origin, named.origin]).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^http:\/\/\[::1\]:\d+$/),
    expect.stringMatching(/^http:\/\/localhost:\d+$/),
  ]);
  for (const simulator of [six, named]) {
    const token = await tokenFor(simulator);
    expect((await permissionsOf(simulator, token)).status).toBe(200);
    await (await openStream(simulator, token)).close();
    expect((await discovery(simulator.origin))['issuer']).toBe(`${simulator.origin}/auth/realms/iot`);
  }
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:'],
  ['::', 'http://[::1]:'],
])('[SIM-50] has a loopback address if it listens on all addresses (%s)', async (host, called) => {
  const simulator = await simulatorForTest({ host });
  expect((await permissionsOf(simulator, await tokenFor(simulator))).status).toBe(200);
  expect(simulator.origin.replace(/\d+$/, '')).toBe(called);
});

test('[SIM-50] serves tokens, discovery and the stream over HTTPS with a certificate', async () => {
  const simulator = await simulatorForTest({ tls: vouchedService });
  const agent = new Agent({ connect: { ca: privateAuthority } });
  onTestFinished(() => agent.destroy());
  const { clientId, clientSecret } = simulator.clients.post;
  const token = (await (
    await fetchWith(`${simulator.profile.authUrl}/auth/realms/iot/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      dispatcher: agent,
    })
  ).json()) as { access_token: string };
  const stream = await fetchWith(`${simulator.profile.eventsUrl}/connect/subscribe`, {
    headers: bearer(token.access_token),
    dispatcher: agent,
  });
  const first = await stream.body?.getReader().read();
  const found = (await (
    await fetchWith(`${simulator.origin}/auth/realms/iot/.well-known/openid-configuration`, { dispatcher: agent })
  ).json()) as Record<string, unknown>;
  expect({
    origin: simulator.origin,
    status: stream.status,
    first: new TextDecoder().decode(first?.value as Uint8Array | undefined),
    token: found['token_endpoint'],
  }).toEqual({
    origin: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    status: 200,
    first: expect.stringContaining('SUBSCRIPTION_STARTED'),
    token: `${simulator.origin}/auth/realms/iot/protocol/openid-connect/token`,
  });
});

const prefixes = { base: '/api/v9', events: '/stream', auth: '/sso' };

test('[SIM-55] serves each API below its own path prefix and nowhere else', async () => {
  const simulator = await simulatorForTest({ prefixes });
  const { origin } = simulator;
  expect(simulator.profile).toEqual({
    baseUrl: `${origin}/api/v9`,
    eventsUrl: `${origin}/stream`,
    authUrl: `${origin}/sso`,
    realm: 'iot',
  });
  const token = await tokenFor(simulator);
  await (await openStream(simulator, token)).close();
  const search = (at: string) => postJson(`${at}/iot-connect/subscription-inventory/v2/search`, token, { limit: 1 });
  const statuses = {
    permissions: (await permissionsOf(simulator, token)).status,
    search: (await search(`${origin}/api/v9`)).status,
    withoutPrefix: (await search(origin)).status,
    withAnothersPrefix: (await search(`${origin}/stream`)).status,
    tokenWithoutPrefix: (await fetch(`${origin}/auth/realms/iot/protocol/openid-connect/certs`)).status,
    streamWithoutPrefix: (await fetch(`${origin}/connect/subscribe`, { headers: bearer(token) })).status,
    control: (await fetch(`${origin}/control/subscribers`)).status,
  };
  expect(statuses).toEqual({
    permissions: 200,
    search: 200,
    withoutPrefix: 404,
    withAnothersPrefix: 404,
    tokenWithoutPrefix: 404,
    streamWithoutPrefix: 404,
    control: 200,
  });
  expect(simulator.control.counters()).toMatchObject({ search: 1, permissions: 1, subscribe: 1, token: 1 });
  expect(await discovery(`${origin}/sso`)).toMatchObject({
    issuer: `${origin}/sso/auth/realms/iot`,
    token_endpoint: `${origin}/sso/auth/realms/iot/protocol/openid-connect/token`,
    jwks_uri: `${origin}/sso/auth/realms/iot/protocol/openid-connect/certs`,
  });
});

/** Signs in at the public address and returns the address to which the issuer redirects at the end. */
async function signIn(simulator: Simulator, address: string): Promise<URL> {
  const browser = new PlainBrowser(address, simulator.origin);
  const login = await browser.go(signInAddress(simulator));
  const action = /action="([^"]+)"/.exec(login.page)?.[1] ?? '';
  const end = await browser.go(new URL(action, login.url).href, {
    username: 'olivia',
    password: 'practice-operator',
  });
  return new URL(end.url);
}

test('[SIM-55] uses the public address for the issuer, discovery, the sign-in and its addresses', async () => {
  const simulator = await simulatorForTest({ publicUrl: 'https://sim.example.test/trial/' });
  expect(simulator.profile).toEqual({
    baseUrl: 'https://sim.example.test/trial',
    eventsUrl: 'https://sim.example.test/trial',
    authUrl: 'https://sim.example.test/trial',
    realm: 'iot',
  });
  const issuer = 'https://sim.example.test/trial/auth/realms/iot';
  // Forwarding headers of a proxy or client have no effect.
  const headers = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'http' };
  expect(await discovery(simulator.origin, { headers })).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/protocol/openid-connect/token`,
    authorization_endpoint: `${issuer}/protocol/openid-connect/auth`,
  });
  const end = await signIn(simulator, 'https://sim.example.test/trial');
  expect({ hasCode: end.searchParams.has('code'), iss: end.searchParams.get('iss') }).toEqual({
    hasCode: true,
    iss: issuer,
  });
});

test('[SIM-55] supports a sign-in below a path prefix', async () => {
  const simulator = await simulatorForTest({ prefixes });
  const end = await signIn(simulator, simulator.origin);
  expect(end.searchParams.get('iss')).toBe(`${simulator.profile.authUrl}/auth/realms/iot`);
});

test.each([
  ['an address', '192.0.2.7:4010', 200],
  ['an IPv6 address', '[2001:db8::7]:4010', 200],
  ['localhost', 'localhost:4010', 200],
  ['the name of a container', 'simulator:4010', 200],
  ['the public address', 'sim.example.test', 200],
  ['a public name that resolves to this computer', 'rebound.example:4010', 403],
  ['a name with a trailing dot', 'rebound.:4010', 403],
])('[SIM-50] a request to the control at %s (%s) gets %i', async (_what, host, status) => {
  const simulator = await simulatorForTest({ host: '0.0.0.0', publicUrl: 'https://sim.example.test' });
  expect(await statusWith(simulator, '/control/counters', { host })).toBe(status);
});

test.each(['/control/counters', '/%63ontrol/counters'])(
  '[SIM-50] a page of another site cannot read %s',
  async (path) => {
    const simulator = await simulatorForTest({ host: '0.0.0.0' });
    const origin = 'https://elsewhere.example';
    expect(await statusWith(simulator, path, { host: 'localhost', origin })).toBe(403);
  },
);

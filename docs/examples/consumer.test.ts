// A test of a TypeScript client with the simulator in the same process. Run it with `node --test`.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startSimulator, type Simulator } from 'watchfloor/simulator';

let simulator: Simulator;
before(async () => {
  simulator = await startSimulator({ scenario: 'none', subscriptions: 10, timeScale: 60 });
});
beforeEach(() => simulator.control.startOver());
after(() => simulator.stop());

/** Replace it by the client that you test. */
async function readPermissions(): Promise<Response> {
  const { authUrl, baseUrl, realm } = simulator.profile;
  const { clientId, clientSecret } = simulator.clients.basic;
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const signedIn = await fetch(`${authUrl}/auth/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  return fetch(`${baseUrl}/identity-access-management/token-permissions`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
}

test('the client reads its permissions', async () => {
  assert.equal((await readPermissions()).status, 200);
  const { findings } = simulator.control.report(['sign-in']);
  assert.deepEqual(findings, []);
});

test('the client meets a service that is down', async () => {
  simulator.control.planFault({ endpoint: 'permissions', answer: { status: 503, headers: { 'retry-after': '1' } } });
  assert.equal((await readPermissions()).status, 503);
  const [request] = simulator.control.requests({ endpoint: 'permissions' });
  assert.equal(request?.status, 503);
});

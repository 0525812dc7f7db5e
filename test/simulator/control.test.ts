import { expect, test } from 'vitest';
import { openStream, permissionsOf, postJson, simulatorForTest, subscribe, tokenFor } from './consumer.ts';

test('counts requests by endpoint and logs them without secrets', async () => {
  const log: string[] = [];
  const simulator = await simulatorForTest({ log: (line) => log.push(line) });
  const token = await tokenFor(simulator, 'post');
  await permissionsOf(simulator, token);
  await fetch(`${simulator.origin}/elsewhere?secret=${token}`);
  expect(simulator.control.counters()).toEqual({
    authorize: 0,
    discovery: 0,
    jwks: 0,
    token: 1,
    revoke: 0,
    permissions: 1,
    search: 0,
    subscribe: 0,
    localize: 0,
    mode: 0,
    'service-policy': 0,
    control: 0,
    other: 1,
  });
  await expect
    .poll(() => log)
    .toEqual([
      'POST /auth/realms/iot/protocol/openid-connect/token 200',
      'GET /identity-access-management/token-permissions 200',
      'GET /elsewhere 404',
    ]);
});

test('offers its actions over HTTP as well', async () => {
  const simulator = await simulatorForTest();
  const stream = await openStream(simulator, await tokenFor(simulator));
  const control = async (act: string, body: unknown = {}) => {
    const response = await postJson(`${simulator.origin}/control/${act}`, null, body);
    return [response.status, await response.json()];
  };
  const read = async (what: string) => (await fetch(`${simulator.origin}/control/${what}`)).json();

  expect(await control('emit', { event: 'CUSTOM', id: 'c-1', retry: null, data: { answer: 42 } })).toEqual([
    200,
    { subscribers: 1 },
  ]);
  await stream.until('event: CUSTOM\nid: c-1\ndata: {"answer":42}\n\n');
  expect(await control('emit-heartbeat')).toEqual([200, { subscribers: 1 }]);
  expect(await control('emit-localization', { failed: true })).toEqual([200, { subscribers: 1 }]);
  expect(await control('emit-connectivity-request', { resources: 3, failed: 2 })).toEqual([200, { subscribers: 1 }]);
  expect(await control('send-raw', { text: ': text\n' })).toEqual([200, { subscribers: 1 }]);
  await control('send-raw', { base64: btoa(': base64\n'), pieceBytes: 1 });
  await stream.until(': text\n: base64\n');
  expect(stream.events().map(({ event }) => event)).toEqual([
    'SUBSCRIPTION_STARTED',
    'CUSTOM',
    'HEARTBEAT',
    'LOCALIZATION',
    'CMP_EVENT',
  ]);
  expect(await read('subscribers')).toEqual([
    { account: 'watchfloor-basic', since: expect.any(Number), lastEventId: null },
  ]);
  expect(await control('end-session')).toEqual([200, { ended: 1 }]);
  expect(await stream.toEnd()).toBe('ended');
  expect(await control('drop-streams', { cut: 'reset' })).toEqual([200, { dropped: 0 }]);

  await control('take-seat', { taken: true });
  const refused = await subscribe(simulator, await tokenFor(simulator));
  await refused.body?.cancel();
  await control('take-seat', { taken: false });
  expect(refused.status).toBe(409);

  await control('stall', { on: true });
  await control('fault-plans', { endpoint: 'permissions', answer: { status: 429, body: 'slow down' } });
  const limited = await permissionsOf(simulator, await tokenFor(simulator));
  expect([limited.status, await limited.text()]).toEqual([429, 'slow down']);

  const token = await tokenFor(simulator);
  await control('revoke-tokens');
  expect((await permissionsOf(simulator, token)).status).toBe(401);
  expect(await control('set-scenario', { name: 'calm-shift' })).toEqual([200, {}]);
  expect(await control('set-scenario', { name: 'full-moon' })).toEqual([
    400,
    {
      error: 'bad_request',
      message: expect.stringMatching(/^There is no scenario "full-moon". Choose one of: calm-shift, /),
    },
  ]);
  expect(await control('stall', { on: 'yes' })).toEqual([
    400,
    { error: 'bad_request', message: expect.stringMatching(/on/) },
  ]);
  expect(await read('scenarios')).toHaveLength(10);
  expect(await read('counters')).toMatchObject({ token: 4, subscribe: 2 });
  expect(await read('requests')).toContainEqual(expect.objectContaining({ path: '/connect/subscribe', status: 409 }));
});

test('sends an event of 10 MB over HTTP', async () => {
  const simulator = await simulatorForTest();
  const stream = await openStream(simulator, await tokenFor(simulator));
  const data = `${'x'.repeat(9_999_999)}y`;
  await postJson(`${simulator.origin}/control/emit`, null, { event: 'LARGE', data });
  await stream.until('xy\n\n');
  expect(stream.events()[1]?.data.length).toBe(10_000_000);
  await stream.close();
});

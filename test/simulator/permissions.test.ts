import { expect, test } from 'vitest';
import { openStream, permissionsOf, postJson, simulatorForTest, tokenFor } from '../fixtures/consumer.ts';

test('the permissions of a token list domain, roles, access rights, solutions and permissions by resource', async () => {
  const simulator = await simulatorForTest();
  const response = await permissionsOf(simulator, await tokenFor(simulator, 'limited'));
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: {
      domainId: simulator.domainId,
      roles: ['NOTIFICATION_WATCHER'],
      accessRights: ['VIEW_NOTIFICATIONS'],
      solutions: ['CONNECTIVITY'],
      permissions: {
        'notification-stream': ['subscribe'],
        'subscription-inventory': ['read'],
        reports: ['search', 'localize'],
      },
    },
  });
});

test('a token with changed claims gets 401', async () => {
  const simulator = await simulatorForTest();
  const [header, , signature] = (await tokenFor(simulator)).split('.');
  const claims = btoa(JSON.stringify({ sub: simulator.clients.basic.clientId, exp: 9e9, revocations: 9 }));
  expect((await permissionsOf(simulator, `${header}.${claims}.${signature}`)).status).toBe(401);
});

test('a token of one simulator is refused by another', async () => {
  const [one, other] = [await simulatorForTest(), await simulatorForTest()];
  expect((await permissionsOf(other, await tokenFor(one))).status).toBe(401);
});

const SUBSCRIPTIONS = '/iot-connect/subscriptions/v1';
const CHANGE = `${SUBSCRIPTIONS}/connectivity-subscriptions/change/iccid/89`;

test.each([
  ['search', '/iot-connect/subscription-inventory/v2/search', {}, 'subscription-inventory:search'],
  ['localize', `${SUBSCRIPTIONS}/euiccs/89/localize`, {}, 'euiccs:localize and solution:EUICC_LOCALIZATION'],
  ['mode', `${CHANGE}/mode`, { targetState: 'PAUSE' }, 'connectivity-subscriptions:change-mode'],
  [
    'service-policy',
    `${CHANGE}/service-policy`,
    { targetPackage: 'X' },
    'connectivity-subscriptions:change-service-policy',
  ],
])('%s answers 401 without a token and 403 without its permission', async (_, path, body, missing) => {
  const simulator = await simulatorForTest();
  const url = simulator.origin + path;
  const [without, limited] = [
    await postJson(url, null, body),
    await postJson(url, await tokenFor(simulator, 'limited'), body),
  ];
  expect([without.status, limited.status, await limited.json()]).toEqual([
    401,
    403,
    { error: 'forbidden', message: `The access token lacks ${missing}.` },
  ]);
});

test('a client with few rights may open the stream', async () => {
  const simulator = await simulatorForTest();
  await (await openStream(simulator, await tokenFor(simulator, 'limited'))).close();
});

import { expect, test } from 'vitest';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { openStream, permissionsOf, postJson, simulatorForTest, tokenFor } from './consumer.ts';

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

test.each([
  ['no token', null],
  ['a malformed token', 'nonsense'],
  ['a token with changed claims', 'changed'],
])('%s gets 401', async (_, kind) => {
  const simulator = await simulatorForTest();
  const [header, , signature] = (await tokenFor(simulator)).split('.');
  const claims = btoa(JSON.stringify({ sub: simulator.clients.basic.clientId, exp: 9e9, revocations: 9 }));
  const token = kind === 'changed' ? `${header}.${claims}.${signature}` : kind;
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${simulator.origin}/identity-access-management/token-permissions`, { headers });
  expect(response.status).toBe(401);
});

test('a token of one simulator is refused by another', async () => {
  const [one, other] = [await simulatorForTest(), await simulatorForTest()];
  expect((await permissionsOf(other, await tokenFor(one))).status).toBe(401);
});

const guarded: readonly (readonly [string, (simulator: Simulator) => string, unknown, string])[] = [
  ['search', () => '/iot-connect/subscription-inventory/v2/search', {}, 'subscription-inventory:search'],
  [
    'localize',
    () => '/iot-connect/subscriptions/v1/euiccs/89/localize',
    {},
    'euiccs:localize and solution:EUICC_LOCALIZATION',
  ],
  [
    'mode',
    () => '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/89/mode',
    { targetState: 'PAUSE' },
    'connectivity-subscriptions:change-mode',
  ],
  [
    'service-policy',
    () => '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/89/service-policy',
    { targetPackage: 'X' },
    'connectivity-subscriptions:change-service-policy',
  ],
];

test.each(guarded)('%s answers 401 without a token and 403 without its permission', async (_, path, body, missing) => {
  const simulator = await simulatorForTest();
  const url = simulator.origin + path(simulator);
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

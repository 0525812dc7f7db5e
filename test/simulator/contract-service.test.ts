import { expect, test } from 'vitest';
import {
  bearer,
  SEARCH,
  signInAddress,
  simulatorForTest,
  tokenEndpoint,
  tokenFor,
  TRIGGERS,
} from '../fixtures/consumer.ts';
import { checkedRequest, ContractCheck, storedContract, operationsOf } from './contract-check.ts';

const check = new ContractCheck(storedContract('service'));
const found = new Set<string>();

async function request(url: string, init: Parameters<typeof checkedRequest>[2] = {}) {
  const { problems, operation, status, body, headers } = await checkedRequest(check, url, init);
  expect(problems, `${operation} ${status}`).toEqual([]);
  found.add(`${operation} ${status}`);
  return { status, body, headers };
}

const days = { min: '2020-01-01T00:00:00.000Z', max: '2040-01-01T00:00:00.000Z' };

test.each(['nested', 'dotted', 'flat'] as const)(
  '[SIM-96] searches with %s items match the contract',
  async (itemShape) => {
    const simulator = await simulatorForTest({ itemShape });
    const headers = bearer(await tokenFor(simulator));
    const search = (body: unknown) => request(simulator.origin + SEARCH, { method: 'POST', headers, body });
    const sortBy = [{ direction: 'asc', field: 'iotSubscription.iotSubscriptionId' }];
    const filters = [{ fields: ['iotSubscription.lastModifiedAt'], type: 'between', values: days }];
    const first = await search({ filters, sortBy, limit: 3 });
    const { pagination } = first.body as { pagination: { next: string } };
    const returnFields = ['iotSubscription.iotSubscriptionId', 'iotSubscription.lastModifiedAt'];
    const statuses = [
      first.status,
      (await search({})).status,
      (await search({ after: pagination.next, filters, sortBy })).status,
      (await search({ after: pagination.next, limit: 1 })).status,
      (await search({ returnFields })).status,
    ];
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  },
);

test('[SIM-96] refused searches match the contract', async () => {
  const simulator = await simulatorForTest();
  const url = simulator.origin + SEARCH;
  const headers = bearer(await tokenFor(simulator));
  const watcher = bearer(await tokenFor(simulator, 'limited'));
  const statuses = [
    (await request(url, { method: 'POST', headers, body: { limit: 0 }, badRequest: true })).status,
    (await request(url, { method: 'POST', body: {} })).status,
    (await request(url, { method: 'POST', headers: watcher, body: {} })).status,
  ];
  expect(statuses).toEqual([400, 401, 403]);
});

test('[SIM-96] the permissions of a valid and of an invalid token match the contract', async () => {
  const simulator = await simulatorForTest();
  const url = `${simulator.origin}/identity-access-management/token-permissions`;
  const statuses = [
    (await request(url, { headers: bearer(await tokenFor(simulator)) })).status,
    (await request(url, { headers: bearer('revoked') })).status,
  ];
  expect(statuses).toEqual([200, 401]);
});

test('[SIM-96] the stream and each refusal of a second subscriber match the contract', async () => {
  const statuses = [];
  for (const secondSubscriber of ['refuse-409', 'refuse-423', 'refuse-403'] as const) {
    const simulator = await simulatorForTest({ secondSubscriber });
    const url = `${simulator.profile.eventsUrl}/connect/subscribe`;
    simulator.control.takeSeat(true);
    statuses.push((await request(url, { headers: bearer(await tokenFor(simulator)) })).status);
    simulator.control.takeSeat(false);
    statuses.push(
      (await request(url, { headers: bearer(await tokenFor(simulator)) })).status,
      (await request(url)).status,
    );
  }
  expect(statuses).toEqual([409, 200, 401, 423, 200, 401, 403, 200, 401]);
});

test('[SIM-96] the trigger endpoints match the contract', async () => {
  const simulator = await simulatorForTest();
  const headers = bearer(await tokenFor(simulator));
  const watcher = bearer(await tokenFor(simulator, 'limited'));
  const { body } = await request(simulator.origin + SEARCH, { method: 'POST', headers, body: { limit: 100 } });
  const { items } = body as { items: { iotSubscription: Record<string, string | null> }[] };
  const active = items.filter(
    ({ iotSubscription: { state, subscriptionType } }) => state === 'ACTIVE' && subscriptionType === 'EUICC',
  );
  const { eid, iccid } = active[0]?.iotSubscription ?? {};
  const post = async (path: string, sent: unknown, as = headers, badRequest = false) =>
    (
      await request(simulator.origin + TRIGGERS + path, {
        method: 'POST',
        headers: as,
        body: sent,
        ...(badRequest && { badRequest }),
      })
    ).status;
  const change = `/connectivity-subscriptions/change/iccid/${iccid}`;
  const statuses = [
    await post(`/euiccs/${eid}/localize`, { outcome: 'fallback-set', countryCode: 'NO' }),
    await post(`/euiccs/${active[1]?.iotSubscription['eid']}/localize`, {}),
    await post('/euiccs/1/localize', {}),
    await post(`/euiccs/${eid}/localize`, {}, watcher),
    await post(`${change}/mode`, { targetState: 'PAUSE' }),
    await post(`${change}/mode`, { targetState: 'GONE' }, headers, true),
    await post(`${change}/service-policy`, { targetPackage: 'Nordic 50 MB' }),
    await post('/connectivity-subscriptions/change/iccid/1/service-policy', { targetPackage: 'Nordic 50 MB' }),
  ];
  expect(statuses).toEqual([202, 202, 404, 403, 202, 400, 202, 404]);
});

test('[SIM-96] token requests and the start of a sign-in match the contract', async () => {
  const simulator = await simulatorForTest();
  const token = tokenEndpoint(simulator);
  const { post } = simulator.clients;
  const form = (fields: Record<string, string>) => new URLSearchParams({ grant_type: 'client_credentials', ...fields });
  const credentials = { client_id: post.clientId, client_secret: post.clientSecret };
  const unknownClient = signInAddress(simulator, { client_id: 'nobody' });
  const statuses = [
    (await request(token, { method: 'POST', body: form({ ...credentials, scope: 'openid' }) })).status,
    (await request(token, { method: 'POST', body: form({ ...credentials, client_secret: 'wrong' }) })).status,
    (await request(token, { method: 'POST', body: form({ ...credentials, grant_type: 'refresh_token' }) })).status,
    (await request(signInAddress(simulator))).status,
    (await request(unknownClient)).status,
  ];
  expect(statuses).toEqual([200, 401, 400, 303, 400]);
});

test('[SIM-96] the tests above cover every operation of the contract with a successful answer', () => {
  const good = new Set([...found].flatMap((line) => (/ [23]\d\d$/.test(line) ? [line.slice(0, -4)] : [])));
  expect([...good].toSorted()).toEqual(
    operationsOf(check.contract)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .toSorted(),
  );
});

/** Tests the variants for what the contract leaves open: what follows the last page, page sizes and token lifetime. */
import { expect, test } from 'vitest';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import type { Simulator, SimulatorOptions } from '../../src-simulator/simulator.ts';
import {
  controlRequest,
  permissionsOf,
  postJson,
  SEARCH,
  simulatorForTest,
  START,
  tokenFor,
  tokenResponse,
} from '../fixtures/consumer.ts';

interface Page {
  readonly status: number;
  readonly ids: readonly string[];
  readonly next: string;
}

async function page(simulator: Simulator, token: string, query: object): Promise<Page> {
  const response = await postJson(simulator.profile.baseUrl + SEARCH, token, query);
  const { items = [], pagination } = (await response.json()) as {
    items?: { iotSubscription: { iotSubscriptionId: string } }[];
    pagination?: { next: string };
  };
  const ids = items.map(({ iotSubscription }) => iotSubscription.iotSubscriptionId);
  return { status: response.status, ids, next: pagination?.next ?? '' };
}

/** Reads the two pages of a fleet of five, and once more after them. */
async function readPastTheEnd(options: SimulatorOptions) {
  const simulator = await simulatorForTest({ subscriptions: 5, ...options });
  const token = await tokenFor(simulator);
  const first = await page(simulator, token, { limit: 3 });
  const last = await page(simulator, token, { limit: 3, after: first.next });
  const afterLast = await page(simulator, token, { limit: 3, after: last.next });
  expect([first.ids.length, last.ids.length]).toEqual([3, 2]);
  return { first, last, afterLast };
}

test('[SIM-70] by default an empty page with another token follows the last page', async () => {
  const { last, afterLast } = await readPastTheEnd({});
  expect(afterLast).toMatchObject({ status: 200, ids: [] });
  expect(afterLast.next).not.toBe(last.next);
});

test('[SIM-70] with `refuse` the token of the last page gets 400', async () => {
  const { afterLast } = await readPastTheEnd({ lastPage: 'refuse' });
  expect(afterLast.status).toBe(400);
});

test('[SIM-70] with `first-page` the token of the last page leads to the first page', async () => {
  const { first, afterLast } = await readPastTheEnd({ lastPage: 'first-page' });
  expect(afterLast.ids).toEqual(first.ids);
});

test('[SIM-70] with `same-token` the last page returns the token that it was requested with', async () => {
  const { first, last, afterLast } = await readPastTheEnd({ lastPage: 'same-token' });
  expect([last.next, afterLast.ids]).toEqual([first.next, last.ids]);
});

test.each(['refuse', 'first-page', 'same-token'] as const)(
  '[SIM-70] with %s a search without a hit gets an empty first page',
  async (lastPage) => {
    const simulator = await simulatorForTest({ subscriptions: 5, lastPage });
    const values = { min: '2001-01-01T00:00:00.000Z', max: '2001-01-02T00:00:00.000Z' };
    const filters = [{ fields: ['iotSubscription.lastModifiedAt'], type: 'between', values }];
    expect(await page(simulator, await tokenFor(simulator), { filters })).toMatchObject({ status: 200, ids: [] });
  },
);

test('[SIM-70] page size and largest limit can be set, and changed for one domain while running', async () => {
  const simulator = await simulatorForTest({ subscriptions: 50, pageSize: 10, maxLimit: 20 });
  const token = await tokenFor(simulator);
  const sizes = async () => {
    const pages = [{}, { limit: 20 }, { limit: 21 }].map((query) => page(simulator, token, query));
    return (await Promise.all(pages)).map(({ status, ids }) => [status, ids.length]);
  };
  expect(await sizes()).toEqual([
    [200, 10],
    [200, 20],
    [400, 0],
  ]);
  const domains = [{ id: simulator.domainId, variants: { maxLimit: 5 } }];
  expect(await controlRequest(simulator, 'PATCH settings', { domains })).toMatchObject({ status: 200 });
  expect(await sizes()).toEqual([
    [200, 5],
    [400, 0],
    [400, 0],
  ]);
});

test('[SIM-70] the lifetime of access tokens can be set, and changed while running', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, tokenSeconds: 20 });
  const { access_token: token, expires_in: seconds } = await tokenResponse(simulator);
  expect(seconds).toBe(20);
  time.advance(19_000);
  expect((await permissionsOf(simulator, token)).status).toBe(200);
  time.advance(1_000);
  expect((await permissionsOf(simulator, token)).status).toBe(401);
  await controlRequest(simulator, 'PATCH settings', { variants: { tokenSeconds: 3600 } });
  expect((await tokenResponse(simulator)).expires_in).toBe(3600);
});

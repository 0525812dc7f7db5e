import { expect, test } from 'vitest';
import type { SearchResponse } from '../../src-simulator/service/search.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { rounds } from '../support/breadth.ts';
import { postJson, simulatorForTest, START, tokenFor } from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

const DAY = 24 * 60 * 60_000;

/** Searches with one token. `page` returns the body of a 200, `refusal` the status and message of another answer. */
async function searching(simulator: Simulator) {
  const token = await tokenFor(simulator);
  const url = `${simulator.profile.baseUrl}/iot-connect/subscription-inventory/v2/search`;
  const send = (body: unknown) => postJson(url, token, body);
  return {
    page: async (body: unknown): Promise<SearchResponse> => {
      const response = await send(body);
      expect(response.status).toBe(200);
      return (await response.json()) as SearchResponse;
    },
    refusal: async (body: unknown) => {
      const response = await send(body);
      const { message } = (await response.json()) as { message: string };
      return { status: response.status, message };
    },
  };
}

const subscriptions = (page: SearchResponse) =>
  page.items.map((item) => item['iotSubscription'] as Record<string, string>);
const ids = (page: SearchResponse) => subscriptions(page).map((item) => item['iotSubscriptionId']);
const by = (field: string, direction = 'asc') => ({ direction, field: `iotSubscription.${field}` });
const between = (min: number, max: number) => ({
  fields: ['iotSubscription.lastModifiedAt'],
  type: 'between',
  values: { min: new Date(min).toISOString(), max: new Date(max).toISOString() },
});

test('an item has the four documented fields and typical others', async () => {
  const simulator = await simulatorForTest({ time: new ManualTime(START), seed: 3 });
  const { page } = await searching(simulator);
  const [subscription] = subscriptions(await page({ limit: 1 }));
  expect(subscription).toEqual({
    iotSubscriptionId: expect.stringMatching(/^sub-\d{10}$/),
    subscriptionType: expect.stringMatching(/^E?UICC$/),
    domainId: expect.stringMatching(/^nordwind\.europe\.logistics/),
    lastModifiedAt: expect.stringMatching(/^202[56]-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    createdAt: expect.stringMatching(/Z$/),
    state: expect.stringMatching(/^(ACTIVE|PAUSE|DEACTIVATED)$/),
    subscriptionPackage: expect.stringMatching(/^IOT-/),
    eid: expect.stringMatching(/^89\d{30}$/),
    iccid: expect.stringMatching(/^89\d{17}$/),
    imsi: expect.stringMatching(/^\d{15}$/),
    msisdn: expect.stringMatching(/^\d{11,12}$/),
    imei: expect.stringMatching(/^\d{15}$/),
    countryCode: expect.stringMatching(/^[A-Z]{2}$/),
    companyId: expect.stringMatching(/^company-/),
    companyName: expect.any(String),
    deviceModel: expect.any(String),
    label: expect.stringMatching(/-000001$/),
  });
});

test('every response has a next token and the total, including the last and an empty one', async () => {
  const { page } = await searching(await simulatorForTest({ subscriptions: 3 }));
  const first = await page({ limit: 3 });
  const second = await page({ limit: 3, after: first.pagination.next });
  const none = await page({ filters: [between(0, 1)] });
  const next = expect.stringMatching(/./);
  expect([first, second, none].map(({ pagination, items }) => [pagination, items.length])).toEqual([
    [{ totalHits: 3, next }, 3],
    [{ totalHits: 3, next }, 0],
    [{ totalHits: 0, next }, 0],
  ]);
  expect(new Set([first, second].map(({ pagination }) => pagination.next)).size).toBe(2);
});

test('a page token is valid for two minutes, and each request renews it', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time });
  const { page } = await searching(simulator);
  let { next } = (await page({ limit: 10 })).pagination;
  for (let request = 0; request < 2; request++) {
    time.advance(119_000);
    ({ next } = (await page({ limit: 10, after: next })).pagination);
  }
  // Needs a new access token, because the first one lives five minutes.
  const { refusal } = await searching(simulator);
  time.advance(120_000);
  expect(await refusal({ limit: 10, after: next })).toEqual({
    status: 400,
    message: 'after: this pagination token is older than 2 minutes; search again without it',
  });
});

test('the filter selects subscriptions modified between two times, both included', async () => {
  const { page } = await searching(await simulatorForTest({ time: new ManualTime(START) }));
  const all = subscriptions(await page({ limit: 1000, sortBy: [by('lastModifiedAt')] }));
  const times = all.map((item) => Date.parse(item['lastModifiedAt'] ?? ''));
  const [min, max] = [times[200] ?? 0, times[400] ?? 0];
  const found = await page({ limit: 1000, sortBy: [by('lastModifiedAt')], filters: [between(min, max)] });
  const narrowed = await page({ filters: [between(min, START), between(0, max)] });
  expect({
    times: subscriptions(found).map((item) => Date.parse(item['lastModifiedAt'] ?? '')),
    narrowed: narrowed.pagination.totalHits,
  }).toEqual({
    times: times.filter((time) => time >= min && time <= max),
    narrowed: 201,
  });
});

test('sorting uses several fields, each in its own direction', async () => {
  const { page } = await searching(await simulatorForTest());
  const keys = [by('countryCode', 'desc'), by('subscriptionType'), by('iotSubscriptionId', 'desc')];
  const sorted = subscriptions(await page({ limit: 1000, sortBy: keys }));
  const unsorted = subscriptions(await page({ limit: 1000 }));
  const compare = (left = '', right = '') => (left < right ? -1 : left > right ? 1 : 0);
  expect(sorted).toEqual(
    unsorted.toSorted(
      (left, right) =>
        compare(right['countryCode'], left['countryCode']) ||
        compare(left['subscriptionType'], right['subscriptionType']) ||
        compare(right['iotSubscriptionId'], left['iotSubscriptionId']),
    ),
  );
});

test.each(['asc', 'desc'])(
  'the order by lastModifiedAt %s is right after changes, including repeated ones',
  async (direction) => {
    const time = new ManualTime(START);
    const simulator = await simulatorForTest({ time, subscriptions: 20 });
    const { page } = await searching(simulator);
    const sortBy = [by('lastModifiedAt', direction)];
    await page({ sortBy });
    for (let change = 0; change < 30; change++) {
      time.advance(1000);
      simulator.control.emitConnectivityRequest(1, 0);
    }
    const times = subscriptions(await page({ sortBy })).map((item) => Date.parse(item['lastModifiedAt'] ?? ''));
    const ascending = times.toSorted((left, right) => left - right);
    expect(times).toEqual(direction === 'asc' ? ascending : ascending.toReversed());
    expect(ascending.at(-1)).toBe(START + 30_000);
  },
);

test.each([
  ['nested', { iotSubscription: { iotSubscriptionId: 'sub-4126733908', domainId: 'nordwind.europe.logistics' } }],
  [
    'dotted',
    { 'iotSubscription.iotSubscriptionId': 'sub-4126733908', 'iotSubscription.domainId': 'nordwind.europe.logistics' },
  ],
  ['flat', { iotSubscriptionId: 'sub-4126733908', domainId: 'nordwind.europe.logistics' }],
] as const)('with returnFields an item has only those fields: %s', async (itemShape, item) => {
  const { page } = await searching(await simulatorForTest({ itemShape, seed: 2 }));
  const returnFields = ['iotSubscription.iotSubscriptionId', 'iotSubscription.domainId'];
  expect((await page({ returnFields, limit: 1 })).items).toEqual([item]);
});

test('filters, sortBy, limit and returnFields work together, and later pages may repeat or omit the query', async () => {
  const { page } = await searching(await simulatorForTest({ time: new ManualTime(START) }));
  const query = {
    filters: [between(START - 100 * DAY, START)],
    sortBy: [by('companyName'), by('lastModifiedAt')],
    limit: 7,
    returnFields: ['iotSubscription.iotSubscriptionId'],
  };
  const first = await page(query);
  const { next: after } = first.pagination;
  const repeated = await page({ ...query, after });
  const omitted = await page({ after, limit: 7, returnFields: query.returnFields });
  expect(repeated.items).toEqual(omitted.items);
  expect(new Set([...ids(first), ...ids(repeated)]).size).toBe(14);
});

test('a page has 100 items if there is no limit', async () => {
  const { page } = await searching(await simulatorForTest());
  expect((await page({})).items.length).toBe(100);
});

test.each([
  [
    'another filter type',
    { filters: [{ ...between(0, 1), type: 'equals' }] },
    'filters.0.type: this service supports only the filter type "between"',
  ],
  [
    'another filter field',
    { filters: [{ ...between(0, 1), fields: ['iotSubscription.domainId'] }] },
    'filters.0.fields.0: this service filters only by iotSubscription.lastModifiedAt',
  ],
  [
    'an invalid time',
    { filters: [{ ...between(0, 1), values: { min: 'yesterday', max: '2026-01-01T00:00:00.000Z' } }] },
    'filters.0.values.min: expected an ISO 8601 UTC time such as 2026-03-01T00:00:00.000Z',
  ],
  [
    'an unknown sort field',
    { sortBy: [by('colour')] },
    expect.stringMatching(
      /^sortBy\.0\.field: "iotSubscription\.colour" is not a field; fields are iotSubscription\.iotSubscriptionId, /,
    ),
  ],
  ['an unknown direction', { sortBy: [by('eid', 'up')] }, expect.stringMatching(/^sortBy\.0\.direction: /)],
  ['a limit of 0', { limit: 0 }, expect.stringMatching(/^limit: /)],
  ['a limit of 1001', { limit: 1001 }, expect.stringMatching(/^limit: /)],
  [
    'an unknown field to return',
    { returnFields: ['iotSubscriptionId'] },
    expect.stringMatching(/^returnFields\.0: "iotSubscriptionId" is not a field/),
  ],
  [
    'a made-up page token',
    { after: 'bm8' },
    expect.stringMatching(/^after: this is not a pagination token of this service/),
  ],
  ['an unknown property', { page: 2 }, expect.stringMatching(/"page"/)],
  ['an array as body', [], expect.stringMatching(/expected object/)],
])('%s is refused with 400 and the name of the property', async (_, body, message) => {
  const { refusal } = await searching(await simulatorForTest());
  expect(await refusal(body)).toEqual({ status: 400, message });
});

test('[SIM-70] a page token stays valid for two minutes, however many other searches there are', async () => {
  const time = new ManualTime(START);
  const { page } = await searching(await simulatorForTest({ time, subscriptions: 300 }));
  const sortBy = [by('iccid')];
  const allIds = ids(await page({ sortBy, limit: 300 }));
  const first = await page({ sortBy, limit: 100 });
  for (let minute = 0; minute < 2; minute++) {
    time.advance(59_000);
    // Many more searches than the caches of orders and times hold.
    const others = Array.from({ length: rounds({ usual: 80, thorough: 500 }) }, (_, other) =>
      page({ filters: [between(minute, START - other)], limit: 1 }),
    );
    await Promise.all(others);
  }
  const second = await page({ sortBy, limit: 200, after: first.pagination.next });
  expect([...ids(first), ...ids(second)]).toEqual(allIds);
});

test('[SIM-70] a page token that is invented, changed or from another simulator is refused', async () => {
  const [one, other] = [await simulatorForTest({ seed: 1 }), await simulatorForTest({ seed: 2 })];
  const { page, refusal } = await searching(one);
  const otherToken = (await (await searching(other)).page({})).pagination.next;
  const { next } = (await page({ limit: 10 })).pagination;
  const text = Buffer.from(next, 'base64url').toString();
  const changed = Buffer.from(text.replace('/10/', '/500/')).toString('base64url');
  const refused = {
    status: 400,
    message: 'after: this is not a pagination token of this service; search again without it',
  };
  const tokens = [otherToken, changed, '', 'x', next.slice(0, -4), Buffer.from('//').toString('base64url')];
  expect(await Promise.all(tokens.map((after) => refusal({ after })))).toEqual(tokens.map(() => refused));
});

const sortsByChangingFields = [
  ['lastModifiedAt', [by('lastModifiedAt', 'desc')]],
  ['state', [by('state'), by('lastModifiedAt')]],
  ['package', [by('subscriptionPackage', 'desc'), by('state')]],
] as const;
test.each(sortsByChangingFields)(
  '[SIM-70] a result by %s does not change while it is paged through, despite changes and other searches',
  async (_, sortBy) => {
    const time = new ManualTime(START);
    const simulator = await simulatorForTest({ time, subscriptions: 200 });
    const { page } = await searching(simulator);
    const query = { sortBy, filters: [between(START - 200 * DAY, START)] };
    const allIds = await page({ ...query, limit: 1000 });
    const limit = rounds({ usual: 60, thorough: 20 });
    const seen: (string | undefined)[] = [];
    let answer = await page({ ...query, limit });
    while (answer.items.length > 0) {
      seen.push(...ids(answer));
      time.advance(1000);
      simulator.control.emitConnectivityRequest(7, 0);
      // More orders than the cache holds, each of another snapshot.
      for (let other = 0; other < 20; other++) {
        simulator.control.emitConnectivityRequest(1, 0);
        await page({ sortBy: [by('lastModifiedAt')], limit: 1 });
      }
      answer = await page({ ...query, limit, after: answer.pagination.next });
    }
    expect({ seen, hits: answer.pagination.totalHits }).toEqual({ seen: ids(allIds), hits: seen.length });
  },
);

test('a page token is refused with another query', async () => {
  const { page, refusal } = await searching(await simulatorForTest());
  const { next: after } = (await page({ sortBy: [by('eid')] })).pagination;
  expect(await refusal({ sortBy: [by('iccid')], after })).toEqual({
    status: 400,
    message: 'after: this pagination token belongs to a search with other filters or sortBy',
  });
});

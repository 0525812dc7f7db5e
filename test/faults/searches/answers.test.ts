/**
 * Tests answers that are not a page: refused, delayed, from another program, or missing. Earlier pages are kept, and
 * each failure is reported.
 */
import { expect, test, vi } from 'vitest';
import { oddWatch } from './odd-watch.ts';

const odd = oddWatch();
const LIMIT = 20;
const numbers = (count: number) => Array.from({ length: count }, (_, row) => row);
const HTML = '<html><body><h1>502 Bad Gateway</h1><script>alert(1)</script></body></html>';

test.each([
  ['a proxy’s page of HTML with 200', { status: 200, headers: { 'content-type': 'text/html' }, body: HTML }],
  ['an error with 200', { status: 200, body: '{"error": "internal", "message": "try later"}' }],
  ['half a text', { status: 200, body: '{"pagination": {"totalHits": 5, "next": "a"}, "items": [{"iotSub' }],
  ['an empty text', { status: 200, body: '' }],
  ['a list', { status: 200, body: '[]' }],
  ['a refusal', { status: 400, body: '{"error": "bad_request", "message": "limit: at most 10"}' }],
  ['a missing right', { status: 403, body: '{"error": "forbidden"}' }],
] as const)(
  '[QUERY-5] %s in place of the second page keeps the first page, and the answer can be read',
  async (_name, answer) => {
    const { service, subscriptions } = odd();
    service.rows = numbers(LIMIT * 3);
    const { id } = await odd().search({ limit: LIMIT });
    service.queueResponses(answer, answer, answer, answer, answer, answer);
    await subscriptions.next(id);
    const failed = await odd().comesTo(id, 'failed');
    if (failed.state.kind !== 'failed' || failed.state.request === null) throw new Error('its request is named');
    expect(failed.state.error.code).toBe('SERVICE_FAILED');
    const request = subscriptions.request(failed.state.request);
    expect([request.status, request.answer]).toEqual([answer.status, answer.body]);
    expect(await odd().items(failed)).toEqual(numbers(LIMIT).map((row) => service.itemText(row)));
  },
);

test('[QUERY-5] a refused option is remembered for the profile, also after a restart, until it is forgotten', async () => {
  const { service } = odd();
  service.rows = numbers(5);
  service.refusalFor = ({ sortBy }) =>
    JSON.stringify(sortBy ?? '').includes('"desc"')
      ? { status: 400, body: '{"message": "sortBy.0.direction: \\"desc\\" is not one of asc"}' }
      : null;
  const refused = await odd().search({ sortBy: [{ field: 'iotSubscription.iotSubscriptionId', direction: 'desc' }] });
  expect(refused.state.kind).toBe('failed');
  const remembered = { kind: 'sort-direction', name: 'desc', status: 400 } as const;
  const result = await odd().until(({ notAccepted }) => notAccepted.length > 0);
  expect(result.notAccepted).toEqual([expect.objectContaining(remembered)]);

  await odd().restart();
  await odd().until(({ notAccepted }) => notAccepted.some(({ name }) => name === 'desc'));
  await odd().subscriptions.forgetNotAccepted(remembered);
  await odd().until(({ notAccepted }) => notAccepted.length === 0);
});

test('[QUERY-6] a search waits as long as the service asks for, and makes one request at a time', async () => {
  const { service } = odd();
  service.rows = numbers(LIMIT * 4);
  const at: number[] = [];
  service.beforePage = () => void at.push(performance.now());
  const { id } = await odd().search({ limit: LIMIT });
  service.queueResponses(
    { status: 429, headers: { 'retry-after': '3' }, body: '{"error": "slow down"}' },
    { status: 503, headers: { 'retry-after': '1' }, body: '' },
  );
  await odd().subscriptions.load(id, 'go');
  const waiting = await odd().until(({ searches }) =>
    searches.some((search) => search.id === id && search.state.kind === 'loading' && search.state.waitsUntil !== null),
  );
  expect(waiting.searches.find((search) => search.id === id)?.rows).toBe(LIMIT);
  const loaded = await odd().comesTo(id, 'ended');
  expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
  expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(2_950);
  expect((at[3] ?? 0) - (at[2] ?? 0)).toBeGreaterThanOrEqual(950);
  expect(Math.max(...service.searches.map(({ inFlight }) => inFlight))).toBe(1);
});

test('[QUERY-6] a token that is revoked during "Load all" is replaced by at most two new ones, and no row is missing', async () => {
  const { service } = odd();
  service.rows = numbers(LIMIT * 4);
  service.beforePage = (page) => {
    if (page === 2) service.revokeTokens();
  };
  const before = service.accessTokens;
  const loaded = await odd().loadAll({ limit: LIMIT });
  expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
  expect(service.accessTokens - before).toBeLessThanOrEqual(2);
});

test('[QUERY-6] an answer that never comes can be cancelled immediately, and the search continues where it was', async () => {
  const { service, subscriptions } = odd();
  service.rows = numbers(LIMIT * 2);
  const { id } = await odd().search({ limit: LIMIT });
  service.queueResponses('hang');
  await subscriptions.next(id);
  await vi.waitFor(() => expect(service.searches).toHaveLength(2), 60_000);
  await subscriptions.cancel(id);
  const cancelled = await odd().comesTo(id, 'cancelled');
  expect(cancelled.rows).toBe(LIMIT);
  await subscriptions.load(id, 'go');
  const loaded = await odd().comesTo(id, 'ended');
  expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
});

test('[QUERY-13] fetched rows are there with their age after a restart, and a new load recognizes them', async () => {
  const { service } = odd();
  service.rows = numbers(LIMIT * 2);
  const loaded = await odd().loadAll({ limit: LIMIT });
  const before = await odd().items(loaded);
  await odd().restart();
  const stored = await odd().comesTo(loaded.id, 'stored');
  expect([stored.askedAt, stored.rows, stored.body]).toEqual([loaded.askedAt, loaded.rows, loaded.body]);
  expect(await odd().items(stored)).toEqual(before);

  service.rows = [...service.rows.slice(1), 900];
  await odd().subscriptions.load(loaded.id, 'go');
  const restarted = await odd().comesTo(loaded.id, 'ended');
  expect([restarted.rows, restarted.notSeenAgain, restarted.passes, restarted.doubled]).toEqual([
    LIMIT * 2 + 1,
    1,
    2,
    0,
  ]);
  expect(await odd().items(restarted)).toEqual([...before, service.itemText(900)]);
});

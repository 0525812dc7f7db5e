/** Tests the answers to wrong HTTP requests: RFC 9110, RFC 6750. */
import { request as rawRequest } from 'node:http';
import { expect, test } from 'vitest';
import { queryOf, searchRequest } from '../../src-simulator/service/search-request.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { rounds } from '../support/breadth.ts';
import {
  bearer,
  PERMISSIONS,
  permissionsOf,
  postJson,
  SEARCH,
  simulatorForTest,
  subscribed,
  tokenFor,
} from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { rawResponse, requestText } from './raw-client.ts';

const CHANGE = '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/8946';
const MIB = 1024 * 1024;

async function resultOf(response: Response) {
  return { status: response.status, body: await response.json() };
}

test('[SIM-84] a body over 64 MiB gets 413 and the limit', async () => {
  const simulator = await simulatorForTest();
  const limit = 64 * MIB;
  // The length is enough for the answer, so the body is never sent.
  const headers = {
    'content-type': 'application/json',
    'content-length': String(limit + 1),
    connection: 'close',
    ...bearer(await tokenFor(simulator)),
  };
  const { text } = await rawResponse(simulator, requestText(`POST ${SEARCH}`, headers));
  expect([text.split(' ', 2)[1], JSON.parse(text.split('\r\n\r\n', 2)[1] ?? '')]).toEqual([
    '413',
    { error: 'too_large', message: `The body is larger than the maximum of ${limit} bytes.` },
  ]);
});

test('[SIM-84] all filters of a search apply, however many there are', async () => {
  const simulator = await simulatorForTest({ time: new ManualTime(Date.parse('2026-03-01T08:00:00Z')) });
  const filter = (min: string) => ({
    fields: ['iotSubscription.lastModifiedAt'],
    type: 'between',
    values: { min, max: '2026-03-01T08:00:00Z' },
  });
  const hits = async (filters: unknown[]) => {
    const response = await postJson(`${simulator.origin}${SEARCH}`, await tokenFor(simulator), { filters });
    return { status: response.status, ...((await response.json()) as { pagination: unknown }) }.pagination;
  };
  const one = filter('2026-02-01T00:00:00Z');
  const all = filter('2025-01-01T00:00:00Z');
  const many = (count: number) => Array.from({ length: count }, (_, index) => (index === 777 ? one : all));
  // 200 000 arguments in one call would overflow the stack.
  expect(queryOf(searchRequest({ filters: many(200_000) }))).toEqual(queryOf(searchRequest({ filters: [one] })));
  const sent = many(rounds({ usual: 2_000, thorough: 200_000 }));
  expect(await hits(sent)).toEqual({ ...((await hits([one])) as object), next: expect.any(String) });
});

test('[SIM-84] broken and deeply nested bodies get 400, and the simulator continues', async () => {
  const { simulator, token } = await subscribed();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const post = (path: string, body: string) =>
    fetch(`${simulator.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token) },
      body,
    });
  const results = [
    await post(SEARCH, '{'),
    await post(SEARCH, deep),
    await post(SEARCH, `{"filters":${deep}}`),
    await post('/control/emit', `{"event":"DEEP","data":${deep}}`),
  ];
  expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect((await permissionsOf(simulator, token)).status).toBe(200);
});

test.each([
  ['text/plain', SEARCH, '{}', 'application/json'],
  ['application/xml', SEARCH, '<a/>', 'application/json'],
  ['application/x-www-form-urlencoded', SEARCH, 'limit=1', 'application/json'],
  ['application/x-www-form-urlencoded', '/control/stall', 'on=true', 'application/json'],
  ['application/x-www-form-urlencoded', `${CHANGE}/mode`, 'targetState=PAUSE', 'application/json'],
  ['application/json', '/auth/realms/iot/login/none', '{}', 'application/x-www-form-urlencoded'],
])('[SIM-84] %s at %s gets 415 and the expected type', async (type, path, body, expected) => {
  const simulator = await simulatorForTest();
  const headers = { 'content-type': type, ...bearer(await tokenFor(simulator)) };
  const response = await fetch(`${simulator.origin}${path}`, { method: 'POST', headers, body });
  expect({ ...(await resultOf(response)), accept: response.headers.get('accept') }).toEqual({
    status: 415,
    body: {
      error: 'unsupported_media_type',
      message: `The body of ${path} is ${expected}: send this Content-Type.`,
    },
    accept: expected,
  });
});

test.each([
  ['PUT', SEARCH, 'POST'],
  ['GET', SEARCH, 'POST'],
  ['POST', PERMISSIONS, 'GET, HEAD'],
  ['DELETE', '/connect/subscribe', 'GET'],
  ['POST', '/connect/subscribe', 'GET'],
  ['OPTIONS', `${CHANGE}/mode`, 'POST'],
  ['GET', '/control/emit', 'POST'],
  ['DELETE', '/control/counters', 'GET, HEAD'],
])('[SIM-84] %s %s gets 405 and the allowed methods in Allow', async (method, path, allow) => {
  const simulator = await simulatorForTest();
  const response = await fetch(`${simulator.origin}${path}`, { method });
  expect({ ...(await resultOf(response)), allow: response.headers.get('allow') }).toEqual({
    status: 405,
    body: { error: 'method_not_allowed', message: `${path} accepts ${allow}, not ${method}.` },
    allow,
  });
});

test.each(['/%zz', '/control/%zz', `/${'x'.repeat(10_000)}`])(
  '[SIM-84] a path that cannot be read has an answer in the form of the others: %.12s',
  async (path) => {
    const simulator = await simulatorForTest();
    const { text } = await rawResponse(simulator, requestText(`GET ${path}`, { connection: 'close' }));
    const body: unknown = JSON.parse(text.split('\r\n\r\n', 2)[1] ?? '');
    expect(body).toEqual({ error: expect.any(String), message: expect.any(String) });
  },
);

test.each(['filters', 'sortBy'])(
  '[SIM-84] an empty list of %s gets 400, because the contract has at least one',
  async (name) => {
    const simulator = await simulatorForTest();
    const response = await postJson(`${simulator.origin}${SEARCH}`, await tokenFor(simulator), { [name]: [] });
    expect(await resultOf(response)).toEqual({
      status: 400,
      body: { error: 'bad_request', message: expect.stringMatching(new RegExp(`^${name}: `)) },
    });
  },
);

test('[SIM-84] an unknown path gets 404 for every method', async () => {
  const simulator = await simulatorForTest();
  const statuses = ['GET', 'POST', 'PATCH'].map(
    async (method) => (await fetch(`${simulator.origin}/x`, { method })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
});

test('[SIM-84] a HEAD request to the stream gets 405 and takes no seat', async () => {
  const simulator = await simulatorForTest();
  const headers = bearer(await tokenFor(simulator));
  const { status } = await fetch(`${simulator.profile.eventsUrl}/connect/subscribe`, { method: 'HEAD', headers });
  expect({ status, subscribers: simulator.control.subscribers() }).toEqual({ status: 405, subscribers: [] });
});

test.each([
  ['no token', null, 'Bearer realm="iot"'],
  ['a wrong token', 'a.b.c', 'Bearer error="invalid_token"'],
])('[SIM-84] a broken body with %s gets 401 before it is parsed', async (_, token, challenge) => {
  const simulator = await simulatorForTest();
  for (const path of [SEARCH, `${CHANGE}/mode`]) {
    const response = await fetch(`${simulator.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && bearer(token)) },
      body: '{',
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
  }
});

test('[SIM-84] a request without a token gets 401 before its body is complete', async () => {
  const simulator = await simulatorForTest();
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(MIB) };
    const started = rawRequest(`${simulator.origin}${SEARCH}`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      started.destroy();
    });
    started.on('error', reject);
    started.write('{');
  });
  expect(status).toBe(401);
});

test('[SIM-84] a missing permission gets 403 without a challenge, because no scope would help', async () => {
  const simulator = await simulatorForTest();
  const response = await postJson(`${simulator.origin}${SEARCH}`, await tokenFor(simulator, 'limited'), {});
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([403, null]);
});

test('[SIM-84] permissions can be cached for a short service time, separately for each token', async () => {
  const caching = async (simulator: Simulator) => {
    const { headers } = await permissionsOf(simulator, await tokenFor(simulator));
    return [headers.get('cache-control'), headers.get('vary')];
  };
  expect(await caching(await simulatorForTest())).toEqual(['private, max-age=10', 'Authorization']);
  expect(await caching(await simulatorForTest({ timeScale: 5 }))).toEqual(['private, max-age=2', 'Authorization']);
});

test('[SIM-84] unchanged permissions get 304, those of another account do not', async () => {
  const simulator = await simulatorForTest();
  const [token, other] = [await tokenFor(simulator), await tokenFor(simulator, 'limited')];
  const etag = (await permissionsOf(simulator, token)).headers.get('etag') ?? '';
  const again = async (who: string) => {
    const headers = { 'if-none-match': etag, ...bearer(who) };
    const response = await fetch(`${simulator.origin}${PERMISSIONS}`, { headers });
    return [response.status, (await response.text()) === ''];
  };
  expect([await again(token), await again(other), await again('x')]).toEqual([
    [304, true],
    [200, false],
    [401, false],
  ]);
});

test.each([
  ['/control/emit', { data: 1 }, 'event: '],
  ['/control/emit', { event: 'CUSTOM' }, 'data: expected a value, but it is missing'],
  ['/control/set-scenario', { name: 'nonsense' }, 'There is no scenario "nonsense". Choose one of: '],
  ['/control/stall', { on: 1 }, 'on: '],
  [SEARCH, { limit: 0 }, 'limit: '],
])('[SIM-84] an error of %s has a code and one sentence', async (path, body, expected) => {
  const simulator = await simulatorForTest();
  const { status, body: error } = await resultOf(
    await postJson(`${simulator.origin}${path}`, await tokenFor(simulator), body),
  );
  expect({ status, error }).toEqual({
    status: 400,
    error: { error: 'bad_request', message: expect.stringMatching(/^[^\n✖→]+$/) },
  });
  expect((error as { message: string }).message.startsWith(expected)).toBe(true);
});

import { expect, test } from 'vitest';
import type { FaultPlanRequest } from '../../src-simulator/http/fault-plan.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import {
  bearer,
  controlRequest,
  itemsOf,
  openStream,
  PERMISSIONS,
  permissionsOf,
  postJson,
  SEARCH,
  signedIn,
  simulatorForTest,
  START,
  subscribe,
  tokenFor,
  TRIGGERS,
} from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { rawResponse, requestText } from './raw-client.ts';

const REALM = '/auth/realms/iot';

const search = (simulator: Simulator, token: string, body: unknown = { limit: 1 }) =>
  postJson(simulator.origin + SEARCH, token, body);

const plans = async (simulator: Simulator, method: string, id = '', body?: unknown) => {
  const { status, answer } = await controlRequest(simulator, `${method} fault-plans${id}`, body);
  return [status, answer];
};

test.each([
  ['authorize', 'GET', `${REALM}/protocol/openid-connect/auth`],
  ['discovery', 'GET', `${REALM}/.well-known/openid-configuration`],
  ['jwks', 'GET', `${REALM}/protocol/openid-connect/certs`],
  ['token', 'POST', `${REALM}/protocol/openid-connect/token`],
  ['revoke', 'POST', `${REALM}/protocol/openid-connect/revoke`],
  ['permissions', 'GET', PERMISSIONS],
  ['search', 'POST', SEARCH],
  ['subscribe', 'GET', '/connect/subscribe'],
  ['localize', 'POST', '/iot-connect/subscriptions/v1/euiccs/1/localize'],
  ['mode', 'POST', '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/1/mode'],
  ['service-policy', 'POST', '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/1/service-policy'],
  ['other', 'GET', '/elsewhere'],
] as const)('[SIM-20] a fault plan for %s replaces two answers', async (endpoint, method, path) => {
  const simulator = await simulatorForTest();
  const answer = { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' };
  simulator.control.planFault({ endpoint, times: 2, answer });
  const send = () => fetch(simulator.origin + path, { method });
  for (const response of [await send(), await send()])
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      'slow down',
    ]);
  const third = await send();
  await third.body?.cancel();
  expect(third.status).not.toBe(429);
});

test('[SIM-20] a fault plan for every endpoint does not apply to the control', async () => {
  const { simulator, token } = await signedIn();
  simulator.control.planFault({ endpoint: 'every', times: 'forever', answer: { status: 502 } });
  const statuses = [await permissionsOf(simulator, token), await subscribe(simulator, token)].map(
    ({ status }) => status,
  );
  expect([...statuses, (await plans(simulator, 'GET'))[0]]).toEqual([502, 502, 200]);
});

test('[SIM-20] plans are tried in order, ignore requests that do not match, and skip and count as planned', async () => {
  const simulator = await simulatorForTest();
  const [basic, post] = [await tokenFor(simulator), await tokenFor(simulator, 'post')];
  const { control } = simulator;
  const answer = (status: number) => ({ status });
  control.planFault({ endpoint: 'search', match: { account: 'watchfloor-post' }, answer: answer(501) });
  control.planFault({ endpoint: 'search', match: { bodyJson: { 'sortBy.0.direction': 'asc' } }, answer: answer(502) });
  control.planFault({ endpoint: 'search', match: { bodyContains: '"limit":3' }, answer: answer(503) });
  control.planFault({ endpoint: 'search', match: { query: { night: 'yes & no' } }, answer: answer(504) });
  control.planFault({ endpoint: 'search', match: { headers: { 'X-Shift': 'late' } }, answer: answer(505) });
  control.planFault({ endpoint: 'search', match: { method: 'get' }, answer: answer(506) });
  control.planFault({ endpoint: 'search', after: 2, times: 1, answer: answer(507) });

  const statuses: number[] = [];
  const recordStatus = async (response: Promise<Response>) => statuses.push((await response).status);
  await recordStatus(search(simulator, basic));
  await recordStatus(search(simulator, post));
  await recordStatus(search(simulator, basic, { limit: 3 }));
  const field = 'iotSubscription.iotSubscriptionId';
  await recordStatus(search(simulator, basic, { sortBy: [{ direction: 'asc', field }] }));
  await recordStatus(postJson(`${simulator.origin}${SEARCH}?night=yes%20%26+no`, basic, {}));
  await recordStatus(fetch(simulator.origin + SEARCH, { headers: { 'x-shift': 'late' } }));
  await recordStatus(fetch(simulator.origin + SEARCH));
  await recordStatus(search(simulator, basic));
  await recordStatus(search(simulator, basic));
  await recordStatus(search(simulator, basic));
  expect(statuses).toEqual([200, 501, 503, 502, 504, 505, 506, 200, 507, 200]);
});

test('[SIM-20] a plan that still skips requests leaves them to the plans after it', async () => {
  const { simulator, token } = await signedIn();
  const { control } = simulator;
  control.planFault({ endpoint: 'search', after: 1, times: 1, answer: { status: 501 } });
  control.planFault({ endpoint: 'search', times: 2, answer: { status: 502 } });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await search(simulator, token)).status);
  expect(statuses).toEqual([502, 501, 502, 200]);
});

test('[SIM-20] a request whose body was examined reaches the service complete', async () => {
  const { simulator, token } = await signedIn();
  simulator.control.planFault({ endpoint: 'every', match: { bodyContains: 'never said' }, answer: 'reset' });
  const padding = ' '.repeat(3_000_000);
  const responses = [
    await search(simulator, token, { limit: 2 }),
    await fetch(simulator.origin + SEARCH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token) },
      body: `${padding}{"limit":2}`,
    }),
    await permissionsOf(simulator, await tokenFor(simulator, 'post')),
  ];
  const chunked = requestText(
    `POST ${SEARCH}`,
    { 'content-type': 'application/json', 'transfer-encoding': 'chunked', connection: 'close', ...bearer(token) },
    '0\r\n\r\n',
  ).replace(/content-length.*\r\n/, '');
  expect([...responses.map(({ status }) => status), (await rawResponse(simulator, chunked)).text.slice(9, 12)]).toEqual(
    [200, 200, 200, '400'],
  );
});

test('[SIM-20] plans have ids, report how often they were met, and can be removed one by one or all together', async () => {
  const { simulator, token } = await signedIn();
  const plan = (times: number | 'forever') => ({ endpoint: 'permissions', times, answer: { status: 418 } });
  expect(await plans(simulator, 'POST', '', plan(2))).toEqual([200, { id: 'plan-1' }]);
  expect(await plans(simulator, 'POST', '', plan('forever'))).toEqual([200, { id: 'plan-2' }]);
  for (let time = 0; time < 3; time++) await permissionsOf(simulator, token);
  const listed = (times: number | 'forever') => ({
    endpoint: 'permissions',
    after: 0,
    times,
    answer: { status: 418, headers: {} },
  });
  expect(await plans(simulator, 'GET')).toEqual([
    200,
    [
      { id: 'plan-1', plan: listed(2), met: 2, spent: true },
      { id: 'plan-2', plan: listed('forever'), met: 1, spent: false },
    ],
  ]);
  expect(await plans(simulator, 'DELETE', '/plan-2')).toEqual([200, {}]);
  expect(await plans(simulator, 'DELETE', '/plan-2')).toEqual([
    404,
    { error: 'not_found', message: 'There is no fault plan plan-2.' },
  ]);
  expect((await permissionsOf(simulator, token)).status).toBe(200);
  expect(await plans(simulator, 'DELETE')).toEqual([200, { forgotten: 1 }]);
  expect(await plans(simulator, 'GET')).toEqual([200, []]);
});

test.each([
  [{ status: 204 }, /^HTTP\/1\.1 204 /, /content-length|transfer-encoding/i],
  [{ headers: { 'transfer-encoding': 'chunked' }, body: 'hello' }, /\r\n5\r\nhello\r\n0\r\n\r\n$/, /content-length/i],
] as const)('[SIM-20] %o has exactly one framing', async (answer, expected, other) => {
  const simulator = await simulatorForTest();
  simulator.control.planFault({ endpoint: 'other', answer });
  const { text } = await rawResponse(simulator, requestText('GET /elsewhere', { connection: 'close' }));
  expect(text).toMatch(expected);
  expect(text).not.toMatch(other);
});

test('[SIM-20] a change whose answer is lost is carried out', async () => {
  const { simulator, token, time } = await signedIn();
  const [item] = (await itemsOf(simulator, token, { limit: 1000 })).filter(({ state }) => state === 'ACTIVE');
  const path = `${TRIGGERS}/connectivity-subscriptions/change/iotSubscriptionId/${item?.['iotSubscriptionId']}/mode`;
  simulator.control.planFault({ endpoint: 'mode', cutAfterBytes: 0 });
  const response = await postJson(simulator.origin + path, token, { targetState: 'PAUSE' });
  await expect(response.json()).rejects.toThrow('terminated');
  time.advance(1_000);
  const items = await itemsOf(simulator, token, { limit: 1000 });
  const changed = items.find(({ iotSubscriptionId }) => iotSubscriptionId === item?.['iotSubscriptionId']);
  expect(changed?.['state']).toBe('PAUSE');
});

test('[SIM-20] the last 100 used-up plans stay in the list', async () => {
  const simulator = await simulatorForTest();
  for (let time = 0; time < 103; time++) {
    simulator.control.planFault({ endpoint: 'other', answer: { status: 500 } });
    await (await fetch(`${simulator.origin}/elsewhere`)).text();
  }
  const ids = simulator.control.faultPlans().map(({ id }) => id);
  expect([ids.length, ids[0]]).toEqual([100, 'plan-4']);
});

test.each<[string, object, RegExp]>([
  ['a header value with a line break', { answer: { headers: { 'X-A': 'a\r\nb' } } }, /header "X-A" cannot be sent/],
  ['a header name with a space', { answer: { headers: { 'X A': 'b' } } }, /header "X A" cannot be sent/],
  [
    'a header that needs chunked encoding',
    { answer: { headers: { trailer: 'x', 'content-length': '1' } } },
    /sent together/,
  ],
  ['a status below 200', { answer: { status: 199 } }, /status/],
  ['a status above 999', { answer: { status: 1000 } }, /status/],
  ['a status that is a text', { answer: { status: '503' } }, /^answer\.status: .*expected number/],
  ['an unknown answer', { answer: 'explode' }, /^answer: .*hang/],
  ['a 204 with a body', { answer: { status: 204, body: 'a' } }, /^answer\.body: An answer with status 204 has no body/],
  ['a 304 with a body', { answer: { status: 304, bodyBase64: 'YQ==' } }, /^answer\.bodyBase64: .*status 304/],
  ['a malformed 204', { answer: { status: 204, malformed: 'broken-chunk' } }, /^answer\.malformed: .*status 204/],
  [
    'a 204 with a length',
    { answer: { status: 204, headers: { 'Content-Length': '0' } } },
    /^answer\.headers: .*status 204.*Content-Length/,
  ],
  [
    'an answer with both framings',
    { answer: { headers: { 'Transfer-Encoding': 'chunked', 'content-length': '1' }, body: 'a' } },
    /^answer\.headers: .*Transfer-Encoding.*Content-Length/,
  ],
  [
    'an unknown framing',
    { answer: { headers: { 'transfer-encoding': 'gzip' }, body: 'a' } },
    /^answer\.headers: .*chunked/,
  ],
  ['an answer with two bodies', { answer: { body: 'a', bodyBase64: 'YQ==' } }, /a body or a bodyBase64, not both/],
  ['a plan that changes nothing', {}, /needs an answer, a delayMs/],
  ['a hang with a rate', { answer: 'hang', bytesPerSecond: 5 }, /"hang" has no body/],
  ['a hang with an end', { answer: 'hang', endAfterMs: 1 }, /ends the service's own response/],
  ['a range of delays in descending order', { delayMs: { from: 9, to: 3 } }, /must not be longer than the second/],
  ['a fault of the control', { endpoint: 'control', answer: 'hang' }, /endpoint/],
])('[SIM-20] %s is refused when it is planned', async (_, plan, message) => {
  const simulator = await simulatorForTest();
  expect(await plans(simulator, 'POST', '', { endpoint: 'search', ...plan })).toEqual([
    400,
    { error: 'bad_request', message: expect.stringMatching(message) },
  ]);
  expect(simulator.control.faultPlans()).toEqual([]);
});

test.each<[FaultPlanRequest['answer'], text: unknown, ended: string]>([
  ['empty', '', 'closed'],
  ['reset', '', 'reset'],
  [{ status: 200, body: 'hello', malformed: 'malformed-status-line' }, 'HTTP/1.1 OK 200\r\n\r\n', 'closed'],
  [
    { status: 200, body: 'hello', malformed: 'content-length-too-large' },
    expect.stringMatching(/content-length: 15\r\n[^]*\r\n\r\nhello$/),
    'closed',
  ],
  [
    { status: 200, body: 'hello', malformed: 'content-length-too-small' },
    expect.stringMatching(/content-length: 4\r\n[^]*\r\n\r\nhello$/),
    'closed',
  ],
  [
    { status: 200, body: 'hello', malformed: 'broken-chunk' },
    expect.stringMatching(/transfer-encoding: chunked\r\n[^]*\r\n\r\n5\r\nhello\r\nno-size\r\n$/),
    'closed',
  ],
  [
    { status: 599, headers: { 'Content-Type': 'x/y', 'Set-Cookie': ['a=1', 'b=2'] }, bodyBase64: 'QQ==' },
    'HTTP/1.1 599 unknown\r\ncontent-length: 1\r\nContent-Type: x/y\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nConnection: close\r\n\r\nA',
    'closed',
  ],
])('[SIM-20] the answer %j is sent byte for byte as planned', async (answer, text, ended) => {
  const simulator = await simulatorForTest();
  simulator.control.planFault({ endpoint: 'permissions', answer });
  const received = await rawResponse(simulator, requestText(`GET ${PERMISSIONS}`, { connection: 'close' }));
  // The date changes from run to run.
  expect({ ...received, text: received.text.replace(/date: .*\r\n/i, '') }).toEqual({ text, ended });
});

test('[SIM-20] a planned hang never answers, until the client aborts', async () => {
  const simulator = await simulatorForTest();
  simulator.control.planFault({ endpoint: 'permissions', answer: 'hang' });
  const caller = new AbortController();
  const hanging = fetch(simulator.origin + PERMISSIONS, { signal: caller.signal });
  await expect.poll(() => simulator.control.faultPlans()[0]?.met).toBe(1);
  caller.abort();
  await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
  expect((await permissionsOf(simulator, 'nobody')).status).toBe(401);
});

test('[SIM-20] the answer of the service is delayed by the planned service time', async () => {
  const { time, simulator, token } = await signedIn({ timeScale: 10 });
  simulator.control.planFault({ endpoint: 'permissions', delayMs: 5_000 });
  let hasResponded = false;
  const answer = permissionsOf(simulator, token).finally(() => (hasResponded = true));
  await expect.poll(() => simulator.control.faultPlans()[0]?.met).toBe(1);
  await tokenFor(simulator);
  time.advance(499);
  await tokenFor(simulator);
  const before = hasResponded;
  time.advance(1);
  expect([before, (await answer).status]).toEqual([false, 200]);
});

test('[SIM-20] the service acts on a request before its delayed answer is sent', async () => {
  const { time, simulator, token } = await signedIn();
  simulator.control.planFault({ endpoint: 'subscribe', delayMs: 60_000 });
  const opening = subscribe(simulator, token);
  await expect.poll(() => simulator.control.subscribers().length).toBe(1);
  time.advance(60_000);
  const reader = (await opening).body!.getReader();
  let text = '';
  while (!text.includes('HEARTBEAT')) text += new TextDecoder().decode((await reader.read()).value);
  expect(text).toMatch(/^event: SUBSCRIPTION_STARTED\n[^]*08:00:00[^]*HEARTBEAT[^]*08:00:30/);
  await reader.cancel();
});

test('[SIM-20] a range of delays gives the same delays for the same seed, and different ones for each request', async () => {
  const delays = async (seed: number) => {
    const time = new ManualTime(START);
    const simulator = await simulatorForTest({ time, seed });
    simulator.control.planFault({
      endpoint: 'other',
      times: 'forever',
      delayMs: { from: 1, to: 20 },
      answer: { status: 500 },
    });
    const measured = [];
    for (let request = 0; request < 4; request++) {
      let waited = 0;
      const seen = { answered: false };
      const number = request + 1;
      const answer = fetch(`${simulator.origin}/elsewhere`).finally(() => (seen.answered = true));
      await expect.poll(() => simulator.control.faultPlans()[0]?.met).toBe(number);
      while (!seen.answered) {
        time.advance(1);
        waited++;
        await permissionsOf(simulator, 'nobody');
      }
      await (await answer).text();
      measured.push(waited);
    }
    return measured;
  };
  const [first, again, other] = [await delays(4), await delays(4), await delays(5)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(1);
});

test('[SIM-20] a body is sent at the planned rate and arrives unchanged', async () => {
  const { time, simulator, token } = await signedIn();
  const complete = await (await permissionsOf(simulator, token)).text();
  simulator.control.planFault({ endpoint: 'permissions', bytesPerSecond: 100 });
  const response = await permissionsOf(simulator, token);
  const reader = response.body!.getReader();
  let text = '';
  const read = async (length: number) => {
    while (text.length < length) text += new TextDecoder().decode((await reader.read()).value);
    return text.length;
  };
  // Twenty parts a second, the first immediately.
  const lengths = [await read(5)];
  time.advance(1_000);
  lengths.push(await read(105));
  time.advance(60_000);
  await read(complete.length);
  expect([lengths, text, (await reader.read()).done]).toEqual([[5, 105], complete, true]);
});

test.each([0, 1, 40])(
  '[SIM-20] an answer of the service is cut with a reset after %i bytes of its body',
  async (cut) => {
    const { simulator, token } = await signedIn();
    const complete = await (await permissionsOf(simulator, token)).text();
    simulator.control.planFault({ endpoint: 'permissions', cutAfterBytes: cut });
    const { text, ended } = await rawResponse(simulator, requestText(`GET ${PERMISSIONS}`, bearer(token)));
    const [head, body] = text.split('\r\n\r\n');
    expect({ head, body, ended }).toEqual({
      head: expect.stringMatching(new RegExp(`^HTTP/1.1 200 OK\r\n[^]*content-length: ${complete.length}\r\n`)),
      body: complete.slice(0, cut),
      ended: 'reset',
    });
  },
);

test('[SIM-20] an open stream is cut in the middle of an event, and its seat becomes free', async () => {
  const { simulator, token } = await signedIn();
  simulator.control.planFault({ endpoint: 'subscribe', cutAfterBytes: 400 });
  const stream = await openStream(simulator, token);
  simulator.control.emit({ event: 'LONG', id: null, retry: null, data: 'x'.repeat(1000) });
  expect(await stream.toEnd()).toBe('broken');
  expect(stream.text).toMatch(/\n\nevent: LONG\ndata: x+$/);
  expect(stream.text.length).toBe(400);
  await (await openStream(simulator, token)).close();
});

test('[SIM-20] an open stream ends regularly after a time of the service, and its seat becomes free', async () => {
  const { time, simulator, token } = await signedIn({ timeScale: 10 });
  simulator.control.planFault({ endpoint: 'subscribe', endAfterMs: 20_000 });
  const stream = await openStream(simulator, token);
  time.advance(1_999);
  expect(simulator.control.subscribers()).toHaveLength(1);
  time.advance(1);
  expect(await stream.toEnd()).toBe('ended');
  await expect.poll(() => simulator.control.subscribers()).toEqual([]);
  await (await openStream(simulator, token)).close();
});

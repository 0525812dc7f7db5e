/** Clients that each do one thing that the contract does not allow, and one that does none: what the report says of them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceClock } from '../../src-simulator/clock.ts';
import type { Exchange } from '../../src-simulator/http/exchange.ts';
import { Journal } from '../../src-simulator/http/journal.ts';
import { ContractChecker } from '../../src-simulator/contract-report/contract-checker.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import { bearer, openStream, permissionsOf, simulatorForTest, subscribe, tokenEndpoint, tokenFor } from './consumer.ts';

type Simulator = Awaited<ReturnType<typeof simulatorForTest>>;

const START = Date.UTC(2026, 2, 1, 12);
const SECOND = 1000;

/** A simulator whose time a test winds on, and a token for it. */
async function started() {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time });
  return { simulator, time, token: await tokenFor(simulator) };
}

const SEARCH = '/iot-connect/subscription-inventory/v2/search';
async function search({ origin }: Simulator, token: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(origin + SEARCH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token), ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { pagination?: { next: string } };
  return { status: response.status, next: answer.pagination?.next ?? '' };
}

const drained = async (response: Promise<Response>) => void (await (await response).text());

/** The rules that were broken; each finding must name its section, requests that are in the journal, and its times. */
function broken({ control }: Simulator): string[] {
  const { ok, findings } = control.report();
  const ids = new Set(control.requests().map(({ id }) => id));
  for (const { sentence, restsOn, requests, from, to, account } of findings) {
    expect([sentence, restsOn].every((text) => text.length > 10)).toBe(true);
    expect(requests.length > 0 && requests.every((id) => ids.has(id))).toBe(true);
    expect(from <= to && account === 'watchfloor-basic').toBe(true);
  }
  expect(ok).toBe(false);
  return findings.map(({ rule }) => rule);
}

/** A client that ends its own stream, as the service sees it. */
async function closed({ control }: Simulator, stream: Awaited<ReturnType<typeof openStream>>): Promise<void> {
  await stream.close();
  await expect.poll(() => control.subscribers()).toEqual([]);
}

test('[SIM-40] of a client that did nothing, nothing is said to be kept', async () => {
  const simulator = await simulatorForTest();
  const { ok, sentence, findings, rules } = simulator.control.report();
  expect([ok, findings]).toEqual([false, []]);
  expect(new Set(rules.map(({ state }) => state))).toEqual(new Set(['not-met']));
  expect(sentence).toMatch(/^Nothing wrong was seen. Not put to the test: one-stream \(needs a stream that opened\); /);
});

test('[SIM-40] each rule is kept by a client that does right in what puts it to the test, and then the report is ok', async () => {
  const { simulator, time, token } = await started();
  const { control, origin } = simulator;
  const untested = () => control.report().rules.flatMap(({ id, state }) => (state === 'not-met' ? [id] : []));
  const first = await openStream(simulator, token);
  expect(control.report(['one-stream', 'stream-method']).ok).toBe(true);
  control.endSession();
  await first.toEnd();
  const second = await openStream(simulator, token);
  expect(untested()).not.toContain('reconnect-after-end');
  control.dropStreams('reset');
  await second.toEnd();
  time.advance(3 * SECOND);
  await closed(simulator, await openStream(simulator, token));
  expect(untested()).not.toContain('retry');

  const sortBy = [{ direction: 'asc', field: 'iotSubscription.iccid' }];
  const { next } = await search(simulator, token, { sortBy, limit: 10 });
  time.advance(119 * SECOND);
  expect((await search(simulator, token, { sortBy, limit: 10, after: next })).status).toBe(200);

  control.planFault({ endpoint: 'permissions', answer: { status: 503, headers: { 'retry-after': '7' } } });
  await drained(permissionsOf(simulator, token));
  time.advance(7 * SECOND);
  await drained(permissionsOf(simulator, token));
  control.planFault({ endpoint: 'permissions', answer: { status: 302, headers: { location: `${origin}/elsewhere` } } });
  await drained(
    fetch(`${origin}/identity-access-management/token-permissions`, { redirect: 'manual', headers: bearer(token) }),
  );
  control.revokeTokens();
  await drained(permissionsOf(simulator, token));
  expect(untested()).toEqual(['refused-token-dropped']);
  await drained(permissionsOf(simulator, await tokenFor(simulator)));

  const report = control.report();
  expect({ ok: report.ok, sentence: report.sentence, findings: report.findings, untested: untested() }).toEqual({
    ok: true,
    sentence: 'Every rule was put to the test and kept.',
    findings: [],
    untested: [],
  });
  expect(report.accounts).toEqual([expect.objectContaining({ account: 'watchfloor-basic', ok: true, notMet: [] })]);
});

test('[SIM-41] one-stream: a second stream beside the first', async () => {
  const { simulator, token } = await started();
  const stream = await openStream(simulator, token);
  await drained(subscribe(simulator, token));
  expect(broken(simulator)).toEqual(['one-stream']);
  await stream.close();
});

test('[SIM-41] one-stream: streams of two domains are no two streams', async () => {
  const { simulator, token } = await started();
  const { clientId, clientSecret } = simulator.clients.ports;
  const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(tokenEndpoint(simulator), { method: 'POST', headers: { authorization }, body });
  const ofPorts = ((await answer.json()) as { access_token: string }).access_token;
  const streams = [await openStream(simulator, token), await openStream(simulator, ofPorts)];
  const { findings, accounts } = simulator.control.report();
  expect([findings, accounts.map(({ account }) => account)]).toEqual([[], ['watchfloor-basic', 'watchfloor-ports']]);
  for (const stream of streams) await stream.close();
});

test('[SIM-41] reconnect-after-end: nobody comes back after the session', async () => {
  const { simulator, time, token } = await started();
  const stream = await openStream(simulator, token);
  simulator.control.endSession();
  await stream.toEnd();
  time.advance(59 * SECOND);
  expect(simulator.control.report().findings).toEqual([]);
  time.advance(2 * SECOND);
  expect(broken(simulator)).toEqual(['reconnect-after-end']);
});

/** Streams that are cut one after the other; after each the client waits so many seconds. */
async function cutAndBack(waits: readonly number[], { openSeconds = 0 } = {}) {
  const { simulator, time, token } = await started();
  let stream = await openStream(simulator, token);
  for (const wait of waits) {
    time.advance(openSeconds * SECOND);
    simulator.control.dropStreams('end');
    await stream.toEnd();
    time.advance(wait * SECOND);
    stream = await openStream(simulator, token);
  }
  await closed(simulator, stream);
  return simulator;
}
const stateOf = (simulator: Simulator, rule: string) =>
  simulator.control.report().rules.find(({ id }) => id === rule)?.state;

test('[SIM-41] retry: back sooner than the stream said, twice in a row', async () => {
  const simulator = await cutAndBack([1, 2]);
  expect(broken(simulator)).toEqual(['retry']);
  expect(simulator.control.report().findings[0]?.sentence).toBe(
    'The stream said to come back after 3.0 s; the client came after 2.0 s, for the second time in a row.',
  );
});

test.each([
  ['once says nothing yet', [1], 0, 'not-met'],
  ['once, then as told', [1, 3], 0, 'kept'],
  ['twice, and once as told between', [1, 3, 1], 0, 'kept'],
  ['each after a minute of steady stream says nothing yet', [1, 1, 1], 60, 'not-met'],
  ['each after half a minute', [1, 1], 30, 'broken'],
])('[SIM-41] retry: back too soon %s', async (_, waits, openSeconds, state) => {
  expect(stateOf(await cutAndBack(waits, { openSeconds }), 'retry')).toBe(state);
});

test('[SIM-41] no-storm: many tries within a minute', async () => {
  const { simulator, token } = await started();
  simulator.control.takeSeat(true);
  for (let round = 0; round < 31; round++) await drained(subscribe(simulator, token));
  expect(broken(simulator)).toEqual(['no-storm']);
});

test('[SIM-41] no-storm: waits that do not grow after failures; growing ones are kept', async () => {
  for (const [factor, found] of [
    [1, ['no-storm']],
    [2, []],
  ] as const) {
    const { simulator, time, token } = await started();
    simulator.control.takeSeat(true);
    for (let round = 0; round < 7; round++) {
      await drained(subscribe(simulator, token));
      time.advance(5 * SECOND * factor ** round);
    }
    expect(simulator.control.report().findings.map(({ rule }) => rule)).toEqual(found);
  }
});

test('[SIM-41] reconnect-after-end: another method is no coming back', async () => {
  const { simulator, time, token } = await started();
  const stream = await openStream(simulator, token);
  simulator.control.endSession();
  await stream.toEnd();
  await drained(fetch(`${simulator.origin}/connect/subscribe`, { method: 'HEAD', headers: bearer(token) }));
  expect(stateOf(simulator, 'reconnect-after-end')).toBe('not-met');
  time.advance(61 * SECOND);
  expect(broken(simulator)).toEqual(['reconnect-after-end', 'stream-method']);
});

test.each(['HEAD', 'POST'])('[SIM-41] stream-method: the stream asked with %s', async (method) => {
  const { simulator, token } = await started();
  await drained(fetch(`${simulator.origin}/connect/subscribe`, { method, headers: bearer(token) }));
  expect(broken(simulator)).toEqual(['stream-method']);
});

test('[SIM-41] token-kept: a new token for each request', async () => {
  const { simulator } = await started();
  for (let round = 0; round < 5; round++) await tokenFor(simulator);
  expect(simulator.control.report().findings).toEqual([]);
  await tokenFor(simulator);
  expect(broken(simulator)).toEqual(['token-kept']);
});

test('[SIM-41] token-kept: new tokens near the end of the last ones are kept', async () => {
  const { simulator, time } = await started();
  for (let round = 0; round < 8; round++) {
    time.advance(270 * SECOND);
    await tokenFor(simulator);
  }
  expect(simulator.control.report().findings).toEqual([]);
});

test('[SIM-41] permissions-kept: permissions asked over and over', async () => {
  const { simulator, token } = await started();
  for (let round = 0; round < 7; round++) await drained(permissionsOf(simulator, token));
  expect(broken(simulator)).toEqual(['permissions-kept']);
});

test('[SIM-41] token-in-header: a token in the address', async () => {
  const { simulator, token } = await started();
  await drained(fetch(`${simulator.origin}/connect/subscribe?t=${token}`, { headers: bearer('another') }));
  expect(simulator.control.report().findings.map(({ rule, account }) => [rule, account])).toEqual([
    ['token-in-header', null],
  ]);
});

test('[SIM-41] refused-token-dropped: a refused token again and again', async () => {
  const { simulator, token } = await started();
  await drained(permissionsOf(simulator, token));
  simulator.control.revokeTokens();
  for (let round = 0; round < 3; round++) await drained(permissionsOf(simulator, token));
  expect(broken(simulator)).toEqual(['refused-token-dropped']);
});

test('[SIM-41] page-token-age: a page token older than two minutes', async () => {
  const { simulator, time, token } = await started();
  const { next } = await search(simulator, token, { limit: 10 });
  time.advance(121 * SECOND);
  expect((await search(simulator, token, { limit: 10, after: next })).status).toBe(400);
  expect(broken(simulator)).toEqual(['page-token-age']);
});

test('[SIM-41] page-token-query: a page token with another order', async () => {
  const { simulator, token } = await started();
  const sortBy = [{ direction: 'asc', field: 'iotSubscription.iccid' }];
  const { next } = await search(simulator, token, { sortBy, limit: 10 });
  await search(simulator, token, { sortBy: [{ direction: 'desc', field: 'iotSubscription.iccid' }], after: next });
  expect(broken(simulator)).toEqual(['page-token-query']);
});

test('[SIM-41] retry-after: back sooner than Retry-After said', async () => {
  const { simulator, time, token } = await started();
  simulator.control.planFault({ endpoint: 'search', answer: { status: 503, headers: { 'retry-after': '7' } } });
  await search(simulator, token, {}).catch(() => undefined);
  time.advance(3 * SECOND);
  await search(simulator, token, {});
  expect(broken(simulator)).toEqual(['retry-after']);
});

test.each(['', 'http://localhost:1/elsewhere'])(
  '[SIM-41] redirect: a token that follows a redirect to a place without a name in the document (%s)',
  async (foreign) => {
    const { simulator, token } = await started();
    const port = new URL(simulator.origin).port;
    const target = foreign === '' ? `${simulator.origin}/elsewhere` : foreign.replace(':1/', `:${port}/`);
    simulator.control.planFault({ endpoint: 'search', answer: { status: 307, headers: { location: target } } });
    const headers = { 'content-type': 'application/json', ...bearer(token) };
    await drained(fetch(simulator.origin + SEARCH, { method: 'POST', redirect: 'manual', headers, body: '{}' }));
    await drained(fetch(target, { headers }));
    expect(broken(simulator)).toEqual(['redirect']);
  },
);

test('[SIM-41] content-type: a search that is not said to be JSON, or does not accept it', async () => {
  for (const headers of [{ 'content-type': 'text/plain' }, { accept: 'text/html' }]) {
    const { simulator, token } = await started();
    await search(simulator, token, {}, headers);
    expect(broken(simulator)).toEqual(['content-type']);
  }
});

test('[SIM-40] durations of the service are judged in its time, whatever its scale', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, timeScale: 60 });
  const token = await tokenFor(simulator);
  const { next } = await search(simulator, token, { limit: 10 });
  time.advance(2.1 * SECOND);
  await search(simulator, token, { limit: 10, after: next });
  expect(broken(simulator)).toEqual(['page-token-age']);
});

test('[SIM-40] the report is told over HTTP, of all rules, of some or of parts', async () => {
  const { simulator, token } = await started();
  await drained(fetch(`${simulator.origin}/connect/subscribe`, { method: 'HEAD', headers: bearer(token) }));
  const report = async (query: string) => {
    const response = await fetch(`${simulator.origin}/control/report${query}`);
    return { status: response.status, answer: (await response.json()) as { findings: unknown[]; message: string } };
  };
  expect((await report('')).answer).toEqual(JSON.parse(JSON.stringify(simulator.control.report())));
  expect((await report('?only=search,one-stream')).answer.findings).toEqual([]);
  expect((await report('?only=stream')).answer.findings).toHaveLength(1);
  expect((await report('?only=manners')).status).toBe(400);
});

test('[SIM-40] a client that asked for more than is remembered loses no finding', async () => {
  const clock = new ServiceClock(new ManualTime(START), 1);
  const judge = new ContractChecker(clock);
  const seen: Exchange[] = [];
  const journal = new Journal({
    clock,
    secrets: () => [],
    accountOf: () => Promise.resolve('early bird'),
    domainOf: () => 'north',
    watch: (exchange) => seen.push(exchange),
  });
  const server = createServer((request, response) => {
    journal.record(request, response, request.method === 'HEAD' ? 'subscribe' : 'other');
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const method of ['HEAD', 'GET'])
    await drained(
      fetch(`http://127.0.0.1:${port}/`, { method, headers: { ...bearer('token-1'), connection: 'close' } }),
    );
  await expect.poll(() => seen.map(({ ended }) => ended?.by)).toEqual(['service', 'service']);

  const [forbidden, harmless] = seen;
  if (forbidden === undefined || harmless === undefined) throw new Error('nothing was seen');
  judge.observe(forbidden);
  harmless.account = 'another';
  for (let request = 0; request < 25_000; request++) judge.observe(harmless);
  const { requests, findings, accounts } = judge.report();
  expect([requests, findings.map(({ rule }) => rule)]).toEqual([25_001, ['stream-method']]);
  expect(accounts.map(({ account, broken: rules }) => [account, rules])).toEqual([
    ['another', []],
    ['early bird', ['stream-method']],
  ]);
});

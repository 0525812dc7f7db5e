import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceClock } from '../../src-simulator/clock.ts';
import type { Exchange } from '../../src-simulator/http/exchange.ts';
import { Journal } from '../../src-simulator/http/journal.ts';
import { ContractChecker } from '../../src-simulator/contract-report/contract-checker.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';
import {
  bearer,
  controlRequest,
  itemsOf,
  openStream,
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

type Simulator = Awaited<ReturnType<typeof simulatorForTest>>;

const SECOND = 1000;

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

const between = (min: string, max: string) => ({
  fields: ['iotSubscription.lastModifiedAt'],
  type: 'between',
  values: { min, max },
});

/** Localizes an active eUICC and returns the status of the answer. */
async function localized(simulator: Simulator, token: string): Promise<number> {
  const items = await itemsOf(simulator, token, { limit: 1000 });
  const eid = items.find(({ state, eid: id }) => state === 'ACTIVE' && id !== null)?.['eid'];
  return (await postJson(`${simulator.origin}${TRIGGERS}/euiccs/${eid}/localize`, token, {})).status;
}

/** Returns the broken rules. Each finding must name its section, requests of the journal, and its times. */
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

async function closed({ control }: Simulator, stream: Awaited<ReturnType<typeof openStream>>): Promise<void> {
  await stream.close();
  await expect.poll(() => control.subscribers()).toEqual([]);
}

test('[SIM-40] reports no rule as kept for a client that did nothing', async () => {
  const simulator = await simulatorForTest();
  const { ok, sentence, findings, rules } = simulator.control.report();
  expect([ok, findings]).toEqual([false, []]);
  expect(new Set(rules.map(({ state }) => state))).toEqual(new Set(['not-met']));
  expect(sentence).toMatch(/^No violations found. Not tested: one-stream \(needs a stream that opened\); /);
});

test('[SIM-40] is ok for a client that tests each rule and keeps it', async () => {
  const { simulator, time, token } = await signedIn();
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

  const closing = await openStream(simulator, token);
  control.dropStreams('end');
  await closing.toEnd();
  time.advance(3 * SECOND);
  control.takeSeat(true);
  await drained(subscribe(simulator, token));
  control.takeSeat(false);
  time.advance(SECOND);
  for (const status of [503, 401]) {
    control.planFault({ endpoint: 'subscribe', answer: { status } });
    await drained(subscribe(simulator, await tokenFor(simulator)));
    time.advance(SECOND);
  }
  expect(untested()).not.toContain('reconnect-after-failure');

  const silent = await openStream(simulator, token);
  control.stall(true);
  time.advance(100 * SECOND);
  await closed(simulator, silent);
  control.stall(false);
  expect(untested()).not.toContain('stale-stream');

  const sortBy = [{ direction: 'asc', field: 'iotSubscription.iccid' }];
  const { next } = await search(simulator, token, { sortBy, limit: 10 });
  time.advance(119 * SECOND);
  expect((await search(simulator, token, { sortBy, limit: 10, after: next })).status).toBe(200);
  await search(simulator, token, { filters: [between('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')] });
  expect(await localized(simulator, token)).toBe(202);

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
  expect(untested()).toEqual(['no-hammering']);
  await drained(permissionsOf(simulator, token));
  await drained(permissionsOf(simulator, await tokenFor(simulator)));

  const report = control.report();
  expect({ ok: report.ok, sentence: report.sentence, findings: report.findings, untested: untested() }).toEqual({
    ok: true,
    sentence: 'All rules were tested and kept.',
    findings: [],
    untested: [],
  });
  expect(report.accounts).toEqual([expect.objectContaining({ account: 'watchfloor-basic', ok: true, notMet: [] })]);
});

test('[SIM-40] streams of two domains do not break one-stream', async () => {
  const { simulator, token } = await signedIn();
  const streams = [await openStream(simulator, token), await openStream(simulator, await tokenFor(simulator, 'ports'))];
  const { findings, accounts } = simulator.control.report();
  expect([findings, accounts.map(({ account }) => account)]).toEqual([[], ['watchfloor-basic', 'watchfloor-ports']]);
  for (const stream of streams) await stream.close();
});

test('[SIM-40] reconnect-after-end is broken if no client returns within a minute after the session', async () => {
  const { simulator, time, token } = await signedIn();
  const stream = await openStream(simulator, token);
  simulator.control.endSession();
  await stream.toEnd();
  time.advance(59 * SECOND);
  expect(simulator.control.report().findings).toEqual([]);
  time.advance(2 * SECOND);
  expect(broken(simulator)).toEqual(['reconnect-after-end']);
});

async function cutAndBack(waits: readonly number[], { openSeconds = 0 } = {}) {
  const { simulator, time, token } = await signedIn();
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

test('[SIM-40] retry is broken by two early reconnects in a row', async () => {
  const simulator = await cutAndBack([1, 2]);
  expect(broken(simulator)).toEqual(['retry']);
  expect(simulator.control.report().findings[0]?.sentence).toBe(
    'The stream set a retry of 3.0 s; the client came back after 2.0 s, for the second time in a row.',
  );
});

test.each([
  ['one early reconnect is no evidence', [1], 0, 'not-met'],
  ['a timely reconnect after an early one keeps the rule', [1, 3], 0, 'kept'],
  ['a timely reconnect between two early ones keeps the rule', [1, 3, 1], 0, 'kept'],
  ['early reconnects, each after a minute of steady stream, are no evidence', [1, 1, 1], 60, 'not-met'],
  ['early reconnects, each after half a minute of stream, break the rule', [1, 1], 30, 'broken'],
])('[SIM-40] retry: %s', async (_, waits, openSeconds, state) => {
  expect(stateOf(await cutAndBack(waits, { openSeconds }), 'retry')).toBe(state);
});

test('[SIM-40] no-storm is broken if the waits after failures do not grow, and kept if they do', async () => {
  for (const [factor, found] of [
    [1, ['no-storm']],
    [1.5, []],
  ] as const) {
    const { simulator, time, token } = await signedIn();
    simulator.control.takeSeat(true);
    for (let round = 0; round < 7; round++) {
      await drained(subscribe(simulator, token));
      time.advance(5 * SECOND * factor ** round);
    }
    expect(simulator.control.report().findings.map(({ rule }) => rule)).toEqual(found);
  }
});

test('[SIM-40] reconnect-after-end does not count a request with another method', async () => {
  const { simulator, time, token } = await signedIn();
  const stream = await openStream(simulator, token);
  simulator.control.endSession();
  await stream.toEnd();
  await drained(fetch(`${simulator.origin}/connect/subscribe`, { method: 'HEAD', headers: bearer(token) }));
  expect(stateOf(simulator, 'reconnect-after-end')).toBe('not-met');
  time.advance(61 * SECOND);
  expect(broken(simulator)).toEqual(['stream-method', 'reconnect-after-end']);
});

test('[SIM-40] token-kept allows new tokens near the end of the last ones', async () => {
  const { simulator, time } = await signedIn();
  for (let round = 0; round < 8; round++) {
    time.advance(270 * SECOND);
    await tokenFor(simulator);
  }
  expect(simulator.control.report().findings).toEqual([]);
});

test('[SIM-40] token-in-header is broken by a token in the address', async () => {
  const { simulator, token } = await signedIn();
  await drained(fetch(`${simulator.origin}/connect/subscribe?t=${token}`, { headers: bearer('another') }));
  expect(simulator.control.report().findings.map(({ rule, account }) => [rule, account])).toEqual([
    ['token-in-header', null],
  ]);
});

test('[SIM-40] measures durations of the service in its scaled time', async () => {
  const { time, simulator, token } = await signedIn({ timeScale: 60 });
  const { next } = await search(simulator, token, { limit: 10 });
  time.advance(2.1 * SECOND);
  await search(simulator, token, { limit: 10, after: next });
  expect(broken(simulator)).toEqual(['page-token-age']);
});

test('[SIM-40] GET /control/report returns all rules, or only the given rules or parts', async () => {
  const { simulator, token } = await signedIn();
  await drained(fetch(`${simulator.origin}/connect/subscribe`, { method: 'HEAD', headers: bearer(token) }));
  const report = async (query: string) => {
    const { status, answer } = await controlRequest(simulator, `GET report${query}`);
    return { status, answer: answer as { findings: unknown[]; message: string } };
  };
  expect((await report('')).answer).toEqual(JSON.parse(JSON.stringify(simulator.control.report())));
  expect((await report('?only=search,one-stream')).answer.findings).toEqual([]);
  expect((await report('?only=stream')).answer.findings).toHaveLength(1);
  expect((await report('?only=manners')).status).toBe(400);
});

test('[SIM-40] keeps a finding after its exchange was dropped from memory', async () => {
  const clock = new ServiceClock(new ManualTime(START), 1);
  const checker = new ContractChecker(clock, () => null);
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
  checker.observe(forbidden);
  harmless.account = 'another';
  for (let request = 0; request < 25_000; request++) checker.observe(harmless);
  const { requests, findings, accounts } = checker.report();
  expect([requests, findings.map(({ rule }) => rule)]).toEqual([25_001, ['stream-method']]);
  expect(accounts.map(({ account, broken: rules }) => [account, rules])).toEqual([
    ['another', []],
    ['early bird', ['stream-method']],
  ]);
});

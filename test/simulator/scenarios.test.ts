import { expect, test } from 'vitest';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import { Random } from '../../src-simulator/random.ts';
import { scenarios } from '../../src-simulator/configuration/scenario-list.ts';
import { poisons, rawPoisons } from '../../src-simulator/scenarios/poison-events.ts';
import { type SimulatorOptions } from '../../src-simulator/simulator.ts';
import { rounds } from '../support/breadth.ts';
import {
  openStream,
  permissionsOf,
  simulatorForTest,
  START,
  subscribe,
  subscribed,
  tokenFor,
  tokenResponse,
} from '../fixtures/consumer.ts';
import type { RequestMessage } from './ledger.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

async function watching(scenario: string, options: SimulatorOptions = {}) {
  const time = new ManualTime(START);
  const { simulator, token, stream } = await subscribed({ scenario, time, ...options });
  let marks = 0;
  const pass = async (ms: number) => {
    time.advance(ms);
    const mark = `mark-${marks++}`;
    simulator.control.emit({ event: 'MARK', id: mark, retry: null, data: '' });
    await stream.until(`id: ${mark}\n`);
    return stream.events().filter(({ event }) => event !== 'MARK');
  };
  return { simulator, time, token, stream, pass };
}

const envelopeOf = ({ data }: { data: string }) => JSON.parse(data) as Record<string, string>;

test.each(scenarios)('$name sends at least three events in its first second', async ({ name }) => {
  const { pass } = await watching(name);
  const kinds = (await pass(1000)).map(({ event }) => event);
  expect(kinds[0]).toBe('SUBSCRIPTION_STARTED');
  expect(kinds.filter((kind) => kind === 'LOCALIZATION' || kind === 'CMP_EVENT').length).toBeGreaterThanOrEqual(3);
});

test('the same seed plays the same events, another seed different ones', async () => {
  const play = async (seed: number) => {
    const { pass, stream } = await watching('calm-shift', { seed });
    await pass(60_000);
    return stream.text;
  };
  const [first, again, other] = [await play(11), await play(11), await play(12)];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a scenario sends the same events whatever heartbeats and localizations the control sends', async () => {
  const quiet = await watching('calm-shift');
  const busy = await watching('calm-shift');
  busy.simulator.control.emitHeartbeat();
  busy.simulator.control.emitLocalization(true);
  const ofScenario = (events: { id: string | undefined; event: string | undefined; data: string }[], skip: number) =>
    events
      .filter(({ event }) => event === 'LOCALIZATION' || event === 'CMP_EVENT')
      .slice(skip)
      .map(({ id }) => id);
  expect(ofScenario(await busy.pass(20_000), 1)).toEqual(ofScenario(await quiet.pass(20_000), 0));
});

test('a scenario starts with its first subscriber, and starts again when it is set again', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ scenario: 'calm-shift', time });
  time.advance(60_000);
  const stream = await openStream(simulator, await tokenFor(simulator));
  expect(stream.events().length).toBe(1);
  time.advance(200);
  await stream.until('LOCALIZATION');
  const [, first] = stream.events();
  simulator.control.setScenario('calm-shift');
  time.advance(200);
  await expect.poll(async () => (await stream.until(/(LOCALIZATION[^]*){2}\n\n/)) !== '').toBe(true);
  expect(stream.events()[2]?.id).toBe(first?.id);
  await stream.close();
});

test('calm-shift sends an event every few seconds, most of them successes', async () => {
  const { pass } = await watching('calm-shift');
  const events = (await pass(10 * 60_000)).filter(({ event }) => event !== 'HEARTBEAT');
  const failed = events.filter((event) => envelopeOf(event)['state'] === 'FAILED').length;
  expect(events.length / 600).toSatisfy((perSecond: number) => perSecond > 1 / 3 && perSecond < 1);
  expect(failed / events.length).toBeLessThan(0.15);
});

test('failure-storm sends tens of events a second, most of them failed allocations, and every error code', async () => {
  const { pass } = await watching('failure-storm');
  const events = await pass(20_000);
  const text = events.map(({ data }) => data).join();
  const codes = ['DOWNLOAD', 'ALLOCATION', 'ACTIVATION', 'ENABLE'].map((step) => `START_PROFILE_${step}_FAILED`);
  const missing = [...codes, 'PROVISION_PROFILE_FAILED', 'SET_FALLBACK_PROFILE_FAILED'].filter(
    (code) => !text.includes(code),
  );
  const allocations = events.filter(({ data }) => data.includes('START_PROFILE_ALLOCATION_FAILED')).length;
  expect(missing).toEqual([]);
  expect(events.length / 20).toSatisfy((perSecond: number) => perSecond > 15 && perSecond < 100);
  expect(allocations / events.length).toBeGreaterThan(0.5);
});

test('partial-requests sends requests with no, some and only failures, all with the state COMPLETED', async () => {
  const { pass } = await watching('partial-requests');
  const requests = (await pass(5 * 60_000)).filter(({ event }) => event === 'CMP_EVENT').map(envelopeOf);
  const outcomes = requests.map(({ state, detailedMessage = '' }) => {
    const { subscriptionRequestState, subscriptionRequestResourceCounters } = JSON.parse(
      detailedMessage,
    ) as RequestMessage;
    const { completed, failed } = subscriptionRequestResourceCounters;
    const failures = failed === 0 ? 'none' : completed === 0 ? 'all' : 'some';
    return `${state}, ${failures} failed: ${subscriptionRequestState}`;
  });
  expect([...new Set(outcomes)].toSorted()).toEqual([
    'COMPLETED, all failed: COMPLETED_WITH_FAILURES',
    'COMPLETED, none failed: COMPLETED',
    'COMPLETED, some failed: COMPLETED_WITH_FAILURES',
  ]);
});

test('troubled-shift sends each kind of failure within its first minute, and as many events with another seed', async () => {
  const eventsOfSeed = async (seed: number) => {
    const { pass } = await watching('troubled-shift', { seed, subscriptions: 10_000 });
    return (await pass(41_000)).flatMap(({ event, data }) => {
      const { operation, state, detailedMessage } = JSON.parse(data) as Record<string, string>;
      if (event !== 'LOCALIZATION' && event !== 'CMP_EVENT') return [];
      const detail = JSON.parse(detailedMessage ?? '') as Record<string, unknown>;
      return [{ event, operation: operation ?? '', state, detail }];
    });
  };
  const events = await eventsOfSeed(1);
  const failures = events.filter(({ event, state }) => event === 'LOCALIZATION' && state === 'FAILED');
  const codes = new Set(failures.map(({ detail }) => detail['errorCode']));
  const eids = (of: typeof events) => new Set(of.map(({ detail }) => detail['eid']));
  const norway = failures.filter(({ detail }) => JSON.stringify(detail).includes('"countryCode":"NO"'));
  const provisioned = events.find(({ operation, state }) => operation === 'PROVISIONED' && state === 'COMPLETED');
  const requests = events.filter(({ event }) => event === 'CMP_EVENT').map(({ detail }) => detail);
  const bulk = requests.find(({ size }) => size === 540);
  const inner = (code: string) => JSON.stringify(bulk).split(`"errorCode":"${code}"`).length - 1;
  expect({
    codes,
    operations: failures.some(({ operation }) => operation === 'CERTIFIED'),
    severalErrors: failures.some(
      ({ detail }) => Array.isArray(detail['detailedError']) && detail['detailedError'].length > 1,
    ),
    norway: eids(norway).size,
    tried: events
      .filter(({ detail }) => detail['eid'] === provisioned?.detail['eid'])
      .map(({ operation, state }) => `${operation} ${state}`),
    bulk: { 70: inner('70'), 73: inner('73'), 412: inner('412') },
    unaccounted: requests.some(
      ({ size, subscriptionRequestResources: listed }) => Array.isArray(listed) && size !== listed.length,
    ),
  }).toEqual({
    codes: new Set([
      'CERTIFICATE_RENEWAL_FAILED',
      'PROFILE_QUARANTINED',
      'PROVISION_PROFILE_FAILED',
      'SET_FALLBACK_PROFILE_FAILED',
      'START_PROFILE_ACTIVATION_FAILED',
      'START_PROFILE_ALLOCATION_FAILED',
      'START_PROFILE_DOWNLOAD_FAILED',
      'START_PROFILE_ENABLE_FAILED',
    ]),
    operations: true,
    severalErrors: true,
    norway: 24,
    tried: ['ALLOCATED FAILED', 'ALLOCATED FAILED', 'PROVISIONED COMPLETED', 'FALLBACK_SET COMPLETED'],
    // Each resource has its code, and the request has it once more.
    bulk: { 70: 10, 73: 32, 412: 4 },
    unaccounted: true,
  });
  expect((await eventsOfSeed(2)).length).toBe(events.length);
});

test('seat-taken gives the seat to another subscriber after 20 s, for a minute', async () => {
  const { simulator, time, token, stream } = await watching('seat-taken');
  time.advance(21_000);
  expect(await stream.toEnd()).toBe('ended');
  const during = await subscribe(simulator, token);
  await during.body?.cancel();
  time.advance(60_000);
  const after = await openStream(simulator, token);
  expect(during.status).toBe(409);
  await after.close();
});

test('clock-offset sends times that are two hours ahead', async () => {
  const { stream, pass } = await watching('clock-offset');
  await pass(0);
  expect(stream.text).toContain('"createdDateTime":"2026-03-01T10:00:00.000Z"');
});

test('flaky-network ends and resets the stream, also in the middle of an event', async () => {
  const { simulator, time, stream } = await watching('flaky-network');
  let open = stream;
  const ends: string[] = [];
  let cutEvents = 0;
  const minRounds = rounds({ usual: 1, thorough: 16 });
  while (ends.length < 16 && (ends.length < minRounds || cutEvents === 0 || new Set(ends).size < 2)) {
    const token = await tokenFor(simulator);
    while (simulator.control.subscribers().length > 0) time.advance(1000);
    ends.push(await open.toEnd());
    if (open.text.includes('id: cut-short')) cutEvents++;
    // Some reconnects first get the answers of fault plans.
    await expect
      .poll(async () => {
        const response = await subscribe(simulator, token);
        await response.body?.cancel();
        return response.headers.get('content-type');
      })
      .toBe('text/event-stream');
    await expect.poll(() => simulator.control.subscribers().length).toBe(0);
    open = await openStream(simulator, token);
  }
  await open.close();
  expect({ kinds: new Set(ends).size, cutEvents: cutEvents > 0 }).toEqual({ kinds: 2, cutEvents: true });
});

test('silent-stall sends nothing for two minutes after the first seconds, not even heartbeats', async () => {
  const { time, stream, simulator, pass } = await watching('silent-stall');
  time.advance(16_000);
  simulator.control.emit({ event: 'UNHEARD', data: '' });
  const events = await pass(125_000);
  const times = events.map(({ data }) => Date.parse(envelopeOf({ data })['createdDateTime'] ?? ''));
  const gaps = times.map((at, position) => (times[position + 1] ?? at) - at);
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(115_000);
  expect(stream.text).not.toContain('UNHEARD');
});

test('token-expiry issues tokens for 20 s, ends the stream with its token, and then refuses the token', async () => {
  const time = new ManualTime(Date.now());
  const simulator = await simulatorForTest({ scenario: 'token-expiry', time });
  const { access_token: token, expires_in: seconds } = await tokenResponse(simulator, 'post');
  const stream = await openStream(simulator, token);
  time.advance(22_000);
  expect({ seconds, end: await stream.toEnd(), status: (await permissionsOf(simulator, token)).status }).toEqual({
    seconds: 20,
    end: 'ended',
    status: 401,
  });
});

test('poison-events sends every kind of poison, with good events in between', async () => {
  const { pass, stream } = await watching('poison-events');
  await pass(60_000);
  const kinds = poisons(new Random(1), generateFleet(1, 10, START), START).map(([name]) => name);
  const seen = (fragment: string) => stream.text.includes(fragment);
  expect({
    kinds: new Set(kinds).size === kinds.length && kinds.length,
    malformed: seen('{"createdDateTime": "2026-03-29T02:30:00.000Z", \n'),
    unknownKind: seen('event: SIM_SWAP_DETECTED'),
    numbers: /"eid":\d{32},/.test(stream.text),
    nesting: seen('{"a":'.repeat(20_000)),
    huge: seen('Nordwind '.repeat(100_000)),
    markup: seen('<script>'),
    bidi: seen('\u202E'),
    formula: seen('=HYPERLINK'),
    names: ['error', 'open', 'message'].every((name) => seen(`event: ${name}\n`)),
    rawPoison: rawPoisons.length === 5 && seen('weather: rain') && seen('\uFFFD'),
    good: stream.events().filter(({ data }) => data.includes('subscriptionRequestResourceCounters')).length > 3,
  }).toEqual({
    kinds: 30,
    malformed: true,
    unknownKind: true,
    numbers: true,
    nesting: true,
    huge: true,
    markup: true,
    bidi: true,
    formula: true,
    names: true,
    rawPoison: true,
    good: true,
  });
});

import { expect, test } from 'vitest';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { isThorough, rounds } from '../support/breadth.ts';
import { controlRequest } from '../fixtures/consumer.ts';
import type { Item } from './ledger.ts';
import { byIccid, watchedModel } from './watched-model.ts';

const scenarios = ['calm-shift', 'troubled-shift', 'failure-storm', 'partial-requests'] as const;
const minutes = (count: number) => count * 60_000;
const played = scenarios.flatMap((scenario) => (isThorough ? [1, 2] : [1]).map((seed) => [scenario, seed] as const));

/** Plays each shift once for all tests that only read its results. */
const shifts = new Map<string, ReturnType<typeof playShift>>();
function shiftOf(scenario: string, seed = 1): ReturnType<typeof playShift> {
  const key = `${scenario} ${seed}`;
  const shift = shifts.get(key) ?? playShift(scenario, seed);
  shifts.set(key, shift);
  return shift;
}

async function playShift(scenario: string, seed: number) {
  const { ledger, before, inventory, pass } = await watchedModel({
    scenario,
    seed,
    subscriptions: rounds({ usual: scenario === 'calm-shift' ? 800 : 400, thorough: 2_000 }),
  });
  // Failed localizations are tried again after a minute.
  const events = await pass(minutes(scenario === 'partial-requests' ? 2 : 3));
  return { ledger, before, events, after: byIccid(await inventory()) };
}

test.each(played)(
  '[SIM-1] the events of %s with seed %i agree with the search before, and the search afterwards shows their effects',
  async (scenario, seed) => {
    const { ledger, after } = await shiftOf(scenario, seed);
    expect(ledger.contradictions).toEqual([]);
    expect(after).toEqual(ledger.items());
    expect({ localized: ledger.localizations.length > 20, changed: ledger.requests.length > 5 }).toEqual({
      localized: scenario !== 'partial-requests',
      changed: true,
    });
  },
);

test('[SIM-1] events and search agree if triggers, the control and a scenario change the same fleet', async () => {
  const { ledger, inventory, pass, post, before, simulator } = await watchedModel({
    scenario: 'failure-storm',
    subscriptions: rounds({ usual: 30, thorough: 100 }),
  });
  const targets = ['PAUSE', 'ACTIVE', 'DEACTIVATED'];
  for (const [index, { iccid, eid }] of before.entries()) {
    await post(`/connectivity-subscriptions/change/iccid/${iccid}/mode`, { targetState: targets[index % 3] });
    if (eid !== null) await post(`/euiccs/${eid}/localize`, { countryCode: 'NO' });
    if (index % 10 === 0) simulator.control.emitLocalization(false);
    await pass(400);
  }
  await pass(5000);
  expect(ledger.contradictions).toEqual([]);
  expect(byIccid(await inventory())).toEqual(ledger.items());
});

const handfuls = (isThorough ? [1, 2, 5, 40] : [1]).flatMap((size) =>
  scenarios.map((scenario) => [scenario, size] as const),
);
test.each(handfuls)('[SIM-2] %s plays with a fleet of %i without contradictions', async (scenario, subscriptions) => {
  const { ledger, inventory, pass } = await watchedModel({ scenario, subscriptions });
  // A storm has more events in 15 s than a shift in two minutes.
  const time = scenario === 'failure-storm' && !isThorough ? minutes(0.25) : minutes(2);
  expect((await pass(time)).length).toBeGreaterThan(5);
  expect(ledger.contradictions).toEqual([]);
  expect(byIccid(await inventory())).toEqual(ledger.items());
});

test('[SIM-2] most of a fleet stays ACTIVE and little is deactivated after four times seven minutes of requests', async () => {
  const { inventory, pass } = await watchedModel({
    scenario: 'partial-requests',
    subscriptions: rounds({ usual: 200, thorough: 400 }),
  });
  for (let hour = 0; hour < 4; hour++) {
    await pass(minutes(7));
  }
  const states = (await inventory()).map(({ state }) => state);
  const share = (state: string) => states.filter((candidate) => candidate === state).length / states.length;
  expect({ active: share('ACTIVE') > 0.6, deactivated: share('DEACTIVATED') < 0.18 }).toEqual({
    active: true,
    deactivated: true,
  });
});

test.each(['failure-storm', 'calm-shift', 'troubled-shift'])(
  '[SIM-1] a failed localization in %s is tried again later, and some of these attempts succeed',
  async (scenario) => {
    const { ledger, before, after } = await shiftOf(scenario);
    const stayedActive = new Set(
      before.filter(({ iccid }) => after.get(iccid ?? '')?.['state'] === 'ACTIVE').map(({ eid }) => eid),
    );
    const { localizations } = ledger;
    const [first] = localizations;
    const early = localizations.filter(
      ({ eid, at, state }) => state === 'FAILED' && at - (first?.at ?? 0) < 50_000 && stayedActive.has(eid),
    );
    const outcomes = early.map(
      ({ eid, at }) => localizations.find((other) => other.eid === eid && other.at > at)?.state,
    );
    expect(early.length).toBeGreaterThan(1);
    expect(outcomes).not.toContain(undefined);
    expect(outcomes).toContain('COMPLETED');
  },
);

test('[SIM-1] each cause has one code and one sentence, and some failures have several entries or other fields', async () => {
  const { events } = await shiftOf('failure-storm');
  const failures = events.flatMap(({ event, data }) => {
    const { state, detailedMessage } = JSON.parse(data) as { state: string; detailedMessage: string };
    if (event !== 'LOCALIZATION' || state !== 'FAILED') return [];
    return [(JSON.parse(detailedMessage) as { detailedError: Record<string, unknown>[] }).detailedError];
  });
  const entries = failures.flat();
  const documented = entries.filter((entry) => 'errorType' in entry);
  const pairs = new Set(
    documented.map(({ errorCode, errorMessage }) => `${String(errorCode)} ${String(errorMessage)}`),
  );
  const codes = new Set(documented.map(({ errorCode }) => errorCode));
  const share = (part: readonly unknown[]) => part.length / failures.length;
  expect({
    sentencesOfACode: pairs.size / codes.size,
    fewCodes: codes.size < 15 && codes.size > 8,
    none: failures.some((failure) => failure.length === 0),
    several: share(failures.filter((failure) => failure.length > 1)),
    otherFields: share(entries.filter((entry) => !('errorType' in entry))),
  }).toEqual({
    sentencesOfACode: 1,
    fewCodes: true,
    none: false,
    several: expect.closeTo(0.2, 1),
    otherFields: expect.closeTo(0.14, 1),
  });
});

test('[SIM-1] a plain UICC has no EID, and only ACTIVE eUICCs can be localized', async () => {
  const { before, post } = await watchedModel({ subscriptions: 200 });
  const isEuicc = ({ subscriptionType }: Item) => subscriptionType === 'EUICC';
  expect(before.every((item) => isEuicc(item) === (item['eid'] !== null))).toBe(true);
  const results = await Promise.all(
    ['ACTIVE', 'PAUSE', 'DEACTIVATED'].map(async (state) => {
      const item = before.find((candidate) => isEuicc(candidate) && candidate['state'] === state);
      const response = await post(`/euiccs/${item?.['eid']}/localize`, {});
      return [response.status, await response.json()];
    }),
  );
  const refused = [
    409,
    { error: 'conflict', message: expect.stringMatching(/^The subscription of the eUICC "89\d{30}" is not ACTIVE: /) },
  ];
  expect(results).toEqual([[202, expect.anything()], refused, refused]);
});

test('[SIM-1] an eUICC accepts no second localization before the last event of the running one', async () => {
  const { before, post, pass } = await watchedModel({ subscriptions: 200 });
  const { eid } = before.find(({ subscriptionType, state }) => subscriptionType === 'EUICC' && state === 'ACTIVE')!;
  const localize = async () => (await post(`/euiccs/${eid}/localize`, { outcome: 'enabled' })).status;
  const results = [await localize(), await localize()];
  await pass(400);
  results.push(await localize());
  await pass(100);
  results.push(await localize());
  expect(results).toEqual([202, 409, 409, 202]);
});

test('[SIM-1] a localization fails if the subscription is paused meanwhile', async () => {
  const { before, post, pass } = await watchedModel({ subscriptions: 200 });
  const { eid, iccid } = before.find(
    ({ subscriptionType, state }) => subscriptionType === 'EUICC' && state === 'ACTIVE',
  )!;
  await post(`/connectivity-subscriptions/change/iccid/${iccid}/mode`, { targetState: 'PAUSE' });
  await pass(100);
  await post(`/euiccs/${eid}/localize`, { outcome: 'fallback-set', countryCode: 'NO' });
  const messages = (await pass(minutes(1))).map(({ data }) => JSON.parse(data) as Record<string, string>);
  expect(messages.map(({ operation, state }) => `${operation} ${state}`)).toEqual([
    'CHANGE_SUBSCRIPTIONSTATE COMPLETED',
    'ENABLED FAILED',
  ]);
  expect(messages[1]?.['detailedMessage']).toContain('START_PROFILE_ENABLE_FAILED');
});

test('[SIM-1] a localization to another country changes the country in the inventory once the profile is enabled', async () => {
  const { before, post, pass, inventory } = await watchedModel({ subscriptions: 200 });
  const euiccs = before.filter(({ subscriptionType, state }) => subscriptionType === 'EUICC' && state === 'ACTIVE');
  const outcomes = ['localized', 'FALLBACK_SET', 'ALLOCATED'];
  for (const [index, outcome] of outcomes.entries())
    await post(`/euiccs/${euiccs[index]?.['eid']}/localize`, { outcome, countryCode: 'NO' });
  await pass(minutes(1));
  const after = byIccid(await inventory());
  expect(euiccs.slice(0, 3).map(({ iccid }) => after.get(iccid ?? '')?.['countryCode'])).toEqual([
    'NO',
    'NO',
    euiccs[2]?.['countryCode'],
  ]);
});

test('[SIM-1] the answer to a change has the id of its request, which was created at the time of the call', async () => {
  const { before, post, pass, ledger } = await watchedModel({ subscriptions: 200 });
  await pass(12_345);
  const { iccid } = before.find(({ state }) => state === 'ACTIVE')!;
  const response = await post(`/connectivity-subscriptions/change/iccid/${iccid}/mode`, { targetState: 'PAUSE' });
  const answer = (await response.json()) as { subscriptionRequestId: string };
  await pass(minutes(1));
  const [request] = ledger.requests;
  expect([answer, request?.timeCreated]).toEqual([
    { status: 'ACCEPTED', subscriptionRequestId: request?.subscriptionRequestId },
    { epochSecond: Date.parse('2026-03-01T08:00:12.000Z') / 1000, nano: 345_000_000 },
  ]);
});

test('[SIM-1] the first of two simultaneous equal changes succeeds, and the second fails with code 70', async () => {
  const { before, post, pass, ledger } = await watchedModel({ subscriptions: 200 });
  const { iccid } = before.find(({ state }) => state === 'ACTIVE')!;
  const pause = () => post(`/connectivity-subscriptions/change/iccid/${iccid}/mode`, { targetState: 'PAUSE' });
  await Promise.all([pause(), pause()]);
  await pass(minutes(1));
  expect(ledger.contradictions).toEqual([]);
  expect(ledger.requests.map(({ subscriptionRequestState }) => subscriptionRequestState)).toEqual([
    'COMPLETED',
    'COMPLETED_WITH_FAILURES',
  ]);
});

test.each([
  [{ resources: 3, failed: 5 }, 1000, /^At most 3 of 3 resources can fail\.$/],
  [
    { resources: 10_000 },
    1000,
    /^No company among the 1000 subscriptions has 10000 .* use fewer, or start with more subscriptions\.$/,
  ],
  [{ resources: 2 }, 1, /^No company among the 1 subscriptions has 2 /],
])('[SIM-20] a request of %o is refused if the fleet of %i cannot satisfy it', async (body, subscriptions, message) => {
  const { simulator, pass } = await watchedModel({ subscriptions });
  expect(await controlRequest(simulator, 'POST emit-connectivity-request', body)).toEqual({
    status: 400,
    answer: { error: 'bad_request', message: expect.stringMatching(message) },
  });
  expect(await pass(1000)).toEqual([]);
});

test.each([
  [1, 1, 0],
  [1, 1, 1],
  [1000, 100, 100],
  [3000, 500, 500],
])(
  '[SIM-20] with %i subscriptions, a request for %i fails for exactly %i',
  async (subscriptions, resources, failed) => {
    const { simulator, pass, ledger } = await watchedModel({ subscriptions });
    simulator.control.emitConnectivityRequest(resources, failed);
    await pass(0);
    expect(ledger.contradictions).toEqual([]);
    expect(ledger.requests[0]?.subscriptionRequestResourceCounters).toMatchObject({
      completed: resources - failed,
      failed,
    });
  },
);

test('[SIM-20] emitLocalization throws if no eUICC can be localized', async () => {
  const { simulator, before, post, pass } = await watchedModel({ subscriptions: 1, seed: 1 });
  const [only] = before;
  await post(`/connectivity-subscriptions/change/iccid/${only?.['iccid']}/mode`, { targetState: 'PAUSE' });
  await pass(1000);
  expect(() => simulator.control.emitLocalization(true)).toThrow(
    'No eUICC of this fleet is ACTIVE and available for localization.',
  );
});

test('[SIM-2] a fleet of a million starts and plays events in less than ten times the time of a fleet of a thousand', async () => {
  const processorMs = async (subscriptions: number) => {
    const before = process.cpuUsage();
    const simulator = await startSimulator({ scenario: 'none', subscriptions });
    simulator.control.emitLocalization(true);
    simulator.control.emitConnectivityRequest(100, 50);
    await simulator.stop();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  // The first start compiles code.
  await processorMs(1_000);
  const small = await processorMs(1_000);
  // Generating a million rows at the start would take about 100 times as long.
  expect(await processorMs(1_000_000)).toBeLessThan(10 * small);
});

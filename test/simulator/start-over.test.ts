/** Compares a simulator that started over with a new one, after every action of the control that changes something. */
import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { exampleAddresses } from '../../src-simulator/contract/addresses.ts';
import { controlActions } from '../../src-simulator/control-routes.ts';
import type { Simulator, SimulatorOptions } from '../../src-simulator/simulator.ts';
import { rounds } from '../support/breadth.ts';
import {
  controlRequest,
  itemsOf,
  openStream,
  permissionsOf,
  postJson,
  SEARCH,
  simulatorForTest,
  START,
  subscribe,
  tokenFor,
  TRIGGERS,
} from '../fixtures/consumer.ts';
import { controlRequests, withNightFile } from './control-requests.ts';

const options: SimulatorOptions = {
  clock: 'manual',
  startTime: START,
  seed: 5,
  subscriptions: 200,
  scenario: 'calm-shift',
};
const changing = Object.keys(controlRequests).filter((act) => !act.startsWith('GET '));
const MAX_REQUESTS_PER_ACTION = rounds({ usual: 1, thorough: Infinity });

/** Uses everything that a client can see, and returns all answers as text. */
async function transcript(simulator: Simulator): Promise<string> {
  const answers: unknown[] = [await everyReading(simulator, (name) => !name.startsWith('contract/'))];
  const token = await tokenFor(simulator);
  answers.push(await (await permissionsOf(simulator, token)).text());
  const stream = await openStream(simulator, token);
  answers.push((await subscribe(simulator, token)).status);
  const search = await postJson(simulator.profile.baseUrl + SEARCH, token, { limit: 150 });
  const page = (await search.json()) as { pagination: { next: string } };
  const { next } = page.pagination;
  const nextPage = await postJson(simulator.profile.baseUrl + SEARCH, token, { after: next });
  answers.push(page, await nextPage.text());
  const items = await itemsOf(simulator, token, { limit: 200 });
  const eid = items.find((item) => item['state'] === 'ACTIVE' && item['eid'] !== null)?.['eid'];
  const localized = await postJson(`${simulator.profile.baseUrl}${TRIGGERS}/euiccs/${eid}/localize`, token, {});
  answers.push(await localized.text());
  answers.push(await controlRequest(simulator, 'POST emit-connectivity-request', { resources: 3, failed: 1 }));
  answers.push(await controlRequest(simulator, 'POST fault-plans', { endpoint: 'search', answer: 'hang' }));
  answers.push(await controlRequest(simulator, 'POST advance', { seconds: 90 }));
  await stream.until('08:01:30.000Z');
  answers.push(stream.text, await everyReading(simulator));
  await stream.close();
  return comparable(JSON.stringify(answers, null, 1), simulator);
}

/** @param isIncluded a contract is long and always the same, so a transcript has it once */
async function everyReading(simulator: Simulator, isIncluded: (name: string) => boolean = () => true) {
  const readings = controlActions(simulator.control, exampleAddresses).filter(
    ({ method, name }) => method === 'GET' && isIncluded(name),
  );
  const answers: unknown[] = [];
  // The simulator counts and lists its requests, so their order must be the same each time.
  for (const { name } of readings) answers.push([name, await controlRequest(simulator, `GET ${name}`)]);
  return answers;
}

/** Replaces what differs between any two simulators: port, signatures, and durations of this computer. */
function comparable(text: string, { origin }: Simulator): string {
  return text
    .replaceAll(origin, 'ORIGIN')
    .replaceAll(new URL(origin).host, 'HOST')
    .replaceAll(/\[cut [0-9a-f]+\]/g, '[cut]')
    .replaceAll(/("(?:uptime|durationMs)": )[\d.]+/g, '$10');
}

let newOne: Promise<string> | null = null;
const ofNewSimulator = () => (newOne ??= simulatorForTest(options).then(transcript));

/** Starts a simulator with a subscriber, a fault plan, a hanging request and a page token. */
async function usedSimulator(): Promise<Simulator> {
  const simulator = await simulatorForTest(options);
  const token = await tokenFor(simulator);
  await openStream(simulator, token);
  await itemsOf(simulator, token, { limit: 1 });
  simulator.control.planFault({ endpoint: 'permissions', times: 'forever', answer: 'hang' });
  void permissionsOf(simulator, token).catch(() => undefined);
  await simulator.control.waitUntil({ endpoint: 'permissions' }, 1, 10);
  return simulator;
}

test.each(changing)('[SIM-69] after %s, a reset of everything gives the bytes of a new simulator', async (act) => {
  for (const given of (controlRequests[act] ?? []).slice(0, MAX_REQUESTS_PER_ACTION)) {
    const simulator = await usedSimulator();
    const action = act.replace(':id', 'plan-1');
    const body = act.startsWith('DELETE ') ? undefined : await withNightFile(given);
    const acting = controlRequest(simulator, action, body);
    // Events of `emit-many` wait for the clock, which goes back first.
    if (act !== 'POST emit-many') expect(await acting).toMatchObject({ status: 200 });
    expect(await controlRequest(simulator, 'POST reset', { everything: true })).toEqual({ status: 200, answer: {} });
    await acting;
    expect(await transcript(simulator)).toBe(await ofNewSimulator());
  }
});

test('[SIM-69] a reset of everything ends streams and open requests, and makes tokens invalid', async () => {
  const simulator = await simulatorForTest(options);
  const token = await tokenFor(simulator);
  const stream = await openStream(simulator, token);
  simulator.control.planFault({ endpoint: 'search', answer: 'hang' });
  const hanging = itemsOf(simulator, token).catch(() => 'closed');
  await simulator.control.waitUntil({ endpoint: 'search' }, 1, 10);
  await simulator.control.startOver();
  expect(await stream.toEnd()).toBe('broken');
  expect(await hanging).toBe('closed');
  expect((await permissionsOf(simulator, token)).status).toBe(401);
  expect((await permissionsOf(simulator, await tokenFor(simulator))).status).toBe(200);
});

test('[SIM-69] without `everything`, a reset leaves settings, streams and tokens', async () => {
  const simulator = await simulatorForTest(options);
  const token = await tokenFor(simulator);
  await openStream(simulator, token);
  await controlRequest(simulator, 'PATCH settings', { variants: { itemShape: 'flat' } });
  await controlRequest(simulator, 'POST reset', {});
  expect(simulator.control.subscribers()).toHaveLength(1);
  expect(simulator.control.settings.variants.itemShape).toBe('flat');
  expect((await permissionsOf(simulator, token)).status).toBe(200);
});

test('[SIM-69] a reset of everything begins the replay of the start again, or changes nothing if its file is gone', async () => {
  const { file } = (await withNightFile({ file: 'night.ndjson' })) as { file: string };
  const simulator = await simulatorForTest({ ...options, replay: { file } });
  await controlRequest(simulator, 'POST set-scenario', { name: 'none' });
  expect(simulator.control.replayState()).toBeNull();
  await simulator.control.startOver();
  expect(simulator.control.replayState()).toMatchObject({ state: 'waiting', file, events: 1 });
  await controlRequest(simulator, 'POST take-seat', { taken: true });
  rmSync(file);
  expect(await controlRequest(simulator, 'POST reset', { everything: true })).toMatchObject({ status: 400 });
  expect((await subscribe(simulator, await tokenFor(simulator))).status).toBe(409);
});

test('[SIM-69] a reset of everything sets a clock with a start time back', async () => {
  const simulator = await simulatorForTest({ subscriptions: 10, scenario: 'none', startTime: START });
  await vi.waitUntil(() => simulator.control.clock().now > START + 50);
  const before = simulator.control.clock().now;
  await simulator.control.startOver();
  expect(simulator.control.clock().now).toBeLessThan(before);
});

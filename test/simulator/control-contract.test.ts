/** Tests every action of the control over HTTP against its contract file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exampleAddresses } from '../../src-simulator/contract/addresses.ts';
import { controlActions } from '../../src-simulator/control/control-routes.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { openStream, permissionsOf, simulatorForTest, tokenFor } from './consumer.ts';
import { checkedRequest, ContractCheck, storedContract, operationsOf } from './contract-check.ts';

const check = new ContractCheck(storedContract('control'));
const event = { event: 'CUSTOM', data: { answer: 42 } };
const manual = { clock: 'manual', startTime: Date.parse('2026-03-01T08:00:00Z') } as const;

/** Requests by method and name of the action. Each is sent to a new simulator with some activity. */
const requests: Readonly<Record<string, readonly unknown[]>> = {
  'POST emit': [event, { ...event, domain: 'nordwind.europe.logistics', id: null, retry: null }],
  'POST emit-many': [{ ...event, count: 3, perSecond: 20_000 }],
  'POST emit-heartbeat': [{}],
  'POST emit-localization': [{}, { failed: true }],
  'POST emit-connectivity-request': [{}, { resources: 3, failed: 2 }],
  'POST send-raw': [{ text: ': raw\n' }, { base64: btoa(': raw\n'), pieceBytes: 1 }],
  'POST drop-streams': [{}, { cut: 'reset' }],
  'POST end-session': [{}],
  'POST stall': [{ on: true }, { on: false }],
  'POST take-seat': [{ taken: true }, { taken: false }],
  'POST set-scenario': [{ name: 'failure-storm' }, { domain: 'ostsee.ports', name: 'none' }],
  'GET subscribers': ['', '?domain=nordwind.europe.logistics'],
  'POST fault-plans': [
    { endpoint: 'search', match: { bodyJson: { limit: 100 } }, after: 2, times: 3, answer: { status: 429 } },
    { endpoint: 'every', times: 'forever', delayMs: { from: 500, to: 3000 }, cutAfterBytes: 20_000 },
    { endpoint: 'token', answer: 'reset' },
  ],
  'GET fault-plans': [''],
  'DELETE fault-plans/:id': [''],
  'DELETE fault-plans': [''],
  'GET counters': [''],
  'GET requests': ['', '?endpoint=permissions&method=get&status=503&afterId=1&since=0&limit=5'],
  'POST wait-until': [{}, { endpoint: 'permissions', count: 1, withinSeconds: 5 }],
  'POST reset': [{}],
  'GET report': ['', '?only=stream,retry-after'],
  'POST revoke-tokens': [{}, { refreshTokens: true }],
  'GET health': [''],
  'GET scenarios': [''],
  'GET clock': [''],
  'POST advance': [{ seconds: 30 }, { until: '2026-03-01T09:00:00+01:00' }],
  'POST replay': [{ file: 'night.ndjson' }, { domain: 'ostsee.ports', file: 'night.ndjson', sessionEvents: true }],
  'GET replay': ['', '?domain=ostsee.ports'],
  'GET settings': [''],
  'PATCH settings': [
    {},
    {
      variants: { itemShape: 'flat' },
      domains: [{ id: 'ostsee.ports', variants: { secondSubscriber: 'end-first' } }],
      clients: [{ flow: 'clientCredentials', clientId: 'ci', clientSecret: 'of the pipeline' }],
      accounts: { walter: { rights: 'operator' } },
    },
  ],
  'GET contract/service.json': [''],
  'GET contract/stream.json': [''],
  'GET contract/control.json': [''],
};

/** Starts a simulator with a subscriber, a fault plan, and a request that met it. */
async function busySimulator(act: string): Promise<Simulator> {
  // Repeated events need a clock that runs by itself.
  const simulator = await simulatorForTest(act === 'POST advance' ? manual : {});
  const token = await tokenFor(simulator);
  const stream = await openStream(simulator, token);
  onTestFinished(() => stream.close());
  simulator.control.planFault({ endpoint: 'permissions', after: 0, times: 2, answer: { status: 503 } });
  await permissionsOf(simulator, token);
  return simulator;
}

async function nightFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'night.ndjson');
  const recorded = { receivedAt: '2025-11-02T23:00:00.000Z', kind: 'LOCALIZATION', id: 'l-1', raw: '{}' };
  await writeFile(file, `${JSON.stringify(recorded)}\n`);
  return file;
}

function queryNamesOf(method: string, name: string): string[] {
  const path = `/control/${name.replace(':id', '{id}')}`;
  const operation = operationsOf(check.contract).find(
    (described) => described.path === path && described.method === method.toLowerCase(),
  );
  const parameters = (operation?.described['parameters'] ?? []) as { in: string; name: string }[];
  return parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
}

test('[SIM-102] this file requests every action of the control', async () => {
  const { control } = await simulatorForTest();
  const acts = controlActions(control, exampleAddresses).map(({ method, name }) => `${method} ${name}`);
  expect(Object.keys(requests).toSorted()).toEqual(acts.toSorted());
});

test.each(Object.keys(requests))(
  '[SIM-102] %s accepts and answers what the contract of the control describes',
  async (act) => {
    const [method = '', name = ''] = act.split(' ');
    const night = act === 'POST replay' ? await nightFile() : '';
    for (const given of requests[act] ?? []) {
      const { origin } = await busySimulator(act);
      const isQuery = typeof given === 'string';
      const query = isQuery ? given : '';
      const body = isQuery ? undefined : JSON.parse(JSON.stringify(given).replace('night.ndjson', night));
      const url = `${origin}/control/${name.replace(':id', 'plan-1')}${query}`;
      const { status, problems } = await checkedRequest(check, url, { method, ...(!isQuery && { body }) });
      expect({ given, status, problems }).toEqual({ given, status: 200, problems: [] });
      expect(queryNamesOf(method, name)).toEqual(expect.arrayContaining([...new URL(url).searchParams.keys()]));
    }
  },
);

test.each([
  ['POST', 'take-seat', {}],
  ['POST', 'set-scenario', { name: 'full-moon' }],
  ['POST', 'advance', { seconds: 1 }],
  ['POST', 'replay', { file: '/nowhere/night.ndjson' }],
  ['POST', 'wait-until', { endpoint: 'search', withinSeconds: 0 }],
  ['PATCH', 'settings', { port: 4010 }],
  ['DELETE', 'fault-plans/plan-9', undefined],
] as const)('[SIM-102] %s %s answers an impossible request as the contract describes', async (method, name, body) => {
  const { origin } = await simulatorForTest();
  const init = { method, badRequest: true, ...(body !== undefined && { body }) } as const;
  const { status, problems } = await checkedRequest(check, `${origin}/control/${name}`, init);
  expect({ isRefused: status >= 400 && status < 500, problems }).toEqual({ isRefused: true, problems: [] });
});

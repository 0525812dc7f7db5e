/** Tests every action of the control over HTTP against its contract file. */
import { expect, onTestFinished, test } from 'vitest';
import { exampleAddresses } from '../../src-simulator/contract/addresses.ts';
import { controlActions } from '../../src-simulator/control-routes.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { openStream, permissionsOf, simulatorForTest, tokenFor } from '../fixtures/consumer.ts';
import { controlRequests, withNightFile } from './control-requests.ts';
import { checkedRequest, ContractCheck, storedContract, operationsOf } from './contract-check.ts';

const check = new ContractCheck(storedContract('control'));
const manual = { clock: 'manual', startTime: Date.parse('2026-03-01T08:00:00Z') } as const;

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

function queryNamesOf(method: string, name: string): string[] {
  const path = `/control/${name.replace(':id', '{id}')}`;
  const operation = operationsOf(check.contract).find(
    (described) => described.path === path && described.method === method.toLowerCase(),
  );
  const parameters = (operation?.described['parameters'] ?? []) as { in: string; name: string }[];
  return parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
}

test('[SIM-96] this file requests every action of the control', async () => {
  const { control } = await simulatorForTest();
  const acts = controlActions(control, exampleAddresses).map(({ method, name }) => `${method} ${name}`);
  expect(Object.keys(controlRequests).toSorted()).toEqual(acts.toSorted());
});

test.each(Object.keys(controlRequests))(
  '[SIM-96] %s accepts and answers what the contract of the control describes',
  async (act) => {
    const [method = '', name = ''] = act.split(' ');
    for (const given of controlRequests[act] ?? []) {
      const { origin } = await busySimulator(act);
      const isQuery = typeof given === 'string';
      const query = isQuery ? given : '';
      const body = isQuery ? undefined : await withNightFile(given);
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
] as const)('[SIM-96] %s %s answers an impossible request as the contract describes', async (method, name, body) => {
  const { origin } = await simulatorForTest();
  const init = { method, badRequest: true, ...(body !== undefined && { body }) } as const;
  const { status, problems } = await checkedRequest(check, `${origin}/control/${name}`, init);
  expect({ isRefused: status >= 400 && status < 500, problems }).toEqual({ isRefused: true, problems: [] });
});

import { expect, test } from 'vitest';
import { contractNames } from '../../src-simulator/contract/contract.ts';
import { exampleContract as printed } from '../../src-simulator/example-contract.ts';
import { simulatorForTest } from '../fixtures/consumer.ts';
import { at, ContractCheck, storedContract, operationsOf, type Json } from './contract-check.ts';

function* nodesOf(node: unknown, way = '#'): Generator<[way: string, node: Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [way, node as Json];
  for (const [name, value] of Object.entries(node))
    yield* nodesOf(value, `${way}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

const sorted = (names: readonly string[]) => names.toSorted((left, right) => left.localeCompare(right)).join();
const nodes = (name: string) => [...nodesOf(storedContract(name))];

test.each(contractNames)(
  '[SIM-96] docs/contract/%s.json matches the simulator (npm run contract writes it)',
  async (name) => {
    expect(storedContract(name)).toEqual(JSON.parse(await printed(name)));
  },
);

test('[SIM-96] a running simulator serves the contract with its own addresses', async () => {
  const simulator = await simulatorForTest();
  const served = async (name: string) => {
    const text = await (await fetch(`${simulator.origin}/control/contract/${name}.json`)).text();
    return JSON.parse(text.replaceAll(new URL(simulator.origin).host, '127.0.0.1:4010')) as unknown;
  };
  expect(await Promise.all(contractNames.map(served))).toEqual(contractNames.map(storedContract));
  const control = (await (await fetch(`${simulator.origin}/control/contract/control.json`)).json()) as Json;
  expect(control['servers']).toEqual([{ url: simulator.origin }]);
});

test.each(contractNames)('[SIM-96] every pointer in %s.json resolves', (name) => {
  const contract = storedContract(name);
  const pointers = nodes(name).flatMap(([way, { $ref }]) => (typeof $ref === 'string' ? [[way, $ref] as const] : []));
  expect(pointers.length).toBeGreaterThan(10);
  expect(pointers.filter(([, pointer]) => at(contract, pointer) === undefined)).toEqual([]);
});

test.each(['service', 'control'])('[SIM-96] each operation of %s.json is complete', (name) => {
  const contract = storedContract(name);
  const operations = operationsOf(contract);
  const ids = operations.map(({ described }) => described['operationId']);
  expect(new Set(ids).size).toBe(ids.length);
  const wrong = operations.flatMap(({ method, path, described, pointer }) => {
    const item = (contract['paths'] as Record<string, Json>)[path] ?? {};
    const parameters = [...((item['parameters'] ?? []) as Json[]), ...((described['parameters'] ?? []) as Json[])];
    const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
    const responses = Object.entries(described['responses'] as Record<string, Json>);
    const found = [
      typeof described['summary'] === 'string' ? '' : 'no summary',
      inPath.every(({ required }) => required === true) ? '' : 'an optional parameter in the path',
      responses.length > 0 ? '' : 'no responses',
      responses.every(([status]) => /^([1-5]\d\d|default)$/.test(status)) ? '' : 'a status that is none',
      responses.every(([, { description }]) => typeof description === 'string') ? '' : 'a response without description',
      method === 'get' && 'requestBody' in described ? 'a GET with a body' : '',
      sorted(inPath.map((parameter) => String(parameter['name']))) ===
      sorted([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter))
        ? ''
        : 'other parameters than its path has',
    ];
    return found.filter((problem) => problem !== '').map((problem) => `${pointer}: ${problem}`);
  });
  expect(wrong).toEqual([]);
});

test.each(contractNames)('[SIM-96] every schema of %s.json is valid JSON Schema 2020-12', (name) => {
  const check = new ContractCheck(storedContract(name));
  const schemas = nodes(name)
    .map(([way]) => way)
    .filter((way) => /^#\/components\/schemas\/[^/]+$|^#\/paths\/.*\/schema$/.test(way));
  for (const schema of schemas) check.compile(schema);
  expect(schemas.length).toBeGreaterThan(5);
});

test('[SIM-96] the stream contract lists each message in the channel, the operation and the components', () => {
  const contract = storedContract('stream');
  const names = Object.keys(at(contract, '#/components/messages') as Json);
  const operation = at(contract, '#/operations/notify') as { action: string; messages: { $ref: string }[] };
  expect({
    version: contract['asyncapi'],
    action: operation.action,
    channel: Object.keys(at(contract, '#/channels/notifications/messages') as Json),
    operation: operation.messages.map(({ $ref }) => $ref.split('/').at(-1)),
  }).toEqual({ version: '3.0.0', action: 'send', channel: names, operation: names });
  expect(names).toEqual(['SUBSCRIPTION_STARTED', 'HEARTBEAT', 'SUBSCRIPTION_ENDED', 'LOCALIZATION', 'CMP_EVENT']);
});

test('[SIM-96] every mark of a gap or a choice is a sentence that the description repeats', () => {
  const marked = ['service', 'stream'].flatMap((name) =>
    nodes(name).flatMap(([way, node]) => {
      const description = typeof node['description'] === 'string' ? node['description'] : '';
      return ['x-not-shown', 'x-simulator'].flatMap((mark) => {
        const sentence = node[mark];
        if (sentence === undefined) return [];
        return [
          {
            way,
            isDocumented: typeof sentence === 'string' && sentence.endsWith('.') && description.includes(sentence),
          },
        ];
      });
    }),
  );
  expect(marked.length).toBeGreaterThan(40);
  expect(marked.filter(({ isDocumented }) => !isDocumented)).toEqual([]);
});

/** Gaps of `docs/service.md` that the files mark with "not shown", with words that a mark must contain. */
const gaps: readonly (readonly [contract: string, words: RegExp])[] = [
  ['service', /Its type/],
  ['service', /fields other than the first four/],
  ['service', /Types other than between/],
  ['service', /Directions other than asc/],
  ['service', /page size without a limit/],
  ['service', /[Mm]aximum value/],
  ['service', /last page/],
  ['service', /Method, payload, answers/],
  ['service', /Token request parameters and the format of credentials/],
  ['service', /expires_in|Its value/],
  ['service', /permission that is required/],
  ['service', /Status codes of errors and their bodies/],
  ['service', /Replay or resume/],
  ['service', /Rate limits/],
  ['service', /versioning, compatibility and deprecation/],
  ['service', /second subscriber/],
  ['stream', /Format and meaning/],
  ['stream', /Whether PROVISIONED is announced/],
  ['stream', /complete list of values and their transitions/],
  ['stream', /TARGET_SUBSCRIPTION_STATE/],
  ['stream', /format of ids, and replay/],
  ['stream', /events of other kinds and operations/],
  ['stream', /complete list of codes/],
];

test.each(gaps)('[SIM-96] %s.json marks a gap of the contract with %s', (name, words) => {
  const marks = nodes(name).flatMap(([, node]) =>
    typeof node['x-not-shown'] === 'string' ? [node['x-not-shown']] : [],
  );
  expect(marks.some((mark) => words.test(mark))).toBe(true);
});

/** Tests that the tables and examples of `docs/simulator.md` are correct. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { readConfiguration } from '../../src-simulator/configuration/read-file.ts';
import { fileSchema } from '../../src-simulator/configuration/file-schema.ts';
import { requestRecordSchema } from '../../src-simulator/http/request-record.ts';
import { simulatorCommand } from '../../src-simulator/command.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { rules } from '../../src-simulator/contract-report/report.ts';
import { controlRequest, openStream, signedIn, simulatorForTest } from '../fixtures/consumer.ts';
import { storedContract, operationsOf } from './contract-check.ts';

const text = readFileSync(fileURLToPath(new URL('../../docs/simulator.md', import.meta.url)), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
const firstCells = (title: string) => [...section(title).matchAll(/^\| (.*?) +\|/gm)].map(([, cell = '']) => cell);
const codes = (cells: readonly string[]) =>
  cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));

test('[PAGE-338] the table of the control lists exactly the existing actions', () => {
  const acts = operationsOf(storedContract('control')).map(({ method, path }) => [method.toUpperCase(), path] as const);
  const named = firstCells('Control').flatMap((cell) => {
    let method = 'POST';
    return [...cell.matchAll(/(GET|PATCH|DELETE)|`([^`]+)`/g)].flatMap(([, before, name]) => {
      if (before !== undefined) method = before;
      return name === undefined || name.startsWith('/') ? [] : [`${method} /control/${name}`];
    });
  });
  expect(named.toSorted()).toEqual(acts.map((act) => act.join(' ')).toSorted());
});

test('[PAGE-338] the table of the configuration lists exactly the existing settings', () => {
  const named = codes(firstCells('Configuration'));
  expect(['$schema', ...named].toSorted()).toEqual(Object.keys(fileSchema.shape).toSorted());
});

test('[PAGE-338] every option in the document exists', () => {
  const options = new Set(simulatorCommand().options.map(({ long }) => long));
  const calls = [...text.matchAll(/^watchfloor simulator (.*)$/gm)].map(([, call = '']) => call);
  const inSentences = codes([text.replaceAll(/^```[^]*?^```$/gm, '')]);
  const named = [...calls, ...inSentences].flatMap((code) => code.match(/--[a-z][a-z-]+/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  // `--test` belongs to Node.
  expect(named.filter((name) => !options.has(name) && !['--help', '--test'].includes(name))).toEqual([]);
});

test('[PAGE-338] the configuration and the fleet of the document work unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-document-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [configuration = ''] = blocks('json');
  const [fleet = ''] = blocks('csv');
  writeFileSync(join(folder, 'service.json'), configuration);
  writeFileSync(join(folder, 'fleet.csv'), fleet);
  const simulator = await startSimulator({ ...readConfiguration(join(folder, 'service.json')), port: 0 });
  onTestFinished(() => simulator.stop());
  expect(simulator.control.health().domains).toMatchObject([
    { id: 'acme.europe', subscriptions: 2, scenario: 'none' },
    { id: 'acme.asia', subscriptions: 5000, scenario: 'failure-storm' },
  ]);
  const [, change = ''] = /curl -X PATCH \S+\/control\/settings [^']*'[^']*' -d '([^']*)'/.exec(text) ?? [];
  expect((await controlRequest(simulator, 'PATCH settings', JSON.parse(change))).status).toBe(200);
});

test('[PAGE-338] the example of recorded requests has the form of the answer', () => {
  const example = blocks('json').find((block) => block.startsWith('[')) ?? '';
  expect(z.array(requestRecordSchema).parse(JSON.parse(example))).toHaveLength(1);
});

test('[PAGE-338] the fault plans and the clock example of the document are accepted unchanged', async () => {
  const simulator = await simulatorForTest({ clock: 'manual' });
  const calls = [...text.matchAll(/^curl localhost:4010(\/control\/\S+) -H '([^:]+): ([^']+)' -d '([^']*)'/gm)];
  const responses = calls.map(async ([, path = '', name = '', value = '', body = '']) => {
    const response = await fetch(simulator.origin + path, { method: 'POST', headers: { [name]: value }, body });
    return [path, response.status];
  });
  expect(await Promise.all(responses)).toEqual([
    ['/control/advance', 200],
    ['/control/fault-plans', 200],
    ['/control/fault-plans', 200],
    ['/control/fault-plans', 200],
  ]);
});

const STREAMS = 3;

test('[PAGE-338] the table of the contract report lists exactly the rules, in their words', () => {
  const rows = [...section('Contract report').matchAll(/^\| `([a-z0-9-]+)` +\|(.*)\|$/gm)].filter(([, id]) =>
    rules.some((rule) => rule.id === id),
  );
  const listed = rows.map(([, id = '', cells = '']) => [id, ...cells.split('|').map((cell) => cell.trim())]);
  expect(listed).toEqual(
    rules.map(({ id, part, severity, rule, restsOn, putToTestBy }) => [id, part, severity, rule, restsOn, putToTestBy]),
  );
});

test('[PAGE-338] the report in the document is a real one', async () => {
  const { simulator, time, token } = await signedIn();
  for (let round = 0; round < STREAMS; round++) {
    const stream = await openStream(simulator, token);
    simulator.control.dropStreams('end');
    await stream.toEnd();
    time.advance(1000);
  }
  const shown = blocks('json').map((block) => JSON.parse(block) as { findings?: unknown });
  expect(shown.find(({ findings }) => findings !== undefined)).toEqual(simulator.control.report(['retry']));
});

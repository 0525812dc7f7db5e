import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { profileFileSchema } from '../../src-shared/domain/profile/profile.ts';
import { simulatorOptions } from '../../src-simulator/command-settings.ts';
import { simulatorCommand } from '../../src-simulator/command.ts';
import { contractNames } from '../../src-simulator/contract/contract.ts';
import { RunningCommand } from '../support/command.ts';
import { TestTerminal } from '../support/terminal.ts';
import { storedContract } from './contract-check.ts';

async function runWith({ stdout, stderr }: TestTerminal, args: readonly string[]): Promise<number> {
  const command = simulatorCommand(() => Promise.resolve(), { stdout, stderr })
    .exitOverride()
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: (text) => void stderr.write(text) });
  try {
    await command.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode;
  }
}

async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const terminal = new TestTerminal();
  const code = await runWith(terminal, args);
  return { code, output: terminal.output.stdout + terminal.output.stderr };
}

test('prints addresses, credentials and a profile that Watchfloor accepts', async () => {
  const { code, output } = await run(['--subscriptions', '10', '--time-scale', '60']);
  const profile = profileFileSchema.parse(JSON.parse(/^\{[^]*?^\}/m.exec(output)?.[0] ?? ''));
  const address = /The simulator is ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
  expect(profile).toMatchObject({
    baseUrl: address,
    authUrl: address,
    realm: 'iot',
    flow: 'clientCredentials',
    clientAuthentication: 'basic',
    heartbeatSeconds: 0.5,
  });
  expect(output).toContain("WATCHFLOOR_CLIENT_SECRET='practice: basic+secret'");
  expect({ code, operator: output.includes('olivia / practice-operator') }).toEqual({ code: 0, operator: true });
});

test.each([
  [
    ['--port', 'http'],
    "error: option '--port <number>' argument 'http' is invalid. Expected a whole number from 0 to 65535.",
  ],
  [
    ['--seed', '-1'],
    "error: option '--seed <number>' argument '-1' is invalid. Expected a whole number from 0 to 4294967295.",
  ],
  [
    ['--time-scale', '0'],
    "error: option '--time-scale <factor>' argument '0' is invalid. Expected a number from 0.00001 to 100000.",
  ],
  [
    ['--subscriptions', '1e9'],
    "error: option '--subscriptions <number>' argument '1e9' is invalid. Expected a whole number from 1 to 1000000.",
  ],
  [
    ['--scenario', 'full-moon'],
    expect.stringMatching(/'full-moon' is invalid\. Allowed choices are calm-shift, troubled-shift, /),
  ],
  [['--public-url', 'sim.example'], expect.stringMatching(/Expected an address such as https:/)],
  [['--base-path', 'api/'], expect.stringMatching(/Expected a path such as \/api, without a slash at its end/)],
  [['--colour', 'red'], expect.stringMatching(/unknown option '--colour'/)],
  [
    ['--start-time', 'nonsense'],
    "error: option '--start-time <time>' argument 'nonsense' is invalid. Expected an ISO 8601 time such as 2026-03-01T08:00:00Z.",
  ],
  [
    ['--clock', 'fast'],
    "error: option '--clock <kind>' argument 'fast' is invalid. Allowed choices are system, manual.",
  ],
  [
    ['--contract', 'events'],
    "error: option '--contract <name>' argument 'events' is invalid. Allowed choices are service, stream, control.",
  ],
])('[SIM-55] refuses %j with one sentence', async (args, message) => {
  const { code, output } = await run(args);
  expect({ failed: code !== 0, output: output.trim() }).toEqual({ failed: true, output: message });
});

test('[SIM-55] prints both domains, each with its accounts and a profile that Watchfloor accepts', async () => {
  const { output } = await run([
    '--subscriptions',
    '10',
    '--base-path',
    '/api',
    '--public-url',
    'https://sim.example/x',
  ]);
  const profiles = [...output.matchAll(/^\{[^]*?^\}/gm)].map(([text]) => profileFileSchema.parse(JSON.parse(text)));
  expect(profiles.map(({ name, clientId, baseUrl, eventsUrl }) => ({ name, clientId, baseUrl, eventsUrl }))).toEqual([
    {
      name: 'Simulator',
      clientId: 'watchfloor-basic',
      baseUrl: 'https://sim.example/x/api',
      eventsUrl: 'https://sim.example/x',
    },
    {
      name: 'Simulator ostsee.ports',
      clientId: 'watchfloor-ports',
      baseUrl: 'https://sim.example/x/api',
      eventsUrl: 'https://sim.example/x',
    },
  ]);
  expect(output.split('\n').filter((line) => line.startsWith('Domain '))).toEqual([
    'Domain nordwind.europe.logistics: 10 subscriptions, scenario calm-shift',
    'Domain ostsee.ports: 2000 subscriptions, scenario calm-shift',
  ]);
  expect(output).toMatch(/petra \/ practice-ports/);
});

test.each([
  [
    ['--host', '0.0.0.0'],
    ['Warning: anyone who can reach this address can use the simulator and its control; its credentials are public.'],
  ],
  [['--host', '::1'], []],
  [['--host', 'localhost'], []],
])('[SIM-50] warns at the start with %j only if other computers can reach the simulator', async (args, expected) => {
  const terminal = new TestTerminal();
  await runWith(terminal, [...args, '--subscriptions', '10']);
  expect(terminal.output.stderr).toBe(expected.map((line) => `${line}\n`).join(''));
});

function configurationFile(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'service.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('[SIM-55] prefers the command line over the file, and the file over the defaults', async () => {
  const config = configurationFile({
    seed: 7,
    timeScale: 30,
    scenario: 'failure-storm',
    domains: [{ id: 'acme', subscriptions: 5 }],
  });
  const { output } = await run(['--config', config, '--seed', '9', '--subscriptions', '6']);
  const profile = profileFileSchema.parse(JSON.parse(/^\{[^]*?^\}/m.exec(output)?.[0] ?? ''));
  expect({
    heartbeat: profile.heartbeatSeconds,
    lines: output.split('\n').filter((line) => /seed|^Domain/.test(line)),
  }).toEqual({
    heartbeat: 1,
    lines: ['Realm iot, seed 9', 'Domain acme: 6 subscriptions, scenario failure-storm'],
  });
  const settled = simulatorOptions({ config, detailedMessage: 'object', accessTokens: 'opaque', basePath: '/a' });
  expect(settled).toMatchObject({
    detailedMessage: 'object',
    accessTokens: 'opaque',
    timeScale: 30,
    prefixes: { base: '/a' },
  });
});

test('[SIM-55] prints the JSON Schema of the file for --config-schema and starts nothing', async () => {
  const { code, output } = await run(['--config-schema']);
  expect({ code, schema: JSON.parse(output) as unknown }).toMatchObject({
    code: 0,
    schema: { type: 'object', properties: { domains: { type: 'array' } } },
  });
});

test.each([
  [['--config', '/nowhere/service.json'], 'error: /nowhere/service.json cannot be read: it does not exist\n'],
  [['--config', '/'], 'error: / cannot be read: it is a folder\n'],
  [
    ['--tls-cert', '/nowhere/cert.pem', '--tls-key', 'k'],
    'error: /nowhere/cert.pem cannot be read: it does not exist\n',
  ],
  [['--tls-cert', 'package.json', '--tls-key', 'package.json'], 'error: package.json is not a PEM certificate\n'],
  [['--tls-cert', 'package.json'], 'error: --tls-cert and --tls-key must be used together\n'],
  [
    ['--host', '192.0.2.1'],
    'error: 192.0.2.1 is not an address of this computer; choose one of its addresses, or 0.0.0.0 for all\n',
  ],
  [['--replay-session-events'], 'error: --replay-session-events is for --replay; add --replay FILE\n'],
  [
    ['--replay', '/nowhere/night.ndjson'],
    'error: The file /nowhere/night.ndjson cannot be read: it does not exist. Name a JSON Lines file.\n',
  ],
])('[SIM-55] refuses %j with one sentence and exit code 2', async (args, output) => {
  expect(await run(args)).toEqual({ code: 2, output });
});

test('[SIM-55] names an unknown setting of the file with its line and ends with exit code 2', async () => {
  const config = configurationFile({ sed: 7 });
  expect(await run(['--config', config])).toEqual({
    code: 2,
    output: `error: ${config}: line 1, sed: unknown setting\n`,
  });
});

test('[SIM-55] ends as a process with exit code 2 for a wrong option and prints nothing on stdout', async () => {
  const command = new RunningCommand(['simulator', '--start-time', 'nonsense']);
  expect(await command.exit).toBe(2);
  expect(command.stdout).toBe('');
  expect(command.stderr).toMatch(/^error: option '--start-time <time>' argument 'nonsense' is invalid\./);
});

test.each(contractNames)(
  '[SIM-96] prints the stored contract file %s for --contract and starts nothing',
  async (name) => {
    const { code, output } = await run(['--contract', name]);
    expect({ code, contract: JSON.parse(output) as unknown }).toEqual({ code: 0, contract: storedContract(name) });
  },
);

test('[SIM-69] explains at the start how to advance a manual clock', async () => {
  const start = ['--subscriptions', '10', '--start-time', '2026-03-01T08:00:00Z'];
  const line = 'The clock is stopped at 2026-03-01T08:00:00.000Z: POST /control/advance advances it.';
  expect((await run([...start, '--clock', 'manual'])).output.split('\n')).toContain(line);
  expect((await run(start)).output).not.toContain('stands still');
});

test('[SIM-55] lists no PKCE clients if the configuration has no client for users', async () => {
  const client = { flow: 'clientCredentials', clientId: 'ci', clientSecret: 'of the pipeline' };
  const { output } = await run(['--config', configurationFile({ clients: [client] }), '--subscriptions', '10']);
  expect(output).toContain('client ci  secret "of the pipeline"');
  expect(output).not.toContain('PKCE');
});

test('[SIM-55] refuses a port in use with one sentence and exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await run(['--port', String(port)])).toEqual({
    code: 2,
    output: `error: port ${port} is in use; choose another one, or 0 for any free port\n`,
  });
});

test.each<[string, (pipe: string) => readonly string[]]>([
  ['--replay', (file) => ['--replay', file]],
  ['--config', (file) => ['--config', file]],
  ['--tls-cert', (file) => ['--tls-cert', file, '--tls-key', file]],
  ['tlsCert of a configuration', (file) => ['--config', configurationFile({ tlsCert: file, tlsKey: file })]],
  ['rows of a configuration', (file) => ['--config', configurationFile({ domains: [{ id: 'a', rows: file }] })]],
])('[SIM-74] refuses a pipe and a device as %s without waiting for them', async (_way, argumentsWith) => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('/usr/bin/mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero']) {
    const { code, output } = await run(argumentsWith(file));
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringContaining(`${file} cannot be read: it is a pipe or a device, not a plain file`),
    });
  }
});

test('[SIM-74] refuses to replay what is piped to the standard input', async () => {
  const simulator = new RunningCommand(['simulator', '--subscriptions', '10', '--replay', '/dev/stdin']);
  onTestFinished(() => void simulator.process.kill('SIGKILL'));
  simulator.process.stdin?.end('{}\n');
  expect(await simulator.exit).toBe(2);
  expect(simulator.stderr).toContain('/dev/stdin cannot be read: it is a pipe or a device, not a plain file');
});

test.each(['SIGINT', 'SIGTERM'] as const)('stops on %s with exit code 0', async (signal) => {
  const simulator = new RunningCommand(['simulator', '--subscriptions', '10']);
  onTestFinished(() => void simulator.process.kill('SIGKILL'));
  await simulator.waitForText(/The simulator is ready/);
  expect(await simulator.stop(signal)).toBe(0);
});

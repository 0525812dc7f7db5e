import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommanderError } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profileFileSchema, USUAL_KEEP_DAYS, USUAL_SILENCE_MINUTES } from '../../src-shared/domain/profile.ts';
import { simulatorCommand } from '../../src-simulator/command.ts';
import { scenarios } from '../../src-simulator/scenarios.ts';

/** Runs the command until it says that it is ready, or fails; what it printed, and its exit code. */
async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => print.mockRestore());
  const write = (text: string) => void lines.push(text);
  const command = simulatorCommand(() => Promise.resolve())
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write });
  try {
    await command.parseAsync(args, { from: 'user' });
    return { code: 0, output: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { code: error.exitCode, output: lines.join('\n') };
  }
}

test('it prints addresses, credentials and a profile that Watchfloor accepts', async () => {
  const { code, output } = await run(['--subscriptions', '10', '--time-scale', '60']);
  const profile = profileFileSchema.parse(JSON.parse(/^\{[^]*^\}/m.exec(output)?.[0] ?? ''));
  const address = /The simulator is ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
  expect(profile).toEqual({
    name: 'Simulator',
    baseUrl: address,
    eventsUrl: address,
    authUrl: address,
    realm: 'iot',
    clientId: 'watchfloor-basic',
    flow: 'clientCredentials',
    clientAuthentication: 'basic',
    heartbeatSeconds: 0.5,
    attemptSilenceMinutes: USUAL_SILENCE_MINUTES,
    keepDays: USUAL_KEEP_DAYS,
    proxy: 'environment',
    watchAtStart: true,
    pageRules: [],
  });
  expect(output).toContain("WATCHFLOOR_CLIENT_SECRET='practice: basic+secret'");
  expect({ code, operator: output.includes('olivia / practice-operator') }).toEqual({ code: 0, operator: true });
});

test('its help names every option and every scenario', async () => {
  const { code, output } = await run(['--help']);
  const options = [
    '--port',
    '--scenario',
    '--seed',
    '--time-scale',
    '--subscriptions',
    '--second-subscriber',
    '--item-shape',
  ];
  const names = scenarios.map(({ name }) => name);
  expect({ code, missing: [...options, ...names].filter((name) => !output.includes(name)) }).toEqual({
    code: 0,
    missing: [],
  });
});

test.each([
  [
    ['--port', 'http'],
    "error: option '--port <number>' argument 'http' is invalid. A whole number from 0 to 65535 is expected.",
  ],
  [
    ['--port', '65536'],
    "error: option '--port <number>' argument '65536' is invalid. A whole number from 0 to 65535 is expected.",
  ],
  [
    ['--seed', '-1'],
    "error: option '--seed <number>' argument '-1' is invalid. A whole number from 0 to 4294967295 is expected.",
  ],
  [
    ['--time-scale', '0'],
    "error: option '--time-scale <factor>' argument '0' is invalid. A number from 0.00001 to 100000 is expected.",
  ],
  [
    ['--subscriptions', '1e9'],
    "error: option '--subscriptions <number>' argument '1e9' is invalid. A whole number from 1 to 1000000 is expected.",
  ],
  [
    ['--scenario', 'full-moon'],
    expect.stringMatching(/'full-moon' is invalid\. Allowed choices are calm-shift, troubled-shift, /),
  ],
  [['--second-subscriber', 'fight'], expect.stringMatching(/'fight' is invalid\. Allowed choices are refuse-409, /)],
  [['--item-shape', 'round'], expect.stringMatching(/'round' is invalid\. Allowed choices are nested, dotted, flat/)],
  [['--colour', 'red'], expect.stringMatching(/unknown option '--colour'/)],
])('%j gets one clear message and fails', async (args, message) => {
  const { code, output } = await run(args);
  expect({ failed: code !== 0, output: output.trim() }).toEqual({ failed: true, output: message });
});

test('a port in use gets one clear message and fails', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await run(['--port', String(port)])).toEqual({
    code: 2,
    output: `error: port ${port} is in use; choose another one, or 0 for any free one\n`,
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops it with exit code 0', async (signal) => {
  const program =
    "import { simulatorCommand } from './src-simulator/command.ts'; await simulatorCommand().parseAsync();";
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', '--subscriptions', '10'], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('The simulator is ready')) break;
  child.kill(signal);
  expect(await exit).toEqual([0, null]);
});

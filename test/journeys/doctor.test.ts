/**
 * Tests which check of `watchfloor doctor` fails for each broken set-up, and what it prints. Only the test of a working
 * set-up starts a process.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { connectionChecks } from '../../src-shared/api/connection-test.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { parseNdjson, Workplace } from '../support/command.ts';
import { ConnectProxy } from '../unit/adapters/network/connect-proxy.ts';
import { privateAuthority, vouchedService } from '../unit/adapters/network/private-authority.ts';
import { startTlsFront, startBufferingProxy } from './network-servers.ts';

/**
 * The simulator sends a heartbeat every 0.5 s. A check waits for 2.5 times this value, which suffices on a busy
 * machine.
 */
const HEARTBEAT_SECONDS = 2;

let workplace: Workplace;
let simulator: Simulator;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  workplace = await Workplace.create();
  simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000, timeScale: 60 });
});
afterEach(async () => {
  await workplace.close();
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await simulator.stop();
});

function stoppedLater<T extends { stop(): Promise<unknown> }>(server: T): T {
  stops.push(() => server.stop());
  return server;
}

interface DoctorResult {
  readonly exit: unknown;
  readonly checks: readonly Record<string, unknown>[];
  readonly stderr: string;
}

async function doctor(
  changes: Record<string, unknown> = {},
  options: { secret?: string; environment?: Record<string, string>; inProcess?: boolean } = {},
): Promise<DoctorResult> {
  const profile = await workplace.profile(simulator, { heartbeatSeconds: HEARTBEAT_SECONDS, ...changes });
  const secret = options.secret ?? simulator.clients.basic.clientSecret;
  const args = ['doctor', '--profile', profile, '--data-dir', workplace.dataDir, '--format', 'ndjson'];
  const environment = { [SECRET_VARIABLE]: secret, ...options.environment };
  const command = options.inProcess ? workplace.run(args, environment) : workplace.runInProcess(args, environment);
  const exit = await command.exit;
  expect(command.stdout + command.stderr).not.toContain(secret);
  return { exit, checks: parseNdjson(command.stdout), stderr: command.stderr };
}

function failing({ exit, checks, stderr }: DoctorResult): Record<string, unknown> {
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
  expect(checks.map(({ check }) => check)).toEqual(connectionChecks);
  const at = checks.findIndex(({ ok }) => ok === false);
  const { ms: _, ...failed } = checks[at] ?? {};
  return failed;
}

test('[TEST-1] passes every check of a working set-up, exits with 0 and leaves the seat free', async () => {
  const { exit, checks, stderr } = await doctor({}, { inProcess: true });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  expect(checks.map(({ check, ok }) => [check, ok])).toEqual(connectionChecks.map((check) => [check, true]));
  expect(checks.map((one) => Object.keys(one))).toEqual(checks.map(() => ['check', 'result', 'ok', 'ms', 'detail']));
  expect(checks.find(({ check }) => check === 'permissions')).toMatchObject({
    detail: expect.stringContaining(simulator.domainId),
  });
  expect(checks.find(({ check }) => check === 'search')).toMatchObject({ detail: '1,000 subscriptions' });
  await expect.poll(() => simulator.control.subscribers()).toEqual([]);
});

test('blames no party if there is no secret, and shows how to give one', async () => {
  const keyFile = join(workplace.folder, 'vault.key');
  await writeFile(keyFile, 'k'.repeat(40), { mode: 0o600 });
  const profile = await workplace.profile(simulator);
  const args = ['--profile', profile, '--data-dir', workplace.dataDir, '--vault-key-file', keyFile];
  const command = workplace.runInProcess(['doctor', ...args, '--format', 'table']);
  expect(await command.exit).toBe(1);
  expect(command.stdout).toMatch(
    /^✓ TLS .*\n– Token +no client secret\n {2}There is no client secret.\n {2}Store it with `watchfloor secret set --profile FILE`, then test again\.\n– Permissions +not tried$/m,
  );
  expect(command.stdout).toMatch(/\nOf 11 checks, 7 not tried\.\nSQLite \d+\.\d+\.\d+, time zone rules \d{4}[a-z]\n$/);
});

test.each([
  [
    'that begins the answer',
    true,
    'first-event',
    /^The stream opened, but nothing came: a proxy may be holding it back/,
  ],
  ['that begins no answer', false, 'stream', /^The stream does not answer \(no answer in 2\.5 s\)/],
])('[STREAM-32] recognises a proxy %s and holds the stream back', async (_, head, check, words) => {
  const { port } = stoppedLater(await startBufferingProxy(simulator.origin, { head }));
  expect(failing(await doctor({ eventsUrl: `http://127.0.0.1:${port}`, heartbeatSeconds: 1 }))).toEqual({
    check,
    result: 'failed',
    ok: false,
    detail: expect.stringMatching(words),
    do: expect.stringContaining('text/event-stream'),
  });
  await expect.poll(() => simulator.control.subscribers()).toEqual([]);
});

test('[TEST-1] does not open a stream that another command watches', async () => {
  const profile = await workplace.profile(simulator, { heartbeatSeconds: HEARTBEAT_SECONDS });
  const collector = workplace.runInProcess(['collect', '--profile', profile, '--data-dir', workplace.dataDir], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  await collector.waitForText(/Watching/);
  const outcome = await doctor();
  expect(failing(outcome)).toMatchObject({
    check: 'stream',
    detail: expect.stringContaining('Another Watchfloor on this computer watches this profile'),
  });
  expect(simulator.control.counters()).toMatchObject({ subscribe: 1 });
  expect(await collector.stop()).toBe(0);
});

test('[STREAM-7] names the request of a collector that was stopped as a possible holder of the seat', async () => {
  const profile = await workplace.profile(simulator, { heartbeatSeconds: HEARTBEAT_SECONDS });
  const collector = workplace.runInProcess(['collect', '--profile', profile, '--data-dir', workplace.dataDir], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
  simulator.control.takeSeat(true);
  expect(failing(await doctor())).toMatchObject({
    check: 'stream',
    detail: expect.stringMatching(/^Either another client .*, or this Watchfloor's request of [\d.]+ s ago, .* 30 min/),
  });
});

/** Starts the service behind TLS with a certificate of the test's own authority, and a proxy to reach it. */
async function proxied(portOf: (servicePort: number) => number | null) {
  const service = stoppedLater(await startTlsFront(simulator.origin, vouchedService));
  const proxy = stoppedLater(await ConnectProxy.start(() => portOf(service.port)));
  const caFile = join(workplace.folder, 'ca.pem');
  await writeFile(caFile, privateAuthority);
  const events = 'https://events.example.test';
  return {
    proxy,
    changes: { baseUrl: events, eventsUrl: events, authUrl: 'https://auth.example.test', caFile },
  };
}

test('[NET-3] works through the proxy of the profile with a company authority, and warns that the company reads the traffic', async () => {
  const { proxy, changes } = await proxied((port) => port);
  const { exit, checks } = await doctor({ ...changes, proxy: `http://127.0.0.1:${proxy.port}` });
  expect(checks.filter(({ ok }) => ok === false).map(({ check, result }) => [check, result])).toEqual([
    ['tls', 'warning'],
  ]);
  expect(exit).toBe(6);
  expect(checks.slice(0, 4).map(({ detail }) => detail)).toEqual([
    `through 127.0.0.1:${proxy.port}`,
    `127.0.0.1:${proxy.port} looks the names up`,
    `events.example.test, auth.example.test through 127.0.0.1:${proxy.port}`,
    expect.stringMatching(
      /is from an authority that was added to this computer or to the profile \(issued by watchfloor test authority: your company reads this traffic/,
    ),
  ]);
  expect(new Set(proxy.requests)).toEqual(
    new Set(['CONNECT events.example.test:443', 'CONNECT auth.example.test:443']),
  );
  expect(simulator.control.counters()).toMatchObject({ token: 1, permissions: 1, search: 1, subscribe: 1 });
});

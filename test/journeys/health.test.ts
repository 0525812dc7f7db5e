import { expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { InProcessCommand } from '../support/command.ts';
import { getRequest, requestText, sendRaw } from '../hosts/web/raw-http.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

async function callOf(options: readonly string[]): Promise<[string[], Record<string, string>]> {
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator);
  const args = ['collect', '--profile', profile, '--data-dir', workplace.dataDir, ...options];
  return [args, { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret }];
}

const collectHere = async (...options: string[]) => service.workplace.runInProcess(...(await callOf(options)));

async function originOf(collector: InProcessCommand): Promise<string> {
  const [, origin] = await collector.waitForText(/Health and metrics: (http:\/\/[^/]+)\/healthz/);
  return origin ?? '';
}

const healthOf = async (origin: string) => {
  const response = await fetch(`${origin}/healthz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const figures = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels, value]) => [
      labels ?? '',
      Number(value),
    ]),
  );

const FAILED = {
  event: 'LOCALIZATION',
  id: 'failed-1',
  data: {
    createdDateTime: '2026-11-21T10:00:00.000Z',
    detailedMessage: JSON.stringify({ eid: `8904${'0'.repeat(28)}`, errorCode: 'CMP-1' }),
    operation: 'ALLOCATION',
    principal: 'x',
    state: 'FAILED',
  },
};

test('[HEALTH-1] /healthz returns 200 while the stream is received, and 503 with the reason after too long a silence', async () => {
  const collector = await collectHere('--health-port', '0', '--unhealthy-after', '1');
  const origin = await originOf(collector);
  await collector.waitForText(/Watching/);
  expect((await healthOf(origin)).status).toBe(200);
  expect((await healthOf(origin)).body).toMatchObject({
    ok: true,
    problem: null,
    watches: [
      { ok: true, state: 'watching', cause: null, code: null, lateSeconds: null, storing: true, problem: null },
    ],
  });
  service.simulator.control.planFault({ endpoint: 'subscribe', times: 1_000, answer: { status: 503 } });
  service.simulator.control.dropStreams('reset');
  // The cause is first the cut, and then the answer to the next request.
  await vi.waitFor(
    async () =>
      expect(await healthOf(origin)).toMatchObject({
        status: 503,
        body: {
          ok: false,
          watches: [
            {
              ok: false,
              cause: 'service-down',
              code: 'HTTP 503',
              problem: expect.stringMatching(/^nothing has arrived for \d+ s$/),
            },
          ],
        },
      }),
    60_000,
  );
  expect(await collector.stop()).toBe(0);
});

test('[HEALTH-2] counts events from the start of the process, each once however often /metrics is read', async () => {
  const { workplace, simulator } = service;
  const stored = async (count: number) =>
    vi.waitFor(async () => expect(await workplace.storedEvents('outcome:failed')).toHaveLength(count), 60_000);
  const before = await collectHere();
  await before.waitForText(/Watching/);
  simulator.control.emit(FAILED);
  await stored(1);
  expect(await before.stop()).toBe(0);

  const collector = await collectHere('--health-port', '0');
  const origin = await originOf(collector);
  await collector.waitForText(/Watching/);
  const counted = async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const [, count] =
      Object.entries(figures(text, 'watchfloor_events_total')).find(([labels]) => labels.includes('="failed"')) ?? [];
    return count;
  };
  expect(await counted()).toBe(0);
  // The first process has raised one alarm.
  expect(await workplace.alarms()).toHaveLength(1);
  const response = await fetch(`${origin}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const alarms = figures(await response.text(), 'watchfloor_alarms_total');
  expect(new Set(Object.values(alarms))).toEqual(new Set([0]));
  simulator.control.emit({ ...FAILED, id: 'failed-2' });
  await stored(2);
  await vi.waitFor(async () => expect(await counted()).toBe(1), 60_000);
  expect(await counted()).toBe(1);
  expect(await collector.stop()).toBe(0);
});

test('[HEALTH-1] refuses requests of other sites, under other host names and with POST', async () => {
  const collector = await collectHere('--health-port', '0');
  const origin = await originOf(collector);
  const refused = async (path: string, init: RequestInit) => (await fetch(`${origin}${path}`, init)).status;
  expect(await refused('/metrics', { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
  expect(await refused('/metrics', { headers: { origin: 'http://evil.example' } })).toBe(403);
  expect(await refused('/metrics', { method: 'POST' })).toBe(405);
  expect(await refused('/', {})).toBe(404);
  const port = Number(new URL(origin).port);
  expect((await sendRaw(port, getRequest('evil.example'))).status).toBe(421);
  expect(collector.stderr).not.toContain('whoever reaches');
  expect(await collector.stop()).toBe(0);
});

test('[HEALTH-1] listens on another --health-host under any host name, and warns that this needs no sign-in', async () => {
  const collector = await collectHere('--health-port', '0', '--health-host', '0.0.0.0');
  const origin = await originOf(collector);
  expect(collector.stderr).toContain('anyone who can reach this address can read them without a sign-in');
  // Asks under another host name and, on Linux, at another loopback address.
  const { status } = await sendRaw(
    Number(new URL(origin).port),
    requestText('GET /healthz HTTP/1.1', ['Host: collector.example:9464']),
    process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1',
  );
  expect([200, 503]).toContain(status);
  expect(await collector.stop()).toBe(0);
});

test('[CLI-85] ends with 2 and everything stored if --exit-on sign-in-needed is given and the sign-in is refused', async () => {
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator);
  const collector = workplace.runInProcess(
    ['collect', '--profile', profile, '--data-dir', workplace.dataDir, '--exit-on', 'sign-in-needed'],
    { [SECRET_VARIABLE]: 'wrong' },
  );
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(
    /Stopped because a sign-in is needed \(--exit-on\): everything received is stored\.\n$/,
  );
});

test('[CLI-85] continues in a state that --exit-on does not name, and refuses an unknown state', async () => {
  const refused = await collectHere('--exit-on', 'tired');
  expect(await refused.exit).toBe(2);
  expect(refused.stderr).toContain('Expected one of sign-in-needed, seat-taken, blind');
  const { workplace, simulator } = service;
  const collector = workplace.runInProcess(
    [
      'collect',
      '--profile',
      await workplace.profile(simulator),
      '--data-dir',
      workplace.dataDir,
      '--exit-on',
      'blind',
      '--exit-on',
      'seat-taken',
    ],
    { [SECRET_VARIABLE]: 'wrong' },
  );
  await collector.waitForText(/Sign-in needed/);
  expect(await collector.stop()).toBe(0);
});

test('[CLI-85] ends with 1 if the health port is in use, so that a service manager retries', async () => {
  const first = await collectHere('--health-port', '0');
  const port = new URL(await originOf(first)).port;
  const second = await collectHere('--health-port', port, '--data-dir', `${service.workplace.folder}/other`);
  expect(await second.exit).toBe(1);
  expect(second.stderr).toBe(
    `watchfloor: The health port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another --health-port.\n`,
  );
  expect(await first.stop()).toBe(0);
});

test('[CLI-85] ends with 1 if the computer does not have the address of --health-host', async () => {
  // TEST-NET-1 (RFC 5737): no computer has this address.
  const collector = await collectHere('--health-port', '0', '--health-host', '192.0.2.1');
  expect(await collector.exit).toBe(1);
  expect(collector.stderr).toContain('cannot be opened on 192.0.2.1 (EADDRNOTAVAIL)');
});

test.each([
  ['--health-host', '0.0.0.0'],
  ['--unhealthy-after', '60'],
])('[CLI-2] refuses %s without --health-port, because it would have no effect', async (option, value) => {
  const collector = await collectHere(option, value);
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toBe(`watchfloor: ${option} is for /healthz and /metrics. Add --health-port N.\n`);
});

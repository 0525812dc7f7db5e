/** Tests that the simulator's contract report finds no broken rule when commands meet faults. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { Workplace } from '../support/command.ts';

/** A heartbeat every 3 s and a session of 3 min. A page token lives for 12 s, which suffices on a busy machine. */
const TIME_SCALE = 10;
const HEARTBEAT_SECONDS = 3;

let simulator: Simulator;
const workplaces: Workplace[] = [];
beforeEach(async () => {
  simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000, timeScale: TIME_SCALE });
});
afterEach(async () => {
  await Promise.all(workplaces.splice(0).map((workplace) => workplace.close()));
  await simulator.stop();
});

async function watchfloorAs(client: 'basic' | 'post' | 'ports') {
  const { clientId, clientSecret } = simulator.clients[client];
  const workplace = await Workplace.create();
  workplaces.push(workplace);
  const profile = await workplace.profile(simulator, {
    clientId,
    clientAuthentication: client === 'post' ? 'post' : 'basic',
    heartbeatSeconds: HEARTBEAT_SECONDS,
  });
  return (command: string, ...args: string[]) =>
    workplace.runInProcess([command, '--profile', profile, '--data-dir', workplace.dataDir, ...args], {
      [SECRET_VARIABLE]: clientSecret,
    });
}

/** Waits until the account has opened this many streams and the last one is still open. */
const opened = (account: string, count: number) =>
  vi.waitFor(
    () => {
      const streams = simulator.control.requests({ endpoint: 'subscribe', status: 200, account });
      expect(streams).toHaveLength(count);
      expect(streams.at(-1)?.endedBy).toBeNull();
    },
    { timeout: 60_000 },
  );

const slowDown = { status: 503, headers: { 'retry-after': '1' } };

async function collectsThroughFaults(): Promise<void> {
  const { control } = simulator;
  const account = simulator.clients.basic.clientId;
  const watchfloor = await watchfloorAs('basic');
  const first = watchfloor('collect');
  await opened(account, 1);
  control.planFault({ endpoint: 'subscribe', match: { account }, answer: { status: 401 } });
  control.endSession();
  await opened(account, 2);
  expect(await first.stop()).toBe(0);
  const second = watchfloor('collect');
  await opened(account, 3);
  control.planFault({ endpoint: 'subscribe', match: { account }, answer: slowDown });
  control.dropStreams('reset');
  await opened(account, 4);
  control.planFault({ endpoint: 'subscribe', match: { account }, answer: { status: 409 } });
  control.dropStreams('end');
  await opened(account, 5);
  expect(await second.stop()).toBe(0);
}

async function collectsThroughStall(): Promise<void> {
  const account = simulator.clients.ports.clientId;
  const domain = simulator.control.forDomain('ostsee.ports');
  const watchfloor = await watchfloorAs('ports');
  const collector = watchfloor('collect');
  await opened(account, 1);
  domain.stall(true);
  await opened(account, 2);
  domain.stall(false);
  expect(await collector.stop()).toBe(0);
}

async function searchesThroughFaults(): Promise<void> {
  const { control, origin } = simulator;
  const plan = { endpoint: 'search', match: { account: simulator.clients.post.clientId } } as const;
  const watchfloor = await watchfloorAs('post');
  control.planFault({ ...plan, after: 1, answer: { status: 401 } });
  control.planFault({ ...plan, after: 2, times: 2, answer: slowDown });
  const all = watchfloor('search', '--all', '--limit', '300', '--sort', 'iotSubscriptionId');
  expect({ code: await all.exit, stderr: all.stderr }).toMatchObject({ code: 0 });
  expect(await watchfloor('permissions').exit).toBe(0);
  expect(await watchfloor('search', '--filter', 'lastModifiedAt:2d..').exit).toBe(0);
  control.planFault({ ...plan, answer: { status: 307, headers: { location: `${origin}/elsewhere` } } });
  expect(await watchfloor('search').exit).toBe(1);
}

test('[SIM-110] collect and search keep every rule through planned ends, cuts, refusals, Retry-After and silence', async () => {
  // Runs first and alone, because a page token lives for 12 s at this speed.
  await searchesThroughFaults();
  await Promise.all([collectsThroughFaults(), collectsThroughStall()]);
  const { ok, sentence, findings } = simulator.control.report(['sign-in', 'stream', 'search']);
  expect({ ok, sentence, findings }).toEqual({
    ok: true,
    sentence: 'All rules were tested and kept.',
    findings: [],
  });
});

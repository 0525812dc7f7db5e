/** Faults of a real NATS server under the log of a team, where one is installed. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nkeys } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LogAppend, TeamLog } from '../../../src-main/core/ports/team-log.ts';
import { createNatsTeamLog } from '../../../src-main/adapters/team/nats-team-log.ts';
import { setUpNatsTeam } from '../../../src-main/adapters/team/nats-team-setup.ts';
import { rounds } from '../../support/breadth.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { limitLog, NatsServer } from '../../support/nats-server.ts';

const never = new AbortController().signal;
const SOON = { timeout: 30_000, interval: 20 };

const chain = (number: number): LogAppend => ({
  lane: 'chain',
  id: `c-${number}`,
  text: `${number}`,
  after: number - 1,
});

async function startedServer(more?: string) {
  const server = await NatsServer.start(more);
  onTestFinished(async () => {
    await server.signal('SIGCONT');
    await server.signal();
  });
  return server;
}

const as = (server: NatsServer, name: string, { timeoutMs = 5_000, seed = null as string | null } = {}) => ({
  servers: [server.url],
  member: name,
  seed,
  caFile: null,
  timeoutMs,
});
const LIMITS = { log: 'test', replicas: 1, maxBytes: 50_000_000, maxAgeMs: 3_600_000, leaseMs: 2_000 };

function member(server: NatsServer, name: string, options?: Parameters<typeof as>[2]): TeamLog {
  const log = createNatsTeamLog({ log: 'test', ...as(server, name, options) });
  onTestFinished(() => log.close());
  return log;
}

function reading(log: TeamLog) {
  const ends = new AbortController();
  const seen: (string | null)[] = [];
  const done = (async () => {
    for await (const { text } of log.read(1, ends.signal)) seen.push(text);
  })();
  onTestFinished(async () => {
    ends.abort();
    await done;
  });
  return seen;
}

const numbers = (to: number) => Array.from({ length: to }, (_, index) => `${index + 1}`);

/** Appends until the log has it, as a holder does. */
async function appended(log: TeamLog, number: number): Promise<void> {
  await vi.waitFor(
    async () => expect(await log.append(chain(number), never)).toMatchObject({ kind: 'appended' }),
    SOON,
  );
}

describe.skipIf(missingNatsServer() !== null)('[TEAM-340] the log on a NATS server that fails', () => {
  test('has all that was answered after kill -9, and its reader goes on', async () => {
    const server = await startedServer();
    await setUpNatsTeam(as(server, 'admin'), LIMITS, never);
    const [anna, ben] = [member(server, 'anna', { timeoutMs: 500 }), member(server, 'ben')];
    const seen = reading(ben);
    const count = rounds({ usual: 1, thorough: 3 });
    for (let round = 0; round < count; round += 1) {
      for (let number = 1; number <= 20; number += 1) await appended(anna, round * 20 + number);
      await server.signal('SIGKILL');
      expect(await anna.append(chain(round * 20 + 21), never)).toMatchObject({ kind: 'no-answer' });
      expect(await anna.status(never)).toMatchObject({ kind: 'no-answer' });
      server.start();
    }
    const last = count * 20 + 1;
    await appended(anna, last);
    await vi.waitFor(() => expect(seen.length).toBe(last), SOON);
    expect(seen).toEqual(numbers(last));
  });

  test('may have an append without an answer from a suspended server, once', async () => {
    const server = await startedServer();
    await setUpNatsTeam(as(server, 'admin'), LIMITS, never);
    const anna = member(server, 'anna', { timeoutMs: 500 });
    const seen = reading(anna);
    await appended(anna, 1);
    await server.signal('SIGSTOP');
    expect(await anna.append(chain(2), never)).toMatchObject({ kind: 'no-answer' });
    await server.signal('SIGCONT');
    await appended(anna, 2);
    await appended(anna, 3);
    await vi.waitFor(() => expect(seen).toEqual(numbers(3)), SOON);
  });

  test('stores an entry whose id the server knows although it has not stored it, as 2.10.27 after a power cut', async () => {
    const server = await startedServer();
    const connection = await connect({ servers: [server.url], waitOnFirstConnect: true });
    onTestFinished(() => connection.close());
    const answers = { knownId: { stream: 'WF_test', seq: 0, duplicate: true }, other: { stream: 'WF_test', seq: 1 } };
    connection.subscribe('wf.test.ev', {
      callback(_, message) {
        message.respond(JSON.stringify(message.headers?.has('Nats-Msg-Id') ? answers.knownId : answers.other));
      },
    });
    await connection.flush();
    expect(await member(server, 'anna').append(chain(1), never)).toEqual({ kind: 'appended', position: 1 });
  });

  test('delays no member that ends, also one that never reached the server', async () => {
    const server = await startedServer();
    await server.signal('SIGKILL');
    const anna = createNatsTeamLog({ log: 'test', ...as(server, 'anna', { timeoutMs: 200 }) });
    const seen = reading(anna);
    expect(await anna.lease('seat').write('anna', null, never)).toMatchObject({ kind: 'no-answer' });
    expect(await anna.lease('seat').read(never)).toBe('no-answer');
    expect(seen).toEqual([]);
    const before = performance.now();
    await anna.close();
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test('[TEAM-19] is the same log after an administrator changed it and its server started again', async () => {
    const server = await startedServer();
    await setUpNatsTeam(as(server, 'admin'), LIMITS, never);
    const anna = member(server, 'anna');
    const before = await anna.status(never);
    await setUpNatsTeam(as(server, 'admin'), LIMITS, never);
    expect(await anna.status(never)).toEqual(before);
    await limitLog([server.url], 'WF_test', LIMITS.maxBytes * 2);
    await server.signal();
    server.start();
    await vi.waitFor(async () => expect(await anna.status(never)).toEqual(before), SOON);
  });

  test('is missing on a server without it', async () => {
    const server = await startedServer();
    const anna = member(server, 'anna');
    await vi.waitFor(async () => expect(await anna.status(never)).toEqual({ kind: 'missing' }), SOON);
    expect(await anna.append(chain(1), never)).toMatchObject({ kind: 'no-answer' });
  });
});

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-330] a reader whose server forgot it is started again from its own position',
  async () => {
    const server = await startedServer();
    await setUpNatsTeam(as(server, 'admin'), LIMITS, never);
    const anna = member(server, 'anna');
    const seen = reading(anna);
    await appended(anna, 1);
    await vi.waitFor(() => expect(seen.length).toBe(1), SOON);
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    for await (const { name } of manager.consumers.list('WF_test')) await manager.consumers.delete('WF_test', name);
    await connection.close();
    for (let number = 2; number <= 10; number += 1) await appended(anna, number);
    await vi.waitFor(() => expect(seen).toEqual(numbers(10)), SOON);
  },
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-111] a member signs in with its key, and another key is refused without an end of the attempts',
  async () => {
    const [user, other] = [nkeys.createUser(), nkeys.createUser()];
    const server = await startedServer(`authorization { users: [ { nkey: ${user.getPublicKey()} } ] }`);
    const seedOf = (keys: typeof user) => new TextDecoder().decode(keys.getSeed());
    await setUpNatsTeam(as(server, 'admin', { seed: seedOf(user) }), LIMITS, never);
    const status = (seed: string | null) => member(server, 'anna', { seed }).status(never);
    expect(await status(seedOf(user))).toMatchObject({ kind: 'reached' });
    // The refusal comes long before the time is over.
    const refused = member(server, 'ben', { seed: seedOf(other), timeoutMs: 600_000 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await refused.status(never)).toMatchObject({ kind: 'refused' });
  },
);

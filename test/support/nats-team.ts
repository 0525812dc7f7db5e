/** Starts a real NATS server that has the log of a team, without keys: every user of this computer may write to it. */
import { setTimeout as delay } from 'node:timers/promises';
import { setUpNatsTeam } from '../../src-main/adapters/team/nats-team-setup.ts';
import { NatsServer } from './nats-server.ts';

/** Limits a server that does not start. */
const START_MS = 30_000;
const RETRY_MS = 50;

export async function startNatsTeam(log: string, leaseMs: number, folder?: string): Promise<NatsServer> {
  const server = await NatsServer.start('', '127.0.0.1', folder);
  await makeNatsTeam([server], log, leaseMs);
  return server;
}

/** Makes the log, as soon as the servers answer. */
export async function makeNatsTeam(servers: readonly NatsServer[], log: string, leaseMs: number): Promise<void> {
  const urls = servers.map(({ url }) => url);
  const admin = { servers: urls, member: 'admin', seed: null, caFile: null, timeoutMs: 5_000 };
  const limits = { log, replicas: servers.length, maxBytes: 100_000_000, maxAgeMs: 3_600_000, leaseMs };
  const late = AbortSignal.timeout(START_MS);
  for (;;)
    try {
      return await setUpNatsTeam(admin, limits, late);
    } catch (error) {
      if (late.aborted) throw error;
      await delay(RETRY_MS);
    }
}

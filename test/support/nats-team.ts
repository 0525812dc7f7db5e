/** Starts a real NATS server that has the log of a team, without keys: every user of this computer may write to it. */
import { setTimeout as delay } from 'node:timers/promises';
import { setUpNatsTeam } from '../../src-main/adapters/team/nats-team-setup.ts';
import { NatsServer } from './nats-server.ts';

/** Limits a server that does not start. */
const START_MS = 30_000;
const RETRY_MS = 50;

export async function startNatsTeam(log: string, leaseMs: number, folder?: string): Promise<NatsServer> {
  const server = await NatsServer.start('', '127.0.0.1', folder);
  const admin = { servers: [server.url], member: 'admin', seed: null, caFile: null, timeoutMs: 5_000 };
  const limits = { log, replicas: 1, maxBytes: 100_000_000, maxAgeMs: 3_600_000, leaseMs };
  const late = AbortSignal.timeout(START_MS);
  for (;;)
    try {
      await setUpNatsTeam(admin, limits, late);
      return server;
    } catch (error) {
      if (late.aborted) throw error;
      await delay(RETRY_MS);
    }
}

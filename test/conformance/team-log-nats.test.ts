import { onTestFinished } from 'vitest';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createNatsTeamLog } from '../../src-main/adapters/team/nats-team-log.ts';
import { setUpNatsTeam } from '../../src-main/adapters/team/nats-team-setup.ts';
import { missingNatsServer } from '../support/missing-programs.ts';
import { expireAll, NatsServer } from '../support/nats-server.ts';
import { teamBaseConformance } from './team-base-conformance.ts';
import { teamLogConformance, type TeamLogAdapter } from './team-log-conformance.ts';

const never = new AbortController().signal;
const LEASE_MS = 1_000;

const adapter: TeamLogAdapter = {
  name: 'on NATS',
  missing: missingNatsServer(),
  async start({ maxChars }) {
    const server = await NatsServer.start();
    onTestFinished(() => server.signal());
    const servers = (member: string) => ({
      servers: [server.url],
      member,
      seed: null,
      caFile: null,
      timeoutMs: 10_000,
    });
    const setUp = () =>
      setUpNatsTeam(
        servers('admin'),
        { log: 'test', replicas: 1, maxBytes: maxChars, maxAgeMs: 3_600_000, leaseMs: LEASE_MS },
        never,
      );
    await setUp();
    return {
      async connect(member) {
        const log = createNatsTeamLog({ log: 'test', ...servers(member) });
        await log.status(never);
        return log;
      },
      async wipe() {
        const connection = await connect({ servers: server.url });
        const manager = await jetstreamManager(connection);
        await manager.streams.delete('WF_test');
        await connection.close();
        await setUp();
      },
      expireAll: () => expireAll(server.url, 'WF_test'),
      passLeaseTime: async () => {},
    };
  },
};

teamLogConformance(adapter);
teamBaseConformance(adapter);

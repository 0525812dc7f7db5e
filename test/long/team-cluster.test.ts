/** Members of a team over a cluster of three real NATS servers, with faults of all of them. */
import { test } from 'vitest';
import { missingNatsServer } from '../support/missing-programs.ts';
import { startNatsCluster } from '../support/nats-server.ts';
import { expectEqualStores, NatsWorld } from '../support/nats-world.ts';

const FAULTS = 200;

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-340] members on three NATS servers have the same events after 200 faults',
  async () => expectEqualStores(await NatsWorld.start(await startNatsCluster(3)), FAULTS),
);

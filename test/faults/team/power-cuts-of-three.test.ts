/** Tests Watchfloors of a team on three NATS servers, which lose power. */
import { test } from 'vitest';
import { rounds } from '../../support/breadth.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { startNatsCluster } from '../../support/nats-server.ts';
import { expectWholeAfterPowerCuts } from '../../support/power-cuts.ts';

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-340] a team is whole again without a person, and has everything once, after all three NATS servers lost power, or one that starts without its files',
  { timeout: 1_800_000 },
  async () => {
    const servers = await startNatsCluster(3);
    await expectWholeAfterPowerCuts(servers, rounds({ usual: 1, thorough: 8 }));
  },
);

/** Tests Watchfloors of a team on three NATS servers, of which one, two or all lose power. */
import { test } from 'vitest';
import { rounds } from '../../support/breadth.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { startNatsCluster } from '../../support/nats-server.ts';
import { expectWholeAfterPowerCuts } from '../../support/power-cuts.ts';

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-340] a team is whole again without a person, and has everything once, after one, two and all of three NATS servers lost power',
  { timeout: 1_800_000 },
  async () => {
    const servers = await startNatsCluster(3);
    await expectWholeAfterPowerCuts(servers, rounds({ usual: 3, thorough: 18 }), (cut) =>
      servers.slice(0, (cut % 3) + 1),
    );
  },
);

/** Tests Watchfloors of a team whose only NATS server loses power. */
import { test } from 'vitest';
import { rounds } from '../../support/breadth.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { expectWholeAfterPowerCuts } from '../../support/power-cuts.ts';

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-340] a team is whole again without a person, and has everything once, after its only NATS server lost power',
  { timeout: 1_800_000 },
  async () => {
    const servers = [await NatsServer.start()];
    await expectWholeAfterPowerCuts(servers, rounds({ usual: 1, thorough: 15 }));
  },
);

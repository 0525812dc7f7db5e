/** Members of a team over a real NATS server, with faults of both, where one is installed. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { worldFaults, type WorldMember } from '../../doubles/team-world.ts';
import { isThorough, rounds } from '../../support/breadth.ts';
import { missingNatsServer } from '../../support/missing-programs.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { expectEqualStores, LEASE_MS, NatsWorld } from '../../support/nats-world.ts';

const never = new AbortController().signal;

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-340] members on a real NATS server have the same events after faults of every kind',
  { timeout: 600_000 },
  async () => expectEqualStores(await NatsWorld.start([await NatsServer.start()]), rounds({ usual: 4, thorough: 20 })),
);

test.skipIf(missingNatsServer() !== null)(
  '[TEAM-151] the seat goes from member to member on a real NATS server, and to a stand-by after the holder was killed',
  { timeout: 600_000 },
  async () => {
    const world = await NatsWorld.start([await NatsServer.start()]);
    await vi.waitFor(() => expect(world.holder()).toBeDefined(), { timeout: 30_000 });
    const handOverMs: number[] = [];
    for (let number = 0; number < rounds({ usual: 1, thorough: 50 }); number += 1) {
      const holder = world.holder() as WorldMember;
      const to = world.members[(world.members.indexOf(holder) + 1) % 3] as WorldMember;
      const from = performance.now();
      expect(await holder.member?.handOver(to.name, never)).toBe('done');
      handOverMs.push(performance.now() - from);
      await vi.waitFor(() => expect(world.holder()).toBe(to), { timeout: 10_000, interval: 5 });
    }
    const failOverMs: number[] = [];
    for (let number = 0; number < rounds({ usual: 1, thorough: 10 }); number += 1) {
      const holder = world.holder() as WorldMember;
      await delay(500);
      const from = performance.now();
      await world.kill(holder);
      await vi.waitFor(() => expect(world.holder()).toBeDefined(), { timeout: 30_000, interval: 5 });
      failOverMs.push(performance.now() - from);
      world.start(holder);
    }
    // On a busy machine, only the answers count.
    if (isThorough) {
      expect(handOverMs.filter((ms) => ms > 2_000)).toEqual([]);
      expect(failOverMs.filter((ms) => ms > LEASE_MS + 2_000)).toEqual([]);
    }
    world.pause();
    await vi.waitFor(() => expect(worldFaults(world.members)).toEqual([]), { timeout: 60_000, interval: 200 });
  },
);

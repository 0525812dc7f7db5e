import { MemoryTeam } from '../doubles/memory-team-log.ts';
import { FakeClock } from '../doubles/fake-clock.ts';
import { teamBaseConformance } from './team-base-conformance.ts';
import { teamLogConformance, type TeamLogAdapter } from './team-log-conformance.ts';

const LEASE_MS = 6_000;

const adapter: TeamLogAdapter = {
  name: 'in memory',
  missing: null,
  async start({ maxChars }) {
    const clock = new FakeClock();
    const team = new MemoryTeam({ clock, leaseMs: LEASE_MS, maxChars });
    team.limitEntries(1_000_000);
    return {
      connect: async (member) => team.connect(member),
      wipe: async () => team.wipe(),
      expireAll: async () => team.expire(Number.POSITIVE_INFINITY),
      passLeaseTime: () => clock.advance(LEASE_MS),
    };
  },
};

teamLogConformance(adapter);
teamBaseConformance(adapter);

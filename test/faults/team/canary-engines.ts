/** Engines for the log of two members, whose servers can be cut off. */
import { nkeys } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src-main/adapters/clock/system-clock.ts';
import { MemoryTeam } from '../../doubles/memory-team-log.ts';
import { natsRightsOf, natsUserEntry } from '../../../src-main/adapters/team/nats-rights.ts';
import { setUpNatsTeam } from '../../../src-main/adapters/team/nats-team-setup.ts';
import { createTeamKeys } from '../../../src-main/adapters/team/team-keys.ts';
import { createTeamLogs } from '../../../src-main/adapters/team/team-logs.ts';
import type { TeamLogs } from '../../../src-main/core/ports/team-log.ts';
import { openVault } from '../../../src-main/hosts/open-vault.ts';
import { cuttableProxy } from '../../support/cuttable-proxy.ts';
import { NatsServer } from '../../support/nats-server.ts';
import type { CanaryWork } from '../canaries/canary-work.ts';

export const LEASE_SECONDS = 2;
export const LOG = 'team1';
const names = ['anna', 'ben'] as const;
export type Name = (typeof names)[number];

const NEVER = new AbortController().signal;

/** An engine for the log of two members. */
export interface CanaryEngine {
  /** Opens the log of the member whose files are there. */
  readonly logsOf: (name: Name, work: CanaryWork) => TeamLogs;
  /** Addresses for the profile of the member. */
  readonly serversOf: (name: Name) => readonly string[];
  readonly setCut: (name: Name, isCut: boolean) => void;
  readonly secrets: readonly string[];
}

export async function memoryEngine(): Promise<CanaryEngine> {
  const team = new MemoryTeam({ clock: createSystemClock(), leaseMs: LEASE_SECONDS * 1_000 });
  return {
    logsOf: (name) => ({ open: async () => team.connect(name) }),
    serversOf: () => ['nats://127.0.0.1:4222'],
    setCut: (name, isCut) => team.setCutOff(name, isCut),
    secrets: [],
  };
}

/** Members sign in with keys from their vaults, and may do no more than those of a real team. */
export async function natsEngine(): Promise<CanaryEngine> {
  const keys = { admin: nkeys.createUser(), anna: nkeys.createUser(), ben: nkeys.createUser() };
  const users = names.map((name) => natsUserEntry(keys[name].getPublicKey(), natsRightsOf(LOG, name, 'stand-by')));
  const server = await NatsServer.start(
    `authorization { users: [ { nkey: ${keys.admin.getPublicKey()} }\n${users.join('\n')} ] }`,
  );
  onTestFinished(() => server.signal());
  const seedOf = (name: keyof typeof keys) => new TextDecoder().decode(keys[name].getSeed());
  const admin = { servers: [server.url], member: 'admin', seed: seedOf('admin'), caFile: null, timeoutMs: 10_000 };
  const limits = { log: LOG, replicas: 1, maxBytes: 100_000_000, maxAgeMs: 3_600_000, leaseMs: LEASE_SECONDS * 1_000 };
  await setUpNatsTeam(admin, limits, NEVER);
  const port = Number(new URL(server.url).port);
  const proxies = { anna: await cuttableProxy(port), ben: await cuttableProxy(port) };
  return {
    logsOf: (name, { workplace: { dataDir }, keyFile }) => {
      const vault = openVault({ dataDir, vaultKeyFile: keyFile, environment: {}, mayPrompt: false });
      const teamKeys = createTeamKeys(vault);
      const logs = createTeamLogs({ keys: teamKeys, onSecret: () => undefined });
      return {
        async open(settings, profile) {
          await teamKeys.write(profile.id, settings, seedOf(name), NEVER);
          return logs.open(settings, profile);
        },
      };
    },
    serversOf: (name) => [`nats://127.0.0.1:${proxies[name].port}`],
    setCut: (name, isCut) => proxies[name].setCut(isCut),
    secrets: names.map(seedOf),
  };
}

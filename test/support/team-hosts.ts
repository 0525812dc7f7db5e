/**
 * Starts web hosts that are members of one team and watch one simulated service. Their log is in the memory of this
 * process, or on a real NATS server, and then each host is a process.
 */
import { fileURLToPath } from 'node:url';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { MemoryTeam } from '../doubles/memory-team-log.ts';
import { openApplication } from '../../src-main/hosts/compose.ts';
import { startWebHost } from '../../src-main/hosts/web/web-host.ts';
import type { TeamSettings } from '../../src-shared/domain/profile/team-settings.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { Workplace } from './command.ts';
import { startNatsTeam } from './nats-team.ts';
import { NO_DESKTOP } from './terminal.ts';

/** The shortest lease that a profile may have, so that a fail-over is soon. */
const LEASE_MS = 2_000;
const LOG = 'team1';

export interface TeamHost {
  /** The one-time launch link. */
  readonly link: string;
  /** Ends it like a process that is killed: its lease stays, and nothing more is sent. */
  readonly kill: () => Promise<void>;
}

export interface TeamHosts {
  /** @param name of the operator, as in "Anna's desk" */
  readonly start: (name: string, settings?: Partial<TeamSettings>) => Promise<TeamHost>;
  /** Ends all hosts and the log. */
  readonly stop: () => Promise<void>;
}

async function deskOf(
  simulator: Simulator,
  server: string,
  name: string,
  settings: Partial<TeamSettings>,
): Promise<{ readonly workplace: Workplace; readonly profile: string; readonly secret: Record<string, string> }> {
  const workplace = await Workplace.create();
  const team = {
    log: LOG,
    servers: [server],
    member: `${name.toLowerCase()}-desk`,
    name: `${name}'s desk`,
    role: 'desk',
    leaseSeconds: LEASE_MS / 1_000,
    ...settings,
  };
  const profile = await workplace.profile(simulator, { name: 'Acme Europe', team });
  return { workplace, profile, secret: { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret } };
}

/** Closes what was started, the last one first. */
function closing() {
  const closes: (() => Promise<unknown>)[] = [];
  return {
    add: (close: () => Promise<unknown>) => void closes.unshift(close),
    stop: async () => {
      for (const close of closes.splice(0)) await close();
    },
  };
}

export interface MemoryTeamHosts extends TeamHosts {
  /** The members' log, which can be cut off, wiped or filled. */
  readonly log: MemoryTeam;
}

/** All hosts run in this process. */
export function teamInMemory(simulator: Simulator): MemoryTeamHosts {
  const clock = createSystemClock();
  const log = new MemoryTeam({ clock, leaseMs: LEASE_MS });
  const teamLogs = { open: async ({ member }: TeamSettings) => log.connect(member) };
  const { add, stop } = closing();
  return {
    log,
    stop,
    async start(name, settings = {}) {
      const { workplace, profile, secret } = await deskOf(simulator, 'nats://127.0.0.1:4222', name, settings);
      add(() => workplace.close());
      const { dataDir } = workplace;
      const environment = { ...process.env, ...NO_DESKTOP, ...secret };
      const opened = await openApplication({
        dataDir,
        profile,
        environment,
        teamLogs,
        openDatabases: inThreadDatabases,
      });
      const host = await startWebHost({
        ...opened,
        port: 0,
        rendererDirectory: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
      });
      const end = async () => {
        await host.stop();
        await opened.stop();
      };
      add(end);
      return {
        link: host.launchUrl,
        async kill() {
          log.setCutOff(settings.member ?? `${name.toLowerCase()}-desk`, true);
          await end();
        },
      };
    },
  };
}

/** Each host is a process. */
export async function teamOnNats(simulator: Simulator): Promise<TeamHosts> {
  const { add, stop } = closing();
  const folder = await Workplace.create();
  add(() => folder.close());
  const server = await startNatsTeam(LOG, LEASE_MS, folder.folder);
  add(() => server.signal());
  return {
    stop,
    async start(name, settings = {}) {
      const { workplace, profile, secret } = await deskOf(simulator, server.url, name, settings);
      add(() => workplace.close());
      const args = ['start', '--web', '--no-open', '--data-dir', workplace.dataDir, '--profile', profile];
      const command = workplace.run(args, secret);
      const [, link = ''] = await command.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
      return { link, kill: async () => void (await command.stop('SIGKILL')) };
    },
  };
}

/** A real NATS server and members of a team with real stores, in the process of the bench. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { natsLogLimits } from '../../src-main/adapters/team/nats-log-limits.ts';
import { createNatsTeamLog } from '../../src-main/adapters/team/nats-team-log.ts';
import { setUpNatsTeam } from '../../src-main/adapters/team/nats-team-setup.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { EventStore, ReceivedBatch } from '../../src-main/core/ports/event-store.ts';
import type { TeamLog } from '../../src-main/core/ports/team-log.ts';
import { joinTeam } from '../../src-main/core/team/join-team.ts';
import { TeamMember } from '../../src-main/core/team/team-member.ts';
import { TeamMemberStore } from '../../src-main/core/team/team-member-store.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { type Usage, usageOf } from './process-usage.ts';
import { newBenchFolder } from './product-process.ts';

const NATS_SERVER = 'nats-server';
const STORE_IDENTITY = { id: profileIdSchema.parse('bench-team'), name: 'Bench', practice: false, source: '' };
export const NEVER = new AbortController().signal;
/** Long enough that no lease ends while the machine is busy. */
const LEASE_MS = 6_000;
const POLL_MS = 50;
const MAX_STARTUP_MS = 10_000;

export const isNatsInstalled = (): boolean => spawnSync(NATS_SERVER, ['--version']).status === 0;

export class TeamServer {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(): Promise<TeamServer> {
    const folder = newBenchFolder();
    const port = await freePort();
    const config = join(folder, 'server.conf');
    writeFileSync(
      config,
      `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: "${join(folder, 'jetstream')}", max_mem: 64MB, max_file: 20GB }\n`,
    );
    const server = new TeamServer(
      `nats://127.0.0.1:${port}`,
      folder,
      spawn(NATS_SERVER, ['--config', config], { stdio: 'ignore' }),
    );
    const limits = { log: 'bench', replicas: 1, maxBytes: 8e9, maxAgeMs: 86_400_000, leaseMs: LEASE_MS };
    const until = performance.now() + MAX_STARTUP_MS;
    for (;;)
      try {
        await setUpNatsTeam(server.#connection('admin'), limits, NEVER);
        return server;
      } catch (error) {
        if (performance.now() > until) throw error;
        await setTimeout(POLL_MS);
      }
  }

  #connection(member: string) {
    return { servers: [this.url], member, seed: null, caFile: null, timeoutMs: 10_000 };
  }

  /** Connects before it returns. */
  async connect(member: string): Promise<TeamLog> {
    const log = createNatsTeamLog({ log: 'bench', ...this.#connection(member) });
    await log.status(NEVER);
    return log;
  }

  async logBytes(): Promise<number> {
    return (await natsLogLimits(this.#connection('admin'), 'bench', NEVER)).bytes;
  }

  usage(): Usage {
    return usageOf(this.#process.pid ?? 0);
  }

  async stop(): Promise<void> {
    const closed = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await closed;
    rmSync(this.#folder, { recursive: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class BenchMember {
  readonly #name: string;
  readonly #log: TeamLog;
  readonly #store: EventStore;
  readonly #folder: string;
  readonly #committed = new ChangeSignal();
  readonly #ends = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();
  #session: ReceivedBatch['session'] = 'opens';
  #after = 0;
  /** Seqs up to this one are committed. */
  newestSeq = 0;
  isHolding = false;
  /** Called after each commit of events from the log. */
  onCommitted: (newestSeq: number) => void = () => {};

  private constructor(name: string, log: TeamLog, store: EventStore, folder: string) {
    this.#name = name;
    this.#log = log;
    this.#store = store;
    this.#folder = folder;
  }

  /** @param rank place among the stand-bys; null for a member that only follows */
  static async join(server: TeamServer, name: string, rank: number | null): Promise<BenchMember> {
    const folder = newBenchFolder();
    const store = await databasesInThreads(folder).stores.open(STORE_IDENTITY, () => undefined);
    await store.writer.resume();
    const member = new BenchMember(name, await server.connect(name), store, folder);
    await member.#run(rank);
    return member;
  }

  async #run(rank: number | null): Promise<void> {
    const clock = createSystemClock();
    const { team, reader } = this.#store;
    const member = this.#name;
    const newId = () => crypto.randomUUID();
    const joining = {
      settings: { member },
      teamLog: this.#log,
      clock,
      team,
      reader,
      service: 'bench',
      mayFill: () => false,
    };
    const refuse = ({ kind }: { readonly kind: string }) => {
      throw new Error(`${member} cannot join: ${kind}`);
    };
    const { state, lineage, created, history } = await joinTeam(joining, refuse, NEVER);
    const store = new TeamMemberStore({
      team,
      member,
      newId,
      state,
      committed: this.#committed,
      onTooLarge: () => undefined,
      untilStored: (write) => write(),
      onApplied: ({ extent }) => {
        this.newestSeq = extent.newestSeq;
        this.onCommitted(extent.newestSeq);
      },
    });
    const seat = { member, name: member, run: newId(), lineage, service: 'bench', rank, leaseMs: LEASE_MS };
    const onWatch = (isWatching: boolean) => (this.isHolding = isWatching);
    const ignore = () => undefined;
    const ignored = {
      hasStandBy: () => true,
      isStoring: () => true,
      onAsked: ignore,
      onHole: ignore,
      onRestored: ignore,
      onReplaced: ignore,
      onRestoreFailure: ignore,
    };
    const options = { ...seat, log: this.#log, clock, created, history, newId, store, onWatch, ...ignored };
    this.#ended = new TeamMember(options).run(this.#ends.signal);
  }

  async waitUntilHolding(): Promise<void> {
    while (!this.isHolding) await setTimeout(POLL_MS);
  }

  /** Stores events as if the stream had brought them. */
  async receive(events: readonly ReceivedEvent[]): Promise<void> {
    const moment = (at = 0) => ({ at, elapsed: at });
    const { sessionId, extent } = await this.#store.writer.append({
      session: this.#session,
      events,
      first: moment(events[0]?.receivedAt),
      last: moment(events.at(-1)?.receivedAt),
      after: this.#after,
    });
    this.#session = sessionId;
    this.#after = extent.newestSeq;
    this.#committed.notify();
  }

  async waitUntilStored(seq: number): Promise<void> {
    while (this.newestSeq < seq) await setTimeout(1);
  }

  async leave(): Promise<void> {
    this.#ends.abort(new Error('the bench ends'));
    await this.#ended;
    await this.#log.close();
    await this.#store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

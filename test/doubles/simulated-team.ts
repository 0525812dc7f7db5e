/**
 * A team of Watchfloors with real stores and real HTTP to one simulated service, over a log in memory. All share a fake
 * time (`simulated-night.ts`).
 */
import { MemoryTeam } from './memory-team-log.ts';
import type { LocalOutlet } from '../../src-main/core/outlets/local/local-outlet.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { GrantSource } from '../../src-main/core/ports/grants.ts';
import type { TeamLogs } from '../../src-main/core/ports/team-log.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { type TeamSettings, teamSettingsSchema } from '../../src-shared/domain/profile/team-settings.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { MINUTE, SECOND, SimulatedNight, type WatchfloorInstance } from './simulated-night.ts';

export const LEASE_MS = 6 * SECOND;

export interface TeamDesk {
  readonly name: string;
  readonly directory: string;
  readonly instance: WatchfloorInstance;
}

interface ShownDesk {
  readonly instance: { readonly watch: Watch };
}

export class SimulatedTeam {
  readonly night: SimulatedNight;
  readonly log: MemoryTeam;
  /** Most streams of members that were open at once. */
  maxStreams = 0;
  /** Members that start now do not reach the log. */
  isLogAway = false;
  readonly #logs: TeamLogs;
  /** Numbers of the members, which also name their stores. */
  readonly #seeds = new Map<string, number>();
  #now = 0;

  static async start(options: Parameters<typeof SimulatedNight.start>[0] = {}): Promise<SimulatedTeam> {
    return new SimulatedTeam(await SimulatedNight.start({ scenario: 'calm-shift', ...options }));
  }

  private constructor(night: SimulatedNight) {
    this.night = night;
    this.log = new MemoryTeam({ clock: night.clock, leaseMs: LEASE_MS });
    this.#logs = { open: async ({ member }) => this.log.connect(member) };
  }

  /** Time since the start, rounded up to what `night.outage` takes. */
  get minutes(): number {
    return (this.#now + SECOND / 4) / MINUTE;
  }

  /** Starts a member, or starts it again in the directory that it had. */
  async join(
    name: string,
    settings: Partial<TeamSettings> = {},
    directory: string = temporaryDirectory(),
    grants?: GrantSource,
    storeOf?: (store: EventStore) => EventStore,
    localOutlet?: LocalOutlet,
  ): Promise<TeamDesk> {
    const team = teamSettingsSchema.parse({
      log: 'memory',
      servers: ['nats://127.0.0.1:4222'],
      member: name,
      name: `${name}'s desk`,
      role: 'desk',
      leaseSeconds: LEASE_MS / SECOND,
      ...settings,
    });
    this.log.setCutOff(name, this.isLogAway);
    const seed = this.#seedOf(name);
    const instance = await this.night.watch(seed, grants, {
      directory,
      ...(storeOf && { storeOf }),
      ...(localOutlet && { localOutlet }),
      team: { settings: team, logs: this.#logs },
    });
    return { name, directory, instance };
  }

  /** Opens the store of a member outside the team, for some seconds. @returns its directory */
  async watchOutside(name: string, seconds: number, directory: string = temporaryDirectory()): Promise<string> {
    const instance = await this.night.watch(this.#seedOf(name), undefined, { directory });
    await this.pass(seconds);
    await this.kill({ name, directory, instance });
    return directory;
  }

  #seedOf(name: string): number {
    const seed = this.#seeds.get(name) ?? this.#seeds.size + 1;
    this.#seeds.set(name, seed);
    return seed;
  }

  /** Ends a member like a process that is killed: its stream breaks, and its lease stays. */
  async kill({ name, instance }: TeamDesk): Promise<void> {
    this.log.setCutOff(name, true);
    this.night.watchers.splice(this.night.watchers.indexOf(instance), 1);
    const stopped = instance.watch.stop();
    await instance.clock.advance(0);
    await stopped;
  }

  async pass(seconds: number): Promise<void> {
    const until = this.#now + seconds * SECOND;
    while (this.#now < until) {
      this.#now = Math.min(until, this.#now + SECOND / 4);
      await this.night.until(this.#now);
      this.maxStreams = Math.max(this.maxStreams, this.night.simulator.control.subscribers().length);
    }
  }

  /** Lets minutes pass in which only the clocks matter. Messages between the members are up to a second late. */
  async passQuietly(seconds: number): Promise<void> {
    this.#now += seconds * SECOND;
    await this.night.until(this.#now, SECOND);
    // Messages on their way arrive.
    await this.pass(1);
  }

  async passUntilRenewal(): Promise<void> {
    const { signal } = new AbortController();
    const lease = this.log.connect('observer').lease('seat');
    const before = JSON.stringify(await lease.read(signal));
    while (JSON.stringify(await lease.read(signal)) === before) await this.pass(1 / 4);
  }

  /** Lets time pass until the condition holds. @returns the seconds; at most `maxSeconds` */
  async passUntil(holds: () => boolean, maxSeconds: number): Promise<number> {
    let seconds = 0;
    for (; seconds < maxSeconds && !holds(); seconds += 1 / 4) await this.pass(1 / 4);
    return seconds;
  }
}

export function teamOf({ instance: { watch } }: { readonly instance: { readonly watch: Watch } }) {
  if (watch.team === null) throw new Error('The watch is in no team.');
  return watch.team;
}

/** How a member watches: `holding`, `following …`, `alone`, or why it does not watch. */
export function shownSeat({ instance: { watch } }: ShownDesk): string {
  const { stream } = watch.snapshot();
  if (stream.kind === 'watching') {
    const { team } = stream;
    return team?.kind === 'following' ? `following ${team.holder}` : (team?.kind ?? 'without a team');
  }
  return 'cause' in stream ? `${stream.kind}: ${stream.cause?.kind ?? 'no cause'}` : stream.kind;
}

/** The end of a session that was received alone is known to others by its last event only. */
const SHORT_GAP_MS = SECOND;

/** Returns everything of a store that the log agrees on, as text: events with their seqs, actions, and gaps. */
export async function storedRows({ instance: { watch } }: ShownDesk): Promise<readonly string[]> {
  const reader = watch.reader();
  const rows: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const query = { filter: EVERYTHING, direction: 'newer', from, limit: 500 } as const;
    const { events, next } = await reader.events(query);
    rows.push(...events.map(({ seq, id, kind, receivedAt, raw }) => JSON.stringify([seq, id, kind, receivedAt, raw])));
    from = next;
  }
  const actions = await reader.actions(0, 500);
  // The clock of the desk may be wrong.
  const { gaps } = await reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
  return [
    ...rows,
    ...actions.map((action) => JSON.stringify(action)),
    ...gaps
      .filter(({ from, to }) => to === null || to - from >= SHORT_GAP_MS)
      .map(({ from, to, reason }) => JSON.stringify([from, to, reason])),
  ];
}

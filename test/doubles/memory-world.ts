/** Three members of a team over a log in memory. */
import { MemoryTeam, type AppendFault } from './memory-team-log.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { LogAppend, TeamLog } from '../../src-main/core/ports/team-log.ts';
import { FakeClock } from './fake-clock.ts';
import { NumberedService, type SecondSubscriber, WorldMember } from './team-world.ts';

export const LEASE_MS = 6_000;

/** Only the clock of the test moves. */
export class MemoryWorld {
  readonly clock = new FakeClock();
  readonly team: MemoryTeam;
  readonly members: readonly WorldMember[];
  readonly #logs = new Map<WorldMember, TeamLog>();
  readonly #service = new NumberedService();
  #ids = 0;
  /** Greatest number of members that had the stream at the same time. */
  mostWatching = 0;

  constructor(faultOf: (append: LogAppend, member: string) => AppendFault | null = () => null) {
    this.team = new MemoryTeam({ clock: this.clock, leaseMs: LEASE_MS, faultOf });
    this.members = ['anna', 'ben', 'cleo'].map((name) => new WorldMember(name, this.#newId));
    for (const member of this.members) {
      member.onWatch = () => {
        this.mostWatching = Math.max(this.mostWatching, this.members.filter(({ isWatching }) => isWatching).length);
      };
      this.start(member);
    }
  }

  readonly #newId = () => `random-id-${++this.#ids}`;

  member(index: number): WorldMember {
    const member = this.members[index];
    if (member === undefined) throw new Error('There is no such member.');
    return member;
  }

  /** @param changed changes the log that this member uses */
  start(
    member: WorldMember,
    rank: number | null = this.members.indexOf(member),
    changed: (log: TeamLog) => TeamLog = (log) => log,
    clock: Clock = this.clock,
  ): void {
    const log = changed(this.team.connect(member.name));
    this.#logs.set(member, log);
    member.start(log, { clock, leaseMs: LEASE_MS, newId: this.#newId, created: '1', rank });
  }

  async kill(member: WorldMember): Promise<void> {
    const log = this.#logs.get(member);
    if (log !== undefined) await member.kill(log);
    this.#logs.delete(member);
  }

  isRunning(member: WorldMember): boolean {
    return this.#logs.has(member);
  }

  /** The service sends five events a second. */
  async pass(seconds: number, second: SecondSubscriber = 'refused'): Promise<void> {
    for (let tick = 0; tick < seconds * 5; tick += 1) {
      this.#service.emit(this.members, second);
      await this.clock.advance(200);
    }
  }

  /** Waits for the answer of a member while time passes. */
  async answer<Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer | 'late'> {
    const settled: Promise<Answer>[] = [];
    void answer.finally(() => settled.push(answer)).catch(() => {});
    for (let ms = 0; ms < withinMs && settled.length === 0; ms += 20) await this.clock.advance(20);
    return settled[0] ?? 'late';
  }

  async end(): Promise<void> {
    for (const member of this.members) if (this.isRunning(member)) await this.kill(member);
  }
}

export const seats = (world: MemoryWorld) => world.members.map(({ member }) => member?.seat.seat.kind);

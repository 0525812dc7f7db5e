/** A simulated team with faults of its log, members, clocks, paths and disks (`simulated-team.ts`). */
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { SentEvents } from './sent-events.ts';
import { SECOND } from './simulated-night.ts';
import { shownSeat, SimulatedTeam, type TeamDesk } from './simulated-team.ts';
import { TeamTruth } from './team-truth.ts';

export const MEMBERS = ['anna', 'ben', 'cleo'] as const;
type Member = (typeof MEMBERS)[number];

/** A team is whole so long after its last fault, without a person. */
const WHOLE_WITHIN_SECONDS = 60;
const STOP_SECONDS = 60;

const full = () => Promise.reject(appError('STORE_UNWRITABLE', { path: '/data/events.sqlite', problem: 'full' }));

export class FailingTeam {
  readonly #team: SimulatedTeam;
  readonly #truth: TeamTruth;
  readonly #events: SentEvents;
  readonly #desks = new Map<Member, TeamDesk>();
  readonly #directories = new Map(MEMBERS.map((name) => [name, temporaryDirectory()]));
  readonly #cutOff = new Set<string>();
  readonly #full = new Set<string>();
  #isLogAway = false;

  static async start(secondSubscriber: 'refuse-409' | 'end-first'): Promise<FailingTeam> {
    const failing = new FailingTeam(await SimulatedTeam.start({ scenario: 'none', secondSubscriber }));
    await failing.start('anna');
    await failing.pass(4);
    await failing.start('ben');
    await failing.start('cleo');
    await failing.passUntilWhole();
    return failing;
  }

  private constructor(team: SimulatedTeam) {
    this.#team = team;
    this.#events = new SentEvents(team.night.simulator, () => team.night.clock.now());
    this.#truth = new TeamTruth(
      team,
      this.#events,
      () => this.desks,
      ({ name }) => !this.#isLogAway && !this.#cutOff.has(name) && !this.#full.has(name),
    );
  }

  /** The members that run. */
  get desks(): readonly TeamDesk[] {
    return [...this.#desks.values()];
  }

  get holder(): TeamDesk | undefined {
    return this.desks.find((desk) => ['holding', 'alone'].includes(shownSeat(desk)));
  }

  get follower(): TeamDesk | undefined {
    return this.desks.find((desk) => shownSeat(desk).startsWith('following'));
  }

  pass(seconds: number): Promise<void> {
    return this.#truth.pass(seconds);
  }

  passUntilWhole(): Promise<void> {
    return this.#truth.passUntilWhole(WHOLE_WITHIN_SECONDS);
  }

  /** Compares what the desks have shown and stored with what the service sent. @returns what is wrong */
  async faults(): Promise<readonly string[]> {
    await this.#team.pass(3);
    return [...this.#truth.faults, ...(await this.#events.faults(this.desks))];
  }

  async start(name: Member): Promise<void> {
    if (this.#desks.has(name)) return;
    const storeOf = (store: EventStore) => this.#onDisk(name, store);
    this.#desks.set(name, await this.#team.join(name, {}, this.#directories.get(name), undefined, storeOf));
    this.#connect(name);
  }

  async kill(name: Member): Promise<void> {
    const desk = this.#desks.get(name);
    if (desk === undefined) return;
    this.#desks.delete(name);
    await this.#team.kill(desk);
  }

  setCutOff(name: string, isCutOff: boolean): void {
    setIn(this.#cutOff, name, isCutOff);
    this.#connect(name);
  }

  #connect(name: string): void {
    this.#team.log.setCutOff(name, this.#isLogAway || this.#cutOff.has(name));
  }

  /** From now on, this member can write nothing into its store; or it can again. */
  setFull(name: string, isFull: boolean): void {
    setIn(this.#full, name, isFull);
  }

  setClock({ instance: { clock } }: TeamDesk, aheadMs: number): void {
    clock.setWallClock(this.#team.night.clock.now() + aheadMs);
  }

  /** Stops a process as SIGSTOP and SIGCONT do. The service sends nothing to it meanwhile. */
  async stop(desk: TeamDesk): Promise<void> {
    const { clock, simulator } = this.#team.night;
    const hadStream = desk === this.holder;
    desk.instance.asleepUntil = clock.monotonic() + STOP_SECONDS * SECOND;
    desk.instance.stoppedMs = STOP_SECONDS * SECOND;
    this.setCutOff(desk.name, true);
    for (let second = 0; second < STOP_SECONDS; second += 1) {
      const isReplaced = this.desks.some((other) => other !== desk && shownSeat(other) === 'holding');
      simulator.control.stall(hadStream && !isReplaced);
      await this.pass(1);
    }
    simulator.control.stall(false);
    this.setCutOff(desk.name, false);
  }

  /**
   * The server of the log loses what it got in so many seconds, and is away for some.
   * @param notes number of actions at once after its return
   * @param meanwhile happens after what is kept
   */
  async cutPower(
    lostSeconds: number,
    awaySeconds: number,
    notes: number,
    meanwhile: () => unknown = () => {},
  ): Promise<void> {
    const putBack = this.#team.log.copy();
    await meanwhile();
    await this.pass(lostSeconds);
    this.#setLogAway(true);
    putBack();
    await this.pass(awaySeconds);
    this.#setLogAway(false);
    for (let number = 0; number < notes; number += 1) {
      const desk = this.desks[number % this.desks.length];
      if (desk !== undefined) await this.#events.note(desk);
    }
  }

  #setLogAway(isAway: boolean): void {
    this.#isLogAway = isAway;
    for (const name of MEMBERS) this.#connect(name);
  }

  /** Ends all faults but wrong clocks. */
  async heal(): Promise<void> {
    for (const name of MEMBERS) {
      this.setCutOff(name, false);
      this.setFull(name, false);
      await this.start(name);
    }
  }

  async end(): Promise<void> {
    for (const name of MEMBERS) await this.kill(name);
  }

  #onDisk(name: string, store: EventStore): EventStore {
    const failing = <Part extends object>(part: Part, writes: readonly string[]): Part =>
      new Proxy(part, {
        get: (target, method) => {
          const value: unknown = Reflect.get(target, method, target);
          if (typeof value !== 'function') return value;
          return this.#full.has(name) && writes.includes(String(method)) ? full : value.bind(target);
        },
      });
    return {
      ...store,
      writer: failing(store.writer, ['append']),
      team: failing(store.team, ['applyLog', 'replaceTail', 'rewind']),
    };
  }
}

function setIn(names: Set<string>, name: string, isIn: boolean): void {
  if (isIn) names.add(name);
  else names.delete(name);
}

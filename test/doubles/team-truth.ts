/** Lets time pass in a simulated team that receives events, and notes what its desks show that is not true. */
import type { SentEvents } from './sent-events.ts';
import { isWhole, seatsAndProblems } from './sent-events.ts';
import { LEASE_MS, shownSeat, type SimulatedTeam, type TeamDesk } from './simulated-team.ts';

/** The service sends an event in each step. */
const STEP_SECONDS = 1 / 4;
/** Limits how long a desk is green without events, and not green although another one puts them into the log. */
const MAX_GREEN_SECONDS = 10;
const MAX_DARK_SECONDS = LEASE_MS / 1_000 + 10;
/** The next events let a member offer what it received alone. */
const SETTLED_SECONDS = 5;

const isAwake = ({ instance }: TeamDesk) => instance.asleepUntil === null;

export class TeamTruth {
  readonly #team: SimulatedTeam;
  readonly #events: SentEvents;
  readonly #desks: () => readonly TeamDesk[];
  readonly #canFollow: (desk: TeamDesk) => boolean;
  /** How long each desk is green without events, or not green although another one has them, by its name. */
  readonly #seconds = { green: new Map<string, number>(), dark: new Map<string, number>() };
  readonly #faults = new Set<string>();

  /**
   * @param desks returns the members that run
   * @param canFollow true if this member reaches the log and can store
   */
  constructor(
    team: SimulatedTeam,
    events: SentEvents,
    desks: () => readonly TeamDesk[],
    canFollow: (desk: TeamDesk) => boolean,
  ) {
    this.#team = team;
    this.#events = events;
    this.#desks = desks;
    this.#canFollow = canFollow;
  }

  get faults(): readonly string[] {
    return [...this.#faults];
  }

  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
      const isReceived = this.#events.emit();
      await this.#team.pass(STEP_SECONDS);
      this.#look(isReceived);
    }
  }

  #look(isReceived: boolean): void {
    const desks = this.#desks();
    const isFed = desks.some(
      (desk) => isAwake(desk) && this.#canFollow(desk) && ['holding', 'alone'].includes(shownSeat(desk)),
    );
    for (const desk of desks) {
      const isWatching = desk.instance.watch.snapshot().stream.kind === 'watching';
      const isGreen = isWatching && isAwake(desk);
      const isDark = isFed && this.#canFollow(desk) && !isWatching && !shownSeat(desk).endsWith(': catching-up');
      if (this.#count('green', desk, isGreen && !isReceived) > MAX_GREEN_SECONDS)
        this.#faults.add(`${desk.name} is green without events`);
      if (this.#count('dark', desk, isDark && isAwake(desk)) > MAX_DARK_SECONDS)
        this.#faults.add(`${desk.name} is not green although another one receives`);
    }
  }

  /** @returns for how many seconds it is so now */
  #count(what: 'green' | 'dark', { name }: TeamDesk, isSo: boolean): number {
    const seconds = isSo ? (this.#seconds[what].get(name) ?? 0) + STEP_SECONDS : 0;
    this.#seconds[what].set(name, seconds);
    return seconds;
  }

  /** Waits until one desk holds the seat, all others follow it and the log has everything, for some seconds. */
  async passUntilWhole(maxSeconds: number): Promise<void> {
    for (let seconds = 0, whole = 0; seconds < maxSeconds; seconds += 1) {
      await this.pass(1);
      whole = (await isWhole(this.#desks())) ? whole + 1 : 0;
      if (whole === SETTLED_SECONDS) return;
    }
    this.#faults.add(`not whole after ${maxSeconds} s: ${await seatsAndProblems(this.#desks())}`);
  }
}

/** The team of a watch for its user: who holds the seat, who is here, what waits; and changes of the holder. */
import type { TeamStatus } from '../../../src-shared/api/team.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { HandedOver, TakenOver } from '../../../src-shared/domain/team.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { stateFeed, type StateFeed } from '../lib/state-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { TeamStore } from '../ports/team-store.ts';
import type { SeatState } from './seat-state.ts';
import { ASK_MS } from './team-seat.ts';
import type { TeamPresence } from './team-presence.ts';

/** The part of `TeamSource` that the user of a team sees and changes. */
interface SharedSource {
  readonly seatState: SeatState | null;
  readonly present: ChangeSignal | null;
  readonly requested: ChangeSignal;
  readonly request: { readonly from: string } | null;
  readonly members: () => ReturnType<TeamPresence['members']>;
  readonly gone: () => ReturnType<TeamPresence['gone']>;
  readonly handOver: (to: string, signal: AbortSignal) => Promise<HandedOver>;
  readonly ask: (signal: AbortSignal) => Promise<'done' | { readonly reason: string } | null>;
  readonly takeOver: (reason: string, signal: AbortSignal) => Promise<TakenOver>;
  readonly decline: (reason: string) => void;
}

interface TeamControlOptions {
  readonly settings: TeamSettings;
  readonly clock: Clock;
  readonly team: Pick<TeamStore, 'unplacedActions'>;
  /** Emits after each commit of actions. */
  readonly committed: ChangeSignal;
  /** Aborted when the watch stops. */
  readonly ends: AbortSignal;
}

/** A busy log changes the status with each entry. */
const MIN_INTERVAL_MS = 200;
/** Members appear and disappear by time. */
const MAX_INTERVAL_MS = 15_000;

export class TeamControl {
  /** Emits when the user, or the start of the watch, changed the status. */
  readonly changed = new ChangeSignal();
  readonly #source: SharedSource;
  readonly #options: TeamControlOptions;
  #asked: TeamStatus['asked'] = null;

  constructor(source: SharedSource, options: TeamControlOptions) {
    this.#source = source;
    this.#options = options;
  }

  subscribe(signal: AbortSignal | undefined): StateFeed<TeamStatus | null> {
    const { clock, committed, ends } = this.#options;
    const source = this.#source;
    const others = () => [source.seatState?.changed, source.present].filter((one) => one != null);
    return stateFeed(
      {
        clock,
        changes: () => [this.changed, source.requested, committed, ...others()],
        read: () => this.status(),
        minIntervalMs: MIN_INTERVAL_MS,
        maxIntervalMs: () => MAX_INTERVAL_MS,
        urgent: [this.changed, source.requested],
      },
      eitherSignal(signal, ends),
    );
  }

  /** Null until the watch has started. */
  async status(): Promise<TeamStatus | null> {
    const { settings, team } = this.#options;
    const { seatState: seat, request } = this.#source;
    if (seat === null) return null;
    return {
      settings,
      seat: seat.seat.kind,
      problem: seat.problem,
      holder: this.#holder(seat),
      members: this.#members(seat),
      waiting: { events: seat.isHolding ? seat.waiting : 0, actions: (await team.unplacedActions()).length },
      voids: seat.team.voids,
      isFull: seat.isFull,
      hole: seat.hole,
      asked: this.#asked,
      request: request !== null && seat.isHolding ? { member: request.from, name: this.#nameOf(request.from) } : null,
    };
  }

  handOver(to: string): Promise<HandedOver> {
    return this.#source.handOver(to, this.#options.ends);
  }

  takeOver(reason: string): Promise<TakenOver> {
    this.#setAsked(null);
    return this.#source.takeOver(reason, this.#options.ends);
  }

  /** Asks the holder for the seat, and shows the answer in the status. Does nothing while it waits for an answer. */
  ask(): void {
    const { clock, ends } = this.#options;
    if (this.#asked?.kind === 'waiting') return;
    this.#setAsked({ kind: 'waiting', until: clock.now() + ASK_MS });
    void this.#waitForAnswer(this.#source.ask(ends));
  }

  async #waitForAnswer(asking: ReturnType<SharedSource['ask']>): Promise<void> {
    // Only the end of the watch rejects it.
    const answer = await asking.catch(() => 'done' as const);
    if (this.#asked?.kind !== 'waiting') return;
    if (answer === 'done') this.#setAsked({ kind: 'given' });
    else this.#setAsked(answer === null ? { kind: 'no-answer' } : { kind: 'declined', reason: answer.reason });
  }

  /** The holder keeps the seat, and says why. */
  decline(reason: string): void {
    this.#source.decline(reason);
    this.changed.notify();
  }

  #holder(seat: SeatState): TeamStatus['holder'] {
    const { holder, epoch } = seat.team;
    if (holder === null) return null;
    const { member, since, why, reason = '' } = holder;
    return { member, name: this.#nameOf(member), since, why, reason, epoch, isLive: isLive(seat) };
  }

  #members(seat: SeatState): TeamStatus['members'] {
    const { member: self, name, role, mayHold } = this.#options.settings;
    const { behind, behindMs } = seat;
    const isHolder = (member: string) => isLive(seat) && member === seat.team.holder?.member;
    return [
      { member: self, name, role, mayHold, isSelf: true, isHolder: isHolder(self), behind, behindMs, goneSince: null },
      ...this.#source.members().map((one) => ({
        member: one.member,
        name: one.name,
        role: one.role,
        mayHold: one.mayHold,
        isSelf: false,
        isHolder: isHolder(one.member),
        behind: behind === null ? null : one.behind,
        behindMs: null,
        goneSince: null,
      })),
      ...this.#source.gone().map(({ member, name: goneName, role: goneRole, mayHold: couldHold, since }) => ({
        member,
        name: goneName,
        role: goneRole,
        mayHold: couldHold,
        isSelf: false,
        isHolder: isHolder(member),
        behind: null,
        behindMs: null,
        goneSince: since,
      })),
    ];
  }

  /** Returns the id of a member that was not here since the start. */
  #nameOf(member: string): string {
    const { settings } = this.#options;
    if (member === settings.member) return settings.name;
    return [...this.#source.members(), ...this.#source.gone()].find((one) => one.member === member)?.name ?? member;
  }

  #setAsked(asked: TeamStatus['asked']): void {
    this.#asked = asked;
    this.changed.notify();
  }
}

/** True if a member renews its claim to the seat. */
const isLive = (seat: SeatState) => seat.isHolding || seat.leaseHolder !== null;

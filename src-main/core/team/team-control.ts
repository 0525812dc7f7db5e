/** The team of a watch for its user: who holds the seat, who is here, what waits; and changes of the holder. */
import type { TeamStatus } from '../../../src-shared/api/team.ts';
import type { StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { HandedOver, TakenOver } from '../../../src-shared/domain/team.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { TeamStore } from '../ports/team-store.ts';
import type { Refusals } from './send/refusals.ts';
import type { SeatState } from './seat-state.ts';
import type { DeskActivity } from './presence/desk-activity.ts';
import type { TeamClock } from './team-clock.ts';
import { ASK_MS } from './team-seat.ts';
import type { TeamPresence } from './presence/team-presence.ts';

interface SharedSource {
  readonly seatState: SeatState | null;
  readonly heard: ChangeSignal;
  readonly requested: ChangeSignal;
  readonly request: { readonly from: string } | null;
  readonly members: () => ReturnType<TeamPresence['members']>;
  readonly isSelfDoubled: boolean;
  readonly gone: () => ReturnType<TeamPresence['gone']>;
  readonly names: Readonly<Record<string, string>>;
  readonly refusals: Pick<Refusals, 'current' | 'largeAmong' | 'changed'>;
  readonly activity: Pick<DeskActivity, 'isOnShift' | 'changed'>;
  readonly handOver: (to: string, signal: AbortSignal) => Promise<HandedOver>;
  readonly ask: (signal: AbortSignal) => Promise<'done' | { readonly reason: string } | null>;
  readonly takeOver: (reason: string, signal: AbortSignal) => Promise<TakenOver>;
  readonly decline: (reason: string) => void;
}

interface TeamControlOptions {
  readonly settings: TeamSettings;
  readonly clock: TeamClock;
  readonly storage: () => StorageStatus;
  readonly team: Pick<TeamStore, 'unplacedActions'>;
  readonly committed: ChangeSignal;
  readonly ends: AbortSignal;
}

/** A busy log changes the status with each entry. */
const MIN_INTERVAL_MS = 200;
/** Members appear and disappear by time. */
const MAX_INTERVAL_MS = 15_000;

export class TeamControl {
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
    const { requested, heard, activity, refusals } = source;
    const known = [this.changed, requested, heard, activity.changed, refusals.changed, committed];
    return stateFeed(
      {
        clock,
        changes: () => [...known, ...(source.seatState === null ? [] : [source.seatState.changed])],
        read: () => this.status(),
        minIntervalMs: MIN_INTERVAL_MS,
        maxIntervalMs: () => MAX_INTERVAL_MS,
        urgent: () => [this.changed, source.requested],
      },
      eitherSignal(signal, ends),
    );
  }

  async status(): Promise<TeamStatus | null> {
    const { settings, team } = this.#options;
    const { seatState: seat, request, refusals } = this.#source;
    if (seat === null) return null;
    const unplaced = await team.unplacedActions();
    return {
      settings,
      seat: seat.seat.kind,
      problem: seat.problem,
      holder: this.#holder(seat),
      members: this.#members(seat),
      names: this.#source.names,
      waiting: { events: seat.isHolding ? seat.waiting : 0, actions: unplaced.length },
      voids: seat.team.voids,
      refusals: refusals.current,
      tooLarge: refusals.largeAmong(unplaced),
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
    const { settings, clock, storage } = this.#options;
    const { member: self, name, role, mayHold } = settings;
    const { behind, behindMs } = seat;
    const { isOnShift } = this.#source.activity;
    const other = { isSelf: false, behindMs: null };
    const members = [
      {
        member: self,
        name,
        role,
        mayHold,
        isSelf: true,
        isOnShift,
        behind,
        behindMs,
        clockDifferenceMs: clock.differenceMs,
        isStoring: storage().kind !== 'failing',
        isDoubled: this.#source.isSelfDoubled,
        goneSince: null,
      },
      ...this.#source.members().map((one) => ({
        ...other,
        ...pick(one),
        isOnShift: one.isOnShift,
        behind: behind === null ? null : one.behind,
        clockDifferenceMs: one.clockDifferenceMs,
        isStoring: one.isStoring,
        isDoubled: one.isDoubled,
        goneSince: null,
      })),
      ...this.#source.gone().map((one) => ({
        ...other,
        ...pick(one),
        isOnShift: false,
        behind: null,
        clockDifferenceMs: null,
        isStoring: true,
        isDoubled: false,
        goneSince: one.since,
      })),
    ];
    return members.map((one) => ({
      ...one,
      isHolder: isLive(seat) && one.member === seat.team.holder?.member,
    }));
  }

  #nameOf(member: string): string {
    return this.#source.names[member] ?? member;
  }

  #setAsked(asked: TeamStatus['asked']): void {
    this.#asked = asked;
    this.changed.notify();
  }
}

const isLive = (seat: SeatState) => seat.isHolding || seat.leaseHolder !== null;

const pick = ({ member, name, role, mayHold }: ReturnType<TeamPresence['members']>[number]) => ({
  member,
  name,
  role,
  mayHold,
});

/** Keeps or takes the seat (`docs/design/team.md` §3; TEAM-4, TEAM-151, TEAM-9, TEAM-13). */
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { HandedOver, SeatKind, TakenOver } from '../../../src-shared/domain/team.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Lease, TeamLog } from '../ports/team-log.ts';
import { isHolder, takeAppend, type Writer } from './next-append.ts';
import { settleAppend } from './send/settle-append.ts';
import { isLeaseOf, leaseText, parseSeatMessage, type SeatMessage } from './team-messages.ts';
import type { TakeRecord } from './team-records.ts';
import type { TeamReader } from './team-reader.ts';
import type { TeamState } from './team-state.ts';

export interface Seat {
  readonly kind: SeatKind;
}

export interface SeatOptions extends Pick<TakeRecord, 'lineage' | 'service'>, Writer {
  /** `TakeRecord.history`, if this member takes the first seat. */
  readonly history: number | null;
  readonly log: TeamLog;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly name: string;
  /** Place among the stand-bys, from 0 (TEAM-13). Null: never takes the seat. */
  readonly rank: number | null;
  /** False while the store takes nothing: this member takes no seat then (TEAM-330). */
  readonly isStoring: () => boolean;
  readonly newId: () => string;
  /** True: open the stream. False: close it at once. Called only with changes. */
  readonly onWatch: (isWatching: boolean) => void;
  /** Another member asks for the seat. The user answers with `handOver`, or with `decline`. */
  readonly onAsked: (request: { readonly id: string; readonly from: string }) => void;
}

const RANK_MS = 300;
const QUIET_CHECK_MS = 300;
const HAND_OVER_MS = 2_000;
/** A busy log always has entries that a follower has not read yet. The holder waits longer than this for an answer. */
const CATCH_UP_MS = HAND_OVER_MS / 4;
/** The holder has this long to answer a member that asks for the seat. */
export const ASK_MS = 20_000;
const TAKE_OVER_PAUSE_MS = 60_000;

/** A wall screen never holds the seat, whatever its profile says. */
export const mayHoldSeat = ({ mayHold, role }: Pick<TeamSettings, 'mayHold' | 'role'>): boolean =>
  mayHold && role !== 'wall';

/** Collectors first, then desks; members of the same role in a random order (TEAM-13). */
export function seatRank(settings: Pick<TeamSettings, 'mayHold' | 'role'>, random: () => number): number | null {
  return mayHoldSeat(settings) ? (settings.role === 'collect' ? 0 : 2) + random() * 2 : null;
}

export class TeamSeat {
  readonly #options: SeatOptions;
  readonly #reader: TeamReader;
  readonly #lease: Lease;
  /** Renewals and changes of the holder, one at a time. */
  readonly #inTurn = createSequencer();
  readonly #changed = new ChangeSignal();
  readonly #answered = new ChangeSignal();
  readonly #answers = new Map<string, SeatMessage>();
  #seat: Seat = { kind: 'follows' };
  #isWatching = false;
  #revision: number | null = null;
  /** `Clock.elapsed` at which another member may have the lease. */
  #leaseEndsAt = 0;
  /** `Clock.elapsed` before which this member takes no seat at all. */
  #steppedDownUntil = 0;
  #seenRevision: number | null = null;
  /** The holder did not renew its lease between two looks, so it may end soon. */
  #isLeaseQuiet = false;
  /** `Clock.elapsed` before which this member does not take a free seat. */
  #waitsUntil = 0;
  /** Holdings up to this time, by the clock of the engine, say nothing: the log has lost later ones. */
  #lostAt = 0;

  constructor(options: SeatOptions, reader: TeamReader) {
    this.#options = options;
    this.#reader = reader;
    this.#lease = options.log.lease('seat');
  }

  get seat(): Seat {
    return this.#seat;
  }

  get changed(): ChangeSignal {
    return this.#changed;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, leaseMs, rank } = this.#options;
    for (;;) {
      if (rank !== null) await this.#inTurn(() => this.#keep(rank, signal));
      const pauseMs = this.#isLeaseQuiet ? Math.min(QUIET_CHECK_MS, leaseMs / 3) : leaseMs / 3;
      await firstChange(clock, [[this.#changed, this.#changed.revision]], pauseMs, signal);
      signal.throwIfAborted();
    }
  }

  async listen(signal: AbortSignal): Promise<void> {
    const { log, member, onAsked } = this.#options;
    for await (const { text } of log.subscribe('requests', member, signal)) {
      const message = parseSeatMessage(text);
      switch (message?.kind) {
        case undefined:
          break;
        case 'can-you-take':
          this.#send(message.from, { kind: (await this.#canTake(signal)) ? 'ready' : 'not-ready', id: message.id });
          break;
        case 'take-it':
          await this.#inTurn(() => this.#takeWithLease(message.revision, 'handover', '', signal));
          break;
        case 'may-i-have-it':
          if (this.#seat.kind === 'holds') onAsked({ id: message.id, from: message.from });
          break;
        case 'ready':
        case 'not-ready':
        case 'no':
          this.#answers.set(message.id, message);
          this.#answered.notify();
          break;
        default:
          assertNever(message);
      }
    }
  }

  /** Stops at once when the log shows that another process took the seat, and leaves it a lease time (TEAM-4). */
  noticeReplacement(state: TeamState): void {
    const isReplaced = !isHolder(state, this.#options) && (state.holder?.since ?? 0) > this.#lostAt;
    if (this.#isWatching && isReplaced) this.#leave();
  }

  /** The log may have lost who holds the seat, so this member takes it again. `lastAt` is by the engine's clock. */
  keepAfterLoss(lastAt: number): void {
    this.#lostAt = lastAt;
    this.goOnAlone();
  }

  /** Gives the seat up, and takes none for so long: this member cannot sign in. */
  stepDown(forMs: number): void {
    this.#steppedDownUntil = this.#options.clock.elapsed() + forMs;
    this.giveUp();
  }

  standBy(): void {
    this.#steppedDownUntil = 0;
    this.#changed.notify();
  }

  goOnAlone(): void {
    if (this.#seat.kind === 'holds') this.#setSeat({ kind: 'alone' });
  }

  giveUp(): void {
    if (this.#revision !== null) void this.#lease.release(this.#revision, new AbortController().signal);
    this.#revision = null;
    if (this.#seat.kind !== 'follows') this.#setSeat({ kind: 'follows' });
  }

  /** TEAM-13. `isAllAppended`: the log has confirmed everything that this member's store has. */
  handOver(to: string, isAllAppended: () => Promise<boolean>, signal: AbortSignal): Promise<HandedOver> {
    return this.#inTurn(() => this.#handOver(to, isAllAppended, signal));
  }

  /** Asks the holder for the seat (TEAM-13). Returns its reason if it declines, or null if it did not answer. */
  async ask(signal: AbortSignal): Promise<'done' | { readonly reason: string } | null> {
    const { newId } = this.#options;
    const { holder } = this.#reader.state;
    if (holder === null) return null;
    const id = newId();
    this.#send(holder.member, { kind: 'may-i-have-it', id });
    const isDone = () => this.#seat.kind === 'holds' || this.#answers.has(id);
    await this.#until(isDone, ASK_MS, signal);
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (this.#seat.kind === 'holds') return 'done';
    return answer?.kind === 'no' ? { reason: answer.reason } : null;
  }

  decline({ id, from }: { readonly id: string; readonly from: string }, reason: string): void {
    this.#send(from, { kind: 'no', id, reason });
  }

  /** Takes the seat from its holder without asking. The record shows the reason to all members (TEAM-13). */
  takeOver(reason: string, signal: AbortSignal): Promise<TakenOver> {
    return this.#inTurn(async () => {
      if (!this.#options.isStoring()) return 'cannot-store';
      if (!this.#mayTake()) return 'not-allowed';
      const current = await this.#lease.read(signal);
      if (current === 'no-answer') return 'failed';
      const { holder } = this.#reader.state;
      // Both times are the engine's. A lease that is valid was renewed a third of its time ago at most.
      const takenOverMs = holder?.why === 'takeover' && current !== null ? current.at - holder.since : null;
      if (takenOverMs !== null && takenOverMs < TAKE_OVER_PAUSE_MS) return 'too-soon';
      await this.#takeWithLease(current?.revision ?? null, 'takeover', reason, signal);
      return this.#seat.kind === 'holds' ? 'done' : 'failed';
    });
  }

  async #handOver(to: string, isAllAppended: () => Promise<boolean>, signal: AbortSignal): Promise<HandedOver> {
    const { clock, newId } = this.#options;
    if (this.#seat.kind !== 'holds') return 'not-holder';
    const end = clock.elapsed() + HAND_OVER_MS;
    const id = newId();
    this.#send(to, { kind: 'can-you-take', id });
    await this.#until(() => this.#answers.has(id), HAND_OVER_MS / 2, signal);
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (answer?.kind !== 'ready') return 'not-ready';
    this.#setSeat({ kind: 'hands-over' });
    const { read } = this.#reader;
    for (;;) {
      // Read before the call, because the last entry may be read while it is answered.
      const { revision } = read;
      if ((await isAllAppended()) || clock.elapsed() >= end) break;
      await firstChange(clock, [[read, revision]], end - clock.elapsed(), signal);
    }
    const given = await this.#writeLease(this.#revision, signal);
    if (given === true && this.#revision !== null) this.#send(to, { kind: 'take-it', id, revision: this.#revision });
    const isTaken = (state: TeamState) => !isHolder(state, this.#options);
    if (await this.#reader.until(isTaken, HAND_OVER_MS, signal)) {
      this.#revision = null;
      this.#leave();
      // A third member may have been faster.
      return this.#reader.state.holder?.member === to ? 'done' : 'not-taken';
    }
    if ((await this.#renewed(signal)) === true) this.#setSeat({ kind: 'holds' });
    else this.#leave();
    return 'not-taken';
  }

  #send(
    to: string,
    message: { readonly kind: SeatMessage['kind']; readonly id: string; readonly [more: string]: unknown },
  ) {
    const { log, member } = this.#options;
    log.publish({ topic: 'requests', member: to, text: JSON.stringify({ ...message, from: member }) });
  }

  async #until(holds: () => boolean, withinMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const end = clock.elapsed() + withinMs;
    while (!holds() && clock.elapsed() < end && !signal.aborted) {
      const seen = [this.#answered, this.#changed].map((one) => [one, one.revision] as const);
      await firstChange(clock, seen, end - clock.elapsed(), signal);
    }
    signal.throwIfAborted();
  }

  #leave(): void {
    const { clock, leaseMs } = this.#options;
    this.#waitsUntil = clock.elapsed() + leaseMs;
    this.giveUp();
  }

  #setSeat(seat: Seat): void {
    this.#seat = seat;
    const isWatching = seat.kind === 'holds' || seat.kind === 'alone';
    if (isWatching !== this.#isWatching) {
      this.#isWatching = isWatching;
      this.#options.onWatch(isWatching);
    }
    this.#changed.notify();
  }

  async #keep(rank: number, signal: AbortSignal): Promise<void> {
    if (this.#seat.kind === 'holds' || this.#seat.kind === 'alone') await this.#renew(signal);
    else await this.#takeIfFree(rank, signal);
  }

  /** Counts the lease from before the request (TEAM-151). Returns true if this member has it. */
  async #writeLease(after: number | null, signal: AbortSignal): Promise<boolean | 'no-answer'> {
    const { clock, leaseMs } = this.#options;
    const from = clock.elapsed();
    const answer = await this.#lease.write(leaseText(this.#options), after, signal);
    if (answer.kind === 'no-answer') return 'no-answer';
    this.#revision = answer.kind === 'held' ? answer.revision : null;
    if (answer.kind === 'held') this.#leaseEndsAt = from + leaseMs;
    return answer.kind === 'held';
  }

  /** Writes the lease if it is free, or if an earlier write of this process was stored without an answer. */
  async #writeFreeLease(signal: AbortSignal): Promise<boolean | 'no-answer'> {
    const current = await this.#lease.read(signal);
    if (current === 'no-answer') return 'no-answer';
    if (current !== null && !isLeaseOf(current.text, this.#options.run)) return false;
    return this.#writeLease(current?.revision ?? null, signal);
  }

  async #renewed(signal: AbortSignal): Promise<boolean | 'no-answer'> {
    const isHeld = this.#revision === null ? false : await this.#writeLease(this.#revision, signal);
    return isHeld === false ? this.#writeFreeLease(signal) : isHeld;
  }

  #mayTake(): boolean {
    const { rank, clock, isStoring } = this.#options;
    return rank !== null && isStoring() && clock.elapsed() >= this.#steppedDownUntil;
  }

  #hasLease(): boolean {
    return this.#revision !== null && this.#options.clock.elapsed() < this.#leaseEndsAt;
  }

  async #takeIfFree(rank: number, signal: AbortSignal): Promise<void> {
    const { clock, run } = this.#options;
    if (!this.#mayTake() || clock.elapsed() < this.#waitsUntil) return;
    const current = await this.#lease.read(signal);
    const revision = current === null || current === 'no-answer' ? null : current.revision;
    this.#isLeaseQuiet = revision !== null && revision === this.#seenRevision;
    this.#seenRevision = revision;
    if (current === 'no-answer' || (current !== null && !isLeaseOf(current.text, run))) return;
    await clock.sleep(rank * RANK_MS, signal);
    if ((await this.#writeFreeLease(signal)) === true) await this.#take('failover', '', signal);
  }

  async #takeWithLease(revision: number | null, why: TakeRecord['why'], reason: string, signal: AbortSignal) {
    if (this.#mayTake() && (await this.#writeLease(revision, signal)) === true) await this.#take(why, reason, signal);
  }

  async #canTake(signal: AbortSignal): Promise<boolean> {
    const status = await this.#options.log.status(signal);
    if (status.kind !== 'reached' || !this.#mayTake() || this.#seat.kind !== 'follows') return false;
    return this.#reader.until(({ position }) => position >= status.last, CATCH_UP_MS, signal);
  }

  /** Everything that the log has is in the own store before the take is appended (TEAM-151). */
  async #take(why: TakeRecord['why'], reason: string, signal: AbortSignal): Promise<void> {
    const { log, clock, leaseMs, lineage, service, history, member, run, name } = this.#options;
    const keepsStream = this.#isWatching;
    if (!keepsStream) this.#setSeat({ kind: 'takes' });
    const isStillWanted = () => this.#hasLease();
    const settling = { log, clock, reader: this.#reader, writer: { member, run }, readBackMs: leaseMs, isStillWanted };
    const isTaken = () => isHolder(this.#reader.state, settling.writer);
    while (this.#hasLease()) {
      const status = await log.status(signal);
      if (status.kind !== 'reached') break;
      if (!(await this.#reader.until(({ position }) => position >= status.last, leaseMs, signal))) break;
      const take = { name, why, reason, at: clock.now(), lineage, service, ...(history !== null && { history }) };
      const append = takeAppend(this.#reader.state, settling.writer, take);
      if (!isTaken() && typeof (await settleAppend(settling, append, signal)) === 'object') break;
      if (isTaken()) {
        this.#setSeat({ kind: 'holds' });
        return;
      }
    }
    if (!keepsStream) this.giveUp();
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const held = await this.#renewed(signal);
    if (held === 'no-answer') {
      const isOver = this.#options.clock.elapsed() >= this.#leaseEndsAt;
      if (this.#seat.kind === 'holds' && isOver) this.#setSeat({ kind: 'alone' });
      return;
    }
    if (!held) this.giveUp();
    // After the log has lost its end, this member may have the lease without a take in the log.
    else if (!isHolder(this.#reader.state, this.#options)) await this.#take('failover', '', signal);
    else if (this.#seat.kind === 'alone') this.#setSeat({ kind: 'holds' });
  }
}

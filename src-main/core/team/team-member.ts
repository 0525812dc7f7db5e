/**
 * Runs a Watchfloor as member of a team (team.md §5): reads the log, takes the seat when it is free and gives it up when another has
 * it, appends what its store has received, and goes on alone while the log cannot be reached.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogAppend, TeamLog } from '../ports/team-log.ts';
import type { TeamChange } from './apply-entry.ts';
import { nextContent, type Unconfirmed } from './holder-content.ts';
import { holderAppend, isHolder, takeAppend, type Writer } from './next-append.ts';
import { settleAppend } from './settle-append.ts';
import type { TakeRecord } from './team-records.ts';
import { TeamReader } from './team-reader.ts';
import type { TeamState } from './team-state.ts';

/** The store of a member. Each call is one transaction. */
export interface MemberStore {
  readonly state: TeamState;
  /**
   * Stores a change and the state after it. Events that the log did not take in their place leave it and wait in the
   * outbox as offers; all of them if another process than `writer` takes the seat (TEAM-6).
   */
  commit(state: TeamState, change: TeamChange, writer: Writer): Promise<void>;
  /**
   * Returns what the log has not confirmed, oldest first, and the `Last-Event-ID` after the last of it. Gives the events
   * of open offers their place first. Called by a holder only.
   */
  unconfirmed(): Promise<{ readonly rows: readonly Unconfirmed[]; readonly cursor: string }>;
  /** Returns own actions and offers that were not read back yet. */
  outbox(): Promise<readonly LogAppend[]>;
  /** Emits when events, actions or offers were stored. */
  readonly stored: ChangeSignal;
}

export type Seat =
  | { readonly kind: 'follows' }
  | { readonly kind: 'takes' }
  | { readonly kind: 'holds' }
  /** Holds the seat and cannot reach the log: what is received waits here (TEAM-9). */
  | { readonly kind: 'alone' };

interface TeamMemberOptions extends Pick<TakeRecord, 'lineage' | 'service'>, Writer {
  readonly log: TeamLog;
  readonly clock: Clock;
  readonly store: MemberStore;
  readonly leaseMs: number;
  /** Place among the stand-bys, from 0 (TEAM-15). Null: never takes the seat. */
  readonly rank: number | null;
  /** True: open the stream. False: close it at once. Called only with changes. */
  readonly onWatch: (isWatching: boolean) => void;
}

const RANK_MS = 300;
const SEND_AGAIN_MS = 5_000;
/** A full log stays full until an administrator acts. */
const FULL_PAUSE_MS = 1_000;

export class TeamMember {
  readonly #options: TeamMemberOptions;
  readonly #reader: TeamReader;
  readonly #seatChanged = new ChangeSignal();
  #seat: Seat = { kind: 'follows' };
  #isWatching = false;
  #revision: number | null = null;
  /** `Clock.elapsed` at which another member may have the lease. */
  #leaseEndsAt = 0;
  /** `Clock.elapsed` before which this member does not take the seat. */
  #waitsUntil = 0;

  constructor(options: TeamMemberOptions) {
    const { log, clock, store, member, run } = options;
    this.#options = options;
    this.#reader = new TeamReader({
      log,
      clock,
      state: store.state,
      commit: (state, change) => store.commit(state, change, { member, run }),
      onState: (state) => this.#noticeReplacement(state),
    });
  }

  get seat(): Seat {
    return this.#seat;
  }

  /**
   * Runs until the signal is aborted, or until an entry cannot be applied. Closes the stream then, and frees the lease.
   * @returns why the reader ended
   */
  async run(signal: AbortSignal): ReturnType<TeamReader['run']> {
    const ends = new AbortController();
    const either = AbortSignal.any([signal, ends.signal]);
    const loops = [this.#keepSeat(either), this.#appendAll(either), this.#sendOutbox(either)].map((loop) =>
      loop.catch((error: unknown) => {
        if (!either.aborted) throw error;
      }),
    );
    const reading = this.#reader.run(either);
    try {
      await Promise.race([reading, ...loops]);
    } finally {
      ends.abort(new Error('the member has ended'));
      await Promise.allSettled([reading, ...loops]);
      this.#giveUp();
    }
    return reading;
  }

  #writer(): Writer {
    const { member, run } = this.#options;
    return { member, run };
  }

  #setSeat(seat: Seat): void {
    this.#seat = seat;
    const isWatching = seat.kind === 'holds' || seat.kind === 'alone';
    if (isWatching !== this.#isWatching) {
      this.#isWatching = isWatching;
      this.#options.onWatch(isWatching);
    }
    this.#seatChanged.notify();
  }

  /** Stops at once when the log shows that another process took the seat, and leaves it a lease time (TEAM-6). */
  #noticeReplacement(state: TeamState): void {
    if (!this.#isWatching || isHolder(state, this.#writer())) return;
    const { clock, leaseMs } = this.#options;
    this.#waitsUntil = clock.elapsed() + leaseMs;
    this.#giveUp();
  }

  #giveUp(): void {
    const { log } = this.#options;
    if (this.#revision !== null) void log.lease('seat').release(this.#revision, new AbortController().signal);
    this.#revision = null;
    if (this.#seat.kind !== 'follows') this.#setSeat({ kind: 'follows' });
  }

  async #keepSeat(signal: AbortSignal): Promise<void> {
    const { clock, leaseMs, rank } = this.#options;
    if (rank === null) return abortable(new Promise<void>(() => {}), signal);
    for (;;) {
      if (this.#revision === null && this.#seat.kind !== 'alone') await this.#takeIfFree(rank, signal);
      else await this.#renew(signal);
      await firstChange(clock, [[this.#seatChanged, this.#seatChanged.revision]], leaseMs / 3, signal);
      signal.throwIfAborted();
    }
  }

  /** Counts the lease from before the request (TEAM-8). Returns true if this member has it. */
  async #writeLease(after: number | null, signal: AbortSignal): Promise<boolean | 'no-answer'> {
    const { log, clock, leaseMs, member } = this.#options;
    const from = clock.elapsed();
    const answer = await log.lease('seat').write(JSON.stringify({ member }), after, signal);
    if (answer.kind === 'no-answer') return 'no-answer';
    this.#revision = answer.kind === 'held' ? answer.revision : null;
    if (answer.kind === 'held') this.#leaseEndsAt = from + leaseMs;
    return answer.kind === 'held';
  }

  #hasLease(): boolean {
    return this.#revision !== null && this.#options.clock.elapsed() < this.#leaseEndsAt;
  }

  async #takeIfFree(rank: number, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#options;
    if (clock.elapsed() < this.#waitsUntil || (await log.lease('seat').read(signal)) !== null) return;
    await clock.sleep(rank * RANK_MS, signal);
    if ((await this.#writeLease(null, signal)) === true) await this.#take('failover', signal);
  }

  /** Everything that the log has is in the own store before the take is appended (TEAM-7). */
  async #take(why: TakeRecord['why'], signal: AbortSignal): Promise<void> {
    const { log, clock, leaseMs, lineage, service } = this.#options;
    this.#setSeat({ kind: 'takes' });
    while (this.#hasLease()) {
      const status = await log.status(signal);
      if (status.kind !== 'reached') break;
      const isRead = await this.#reader.until(({ position }) => position >= status.last, leaseMs, signal);
      if (!isRead) break;
      const take = takeAppend(this.#reader.state, this.#writer(), {
        why,
        reason: '',
        at: clock.now(),
        lineage,
        service,
      });
      const outcome = await this.#settle(take, () => this.#hasLease(), signal);
      if (outcome === 'confirmed' && isHolder(this.#reader.state, this.#writer())) {
        this.#setSeat({ kind: 'holds' });
        return;
      }
      if (outcome === 'full' || outcome === 'too-large') break;
    }
    this.#giveUp();
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    let held = await this.#writeLease(this.#revision, signal);
    // The own lease may have ended without another holder.
    if (held === false) held = await this.#writeLease(null, signal);
    if (held === 'no-answer') {
      if (this.#seat.kind === 'holds' && clock.elapsed() >= this.#leaseEndsAt) this.#setSeat({ kind: 'alone' });
      return;
    }
    if (!held) this.#giveUp();
    else if (this.#seat.kind === 'alone') this.#setSeat({ kind: 'holds' });
  }

  async #appendAll(signal: AbortSignal): Promise<void> {
    const { clock, store, leaseMs } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const seen = [this.#seatChanged, store.stored, this.#reader.read].map((one) => [one, one.revision] as const);
      const isHolding = () => this.#seat.kind === 'holds';
      const append = isHolding() ? await this.#nextAppend() : null;
      if (append === null) await firstChange(clock, seen, leaseMs, signal);
      else if ((await this.#settle(append, isHolding, signal)) === 'full') await clock.sleep(FULL_PAUSE_MS, signal);
    }
  }

  async #nextAppend() {
    const { clock, store } = this.#options;
    const { rows, cursor } = await store.unconfirmed();
    const { state } = this.#reader;
    const content = nextContent(state, rows, cursor);
    return content && holderAppend(state, this.#writer(), content, clock.now());
  }

  #settle(append: Parameters<typeof settleAppend>[1], isStillWanted: () => boolean, signal: AbortSignal) {
    const { log, clock, leaseMs } = this.#options;
    const options = { log, clock, reader: this.#reader, writer: this.#writer(), readBackMs: leaseMs, isStillWanted };
    return settleAppend(options, append, signal);
  }

  /** Sends actions and offers until they are read back; the engine and the stores leave out what they have. */
  async #sendOutbox(signal: AbortSignal): Promise<void> {
    const { log, clock, store } = this.#options;
    const sentAt = new Map<string, number>();
    for (;;) {
      signal.throwIfAborted();
      const seen = [[store.stored, store.stored.revision]] as const;
      const waiting = await store.outbox();
      for (const id of sentAt.keys()) if (!waiting.some((append) => append.id === id)) sentAt.delete(id);
      for (const append of waiting) {
        if (clock.elapsed() - (sentAt.get(append.id) ?? Number.NEGATIVE_INFINITY) < SEND_AGAIN_MS) continue;
        const answer = await log.append(append, signal);
        if (answer.kind === 'appended') sentAt.set(append.id, clock.elapsed());
        else break;
      }
      await firstChange(clock, seen, waiting.length === 0 ? Number.POSITIVE_INFINITY : FULL_PAUSE_MS, signal);
    }
  }
}

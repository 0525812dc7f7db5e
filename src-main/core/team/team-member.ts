/** Runs a member (`docs/design/team.md` §5): reads the log, keeps or takes the seat, appends what its store has. */
import type { HandedOver } from '../../../src-shared/domain/team.ts';
import { whenAborted } from '../../../src-shared/lib/when-aborted.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { LogAppend, TeamLog } from '../ports/team-log.ts';
import { cuttableLog } from './cuttable-log.ts';
import { firstTake } from './join-team.ts';
import { restoreIfNeeded, type BaseTarget, type LogHole } from './base/base-restorer.ts';
import { nextContent, RECORD_LIMITS, type Unconfirmed } from './holder-content.ts';
import { rewindIfLost, untilLost } from './lost-end.ts';
import { holderAppend, type Writer } from './next-append.ts';
import { settleAppend } from './send/settle-append.ts';
import { type Applied, TeamReader } from './team-reader.ts';
import { TeamSeat, type SeatOptions } from './team-seat.ts';
import type { TeamState } from './team-state.ts';
import { watchHolder } from './unfit-holder.ts';

/** The store of a member. Each call is one transaction. */
export interface MemberStore extends BaseTarget {
  readonly state: TeamState;
  /** Earlier states to which the store can go back, newest first. The last one is before the first entry. */
  marks(): Promise<readonly TeamState[]>;
  /** Goes back in a log that has lost its end, and keeps what the lost entries had. @param end last position in the log */
  rewind(to: TeamState, end: number): Promise<void>;
  /** Refused events become offers; all of them if another process than `writer` took the seat (TEAM-4). */
  commit(state: TeamState, applied: readonly Applied[], writer: Writer): Promise<void>;
  /** Oldest first; `cursor` is after the last. Gives the events of open offers their place first. For holders only. */
  unconfirmed(): Promise<{ readonly rows: readonly Unconfirmed[]; readonly cursor: string }>;
  /** True until the log has the end of the session of this member, which is stored some time after the stream was closed. */
  readonly isReceiving: boolean;
  outbox(): Promise<readonly LogAppend[]>;
  /** The engine takes no entry of this size: from now on, the outbox has smaller ones, or leaves it out. */
  refuse(append: LogAppend): void;
  readonly stored: ChangeSignal;
}

interface TeamMemberOptions extends SeatOptions {
  readonly store: MemberStore;
  /** The log that the store follows, when the engine made it (`LogIdentity.created`). */
  readonly created: string;
  /** Entries that this member needs have expired, and no base has them yet; null once they are restored. */
  readonly onHole: (hole: LogHole | null) => void;
  readonly onRestored: (position: number) => void;
  readonly onRestoreFailure: (error: unknown) => void;
  /** The engine has another log now, and this member goes on alone, because it has the stream. */
  readonly onReplaced: () => void;
  /** True if another member that may hold the seat, and whose store takes what it gets, was heard lately. */
  readonly hasStandBy: () => boolean;
}

/** Null after an abort. Nothing in the store was changed. */
type MemberEnd = Awaited<ReturnType<TeamReader['run']>> | { readonly kind: 'replaced' };

/** In each lease, so often is the log asked whether it has lost its end. */
const END_CHECKS = 3;
const SEND_AGAIN_MS = 5_000;
/** An administrator has to act. */
const REFUSED_PAUSE_MS = 1_000;
/** No server has a smaller limit; a part with its place in the chain needs some hundred more. */
const MIN_RECORD_CHARS = 1_000;

export class TeamMember {
  readonly #options: TeamMemberOptions;
  readonly #reader: TeamReader;
  readonly #seat: TeamSeat;
  /** The log also after it was made again. */
  readonly #newLog: TeamLog;
  readonly #cuttable: ReturnType<typeof cuttableLog>;
  #limits = RECORD_LIMITS;

  constructor(given: TeamMemberOptions) {
    this.#newLog = given.log;
    this.#cuttable = cuttableLog(given.log);
    const options = { ...given, log: this.#cuttable.log };
    const { log, clock, store, member, run, lineage, created, onHole, onRestored } = options;
    this.#options = options;
    const onFailure = options.onRestoreFailure;
    const restoring = { log, clock, target: store, lineage, created, onHole, onRestored, onFailure };
    const onRewind = (lastAt: number) => this.#seat.keepAfterLoss(lastAt);
    const rewinding = { log, clock, created, target: store, onRewind };
    this.#reader = new TeamReader({
      log,
      clock,
      state: store.state,
      commit: (state, applied) => store.commit(state, applied, { member, run }),
      onState: (state) => this.#seat.noticeReplacement(state),
      restore: (state, hole, signal) => restoreIfNeeded(restoring, state, hole, signal),
      rewind: (state, lost, signal) => rewindIfLost(rewinding, state, lost, signal),
    });
    this.#seat = new TeamSeat(options, this.#reader);
  }

  /** Shows who has the seat, and asks for changes. To give it away, call `handOver` of this class. */
  get seat(): Omit<TeamSeat, 'handOver'> {
    return this.#seat;
  }

  get isLogReplaced(): boolean {
    return this.#cuttable.isCut();
  }

  handOver(to: string, signal: AbortSignal): Promise<HandedOver> {
    const { store } = this.#options;
    return this.#seat.handOver(to, async () => (await this.#nextAppend()) === null && !store.isReceiving, signal);
  }

  /** Runs until an abort, an entry that cannot be applied, or a new log. Then closes the stream and frees the lease. */
  async run(signal: AbortSignal): Promise<MemberEnd> {
    const ends = new AbortController();
    const either = AbortSignal.any([signal, ends.signal]);
    const seat = this.#seat;
    const isHolding = () => seat.seat.kind === 'holds';
    const onUnfit = () => this.#leaveSeat();
    const loops = [
      seat.run(either),
      seat.listen(either),
      this.#appendAll(either),
      this.#sendOutbox(either),
      this.#rewindWhenLost(either),
      watchHolder({ ...this.#options, reader: this.#reader, isHolding, onUnfit }, either),
    ].map((loop) =>
      loop.catch((error: unknown) => {
        if (!either.aborted) throw error;
      }),
    );
    const reading = this.#reader.run(either).then(async (end) => {
      // A log that was cut ends the reader, and not the member.
      if (end === null) await whenAborted(either);
      return end;
    });
    const replaced = this.#endedByReplacement(either);
    try {
      await Promise.race([reading, replaced, ...loops]);
    } finally {
      ends.abort(new Error('the member has ended'));
      await Promise.allSettled([reading, replaced, ...loops]);
      seat.giveUp();
    }
    return (await replaced) ? { kind: 'replaced' } : reading;
  }

  /** Leaves the seat to a stand-by, which looks at the lease three times in its time (TEAM-330). */
  #leaveSeat(): void {
    const { hasStandBy, leaseMs } = this.#options;
    if (hasStandBy()) this.#seat.stepDown(leaseMs);
  }

  /** Returns true once the log was replaced and this member has not the stream; false after an abort. */
  async #endedByReplacement(signal: AbortSignal): Promise<boolean> {
    const { clock, leaseMs, onReplaced } = this.#options;
    if (!(await this.#replaced(signal))) return false;
    this.#cuttable.cut();
    const seat = this.#seat;
    seat.goOnAlone();
    const isAlone = () => seat.seat.kind === 'alone';
    if (isAlone()) onReplaced();
    while (isAlone() && !signal.aborted) {
      // Read before the call, because the seat may be lost while the log answers.
      const { revision } = seat.changed;
      if (await this.#isFilled(signal)) break;
      await firstChange(clock, [[seat.changed, revision]], leaseMs, signal);
    }
    return !signal.aborted;
  }

  async #isFilled(signal: AbortSignal): Promise<boolean> {
    const { created, lineage } = this.#options;
    const status = await this.#newLog.status(signal);
    if (status.kind !== 'reached' || status.identity.created === created) return false;
    return (await firstTake(this.#newLog, status, signal))?.lineage === lineage;
  }

  /** Returns true once the engine has another log than the one that was read; false after an abort. */
  async #replaced(signal: AbortSignal): Promise<boolean> {
    const { log, clock, leaseMs, created } = this.#options;
    while (!signal.aborted) {
      const status = await log.status(signal).catch(() => null);
      if (status?.kind === 'reached' && status.identity.created !== created) return true;
      await clock.sleep(leaseMs, signal).catch(() => {});
    }
    return false;
  }

  async #rewindWhenLost(signal: AbortSignal): Promise<void> {
    const { clock, leaseMs } = this.#options;
    const { read } = this.#reader;
    for (;;) {
      const lost = await untilLost(this.#options, () => this.#reader.state, leaseMs / END_CHECKS, signal);
      const { revision } = read;
      this.#reader.rewind(lost);
      await firstChange(clock, [[read, revision]], leaseMs, signal);
    }
  }

  async #appendAll(signal: AbortSignal): Promise<void> {
    const { log, clock, store, leaseMs, member, run } = this.#options;
    const seat = this.#seat;
    const isStillWanted = () => seat.seat.kind === 'holds' || seat.seat.kind === 'hands-over';
    const settling = { log, clock, reader: this.#reader, writer: { member, run }, readBackMs: leaseMs, isStillWanted };
    for (;;) {
      signal.throwIfAborted();
      const seen = [seat.changed, store.stored, this.#reader.read].map((one) => [one, one.revision] as const);
      const append = isStillWanted() ? await this.#nextAppend() : null;
      if (append === null) await firstChange(clock, seen, leaseMs, signal);
      else {
        const outcome = await settleAppend(settling, append, signal);
        if (typeof outcome === 'string') continue;
        if (outcome.why === 'too-large') this.#shrinkRecords();
        // A member with more rights can send what the service sends next.
        if (outcome.why === 'no-right') this.#leaveSeat();
        await clock.sleep(REFUSED_PAUSE_MS, signal);
      }
    }
  }

  /** The servers may have a smaller limit than usual. All parts of an event are cut with the same one. */
  #shrinkRecords(): void {
    if (this.#reader.state.parts !== null) return;
    const { bytes, partChars } = this.#limits;
    this.#limits = {
      bytes: Math.max(MIN_RECORD_CHARS, Math.floor(bytes / 2)),
      partChars: Math.max(MIN_RECORD_CHARS, Math.floor(partChars / 2)),
    };
  }

  async #nextAppend() {
    const { clock, store, member, run } = this.#options;
    const { rows, cursor } = await store.unconfirmed();
    const { state } = this.#reader;
    const content = nextContent(state, rows, cursor, this.#limits);
    return content && holderAppend(state, { member, run }, content, clock.now());
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
        else if (answer.kind === 'refused' && answer.why === 'too-large') store.refuse(append);
        else break;
      }
      await firstChange(clock, seen, waiting.length === 0 ? Number.POSITIVE_INFINITY : REFUSED_PAUSE_MS, signal);
    }
  }
}

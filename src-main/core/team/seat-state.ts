/** Decides what a member shows as the state of its stream (`docs/design/team.md` §6). Never watching without proof. */
import type { InterruptionCause, StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { SourceStart, StreamState } from '../ports/source.ts';
import type { TeamLog } from '../ports/team-log.ts';
import { currentMoment, earlierMoment } from '../lib/moment.ts';
import type { TeamChange } from './apply-entry.ts';
import type { LogHole } from './base/base-restorer.ts';
import type { JoinProblem } from './join-team.ts';
import { LOG_CODES, LogCheck } from './log-check.ts';
import type { Seat } from './team-seat.ts';
import { EMPTY_TEAM_STATE, type TeamState } from './team-state.ts';

interface SeatStateOptions {
  readonly clock: Clock;
  readonly teamLog: Pick<TeamLog, 'status' | 'lease'>;
  readonly leaseMs: number;
  readonly start: Pick<SourceStart, 'blindSince'>;
  readonly publish: (state: StreamState) => void;
  readonly others: () => readonly { readonly member: string; readonly isStoring: boolean }[];
  readonly nameOf: (member: string) => string;
  readonly newestSeq: () => number;
  readonly storage: () => StorageStatus;
}

type Shown = JoinProblem | { readonly kind: 'fault' } | { readonly kind: 'newer'; readonly version: number };

/** A shorter part of the log does not show how fast the rest is read. */
const MIN_MEASURED_MS = 1_000;

export class SeatState {
  readonly #options: SeatStateOptions;
  readonly #checks = new ChangeSignal();
  readonly changed = new ChangeSignal();
  #seat: Seat = { kind: 'follows' };
  #stream: StreamState | null = null;
  #lastStream: StreamState | null = null;
  #team: TeamState = EMPTY_TEAM_STATE;
  readonly #log: LogCheck;
  /** Position and `Clock.elapsed` at which this member started to catch up; null while it has everything. */
  #catchesUpFrom: { readonly position: number; readonly elapsed: number } | null = null;
  #stopped: Shown | null = null;
  #hole: LogHole | null = null;
  /** Position up to which the base of the team is restored; 0 if it is not being restored. */
  #restored = 0;
  #lastEvent: Moment;
  #lastHeartbeat: Moment | null = null;
  #since: Moment;

  constructor(options: SeatStateOptions) {
    this.#options = options;
    this.#lastEvent = options.start.blindSince;
    this.#since = currentMoment(options.clock);
    this.#log = new LogCheck(options);
    this.#publish();
  }

  get lastEvent(): Moment {
    return this.#lastEvent;
  }

  /** Start of the session of a member that probably has the stream and cannot reach the log, UTC epoch ms; or null. */
  get lostSessionSince(): number | null {
    return this.waitsForStream ? (this.#team.holder?.lost?.sessionSince ?? null) : null;
  }

  get waitsForStream(): boolean {
    return this.isHolding && this.#stream?.kind === 'waiting';
  }

  show(stopped: Shown): void {
    this.#stopped = stopped;
    this.#publish();
  }

  get hole(): LogHole | null {
    return this.#hole;
  }

  setHole(hole: LogHole | null): void {
    this.#hole = hole;
    this.#publish();
  }

  setRestored(position: number): void {
    this.#restored = position;
    this.#publish();
  }

  setSeat(seat: Seat): void {
    this.#seat = seat;
    this.#publish();
    this.checkNow();
  }

  setStream(stream: StreamState | null): void {
    if (stream !== null && stream.kind !== 'stopped') this.#lastStream = stream;
    this.#stream = stream?.kind === 'stopped' ? null : stream;
    if (stream?.kind === 'watching') ({ lastEvent: this.#lastEvent, lastHeartbeat: this.#lastHeartbeat } = stream);
    this.#publish();
  }

  apply(team: TeamState, changes: readonly TeamChange[]): void {
    const { clock } = this.#options;
    this.#stopped = null;
    if (team.session !== null && team.session.id !== this.#team.session?.id)
      this.#since = earlierMoment(team.session.openedAt, currentMoment(clock));
    if (team.position !== this.#team.position) this.#restored = 0;
    this.#team = team;
    if (!this.isHolding) this.#noteEvents(changes);
    this.#publish();
    // The new holder has written the lease before its take.
    if (changes.some(({ kind }) => kind === 'taken')) this.checkNow();
  }

  #noteEvents(changes: readonly TeamChange[]): void {
    const now = currentMoment(this.#options.clock);
    const events = changes.flatMap((change) =>
      change.kind === 'events' && change.session !== null ? change.events : [],
    );
    const momentOf = (at: number | undefined) => (at === undefined ? null : earlierMoment(at, now));
    const heartbeat = events.findLast(({ kind }) => kind === 'HEARTBEAT')?.receivedAt;
    this.#lastEvent = momentOf(events.at(-1)?.receivedAt) ?? this.#lastEvent;
    this.#lastHeartbeat = momentOf(heartbeat) ?? this.#lastHeartbeat;
  }

  checkNow(): void {
    this.#checks.notify();
  }

  /** Looks at the log three times in each lease, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const seen = [[this.#checks, this.#checks.revision]] as const;
      try {
        await this.#log.check(signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      this.#publish();
      await firstChange(clock, seen, this.#log.pauseMs, signal);
    }
  }

  get seat(): Seat {
    return this.#seat;
  }

  get team(): TeamState {
    return this.#team;
  }

  get isHolding(): boolean {
    return this.#seat.kind === 'holds' || this.#seat.kind === 'alone';
  }

  #publish(): void {
    this.#options.publish(this.#current());
    this.changed.notify();
  }

  /** Entries of the log that this member has not read; null if the log was not reached. */
  get behind(): number | null {
    return this.#log.current?.kind === 'reached' ? Math.max(0, this.#log.current.last - this.#team.position) : null;
  }

  /** By the clock of the engine; null if it is not known. */
  get behindMs(): number | null {
    if (this.#log.current?.kind !== 'reached' || this.behind === null) return null;
    if (this.behind === 0) return 0;
    const { lastAt } = this.#log.current;
    return lastAt === null || this.#team.at === 0 ? null : Math.max(0, lastAt - this.#team.at);
  }

  get waiting(): number {
    return Math.max(0, this.#options.newestSeq() - (this.#team.nextSeq - 1));
  }

  get problem(): string | null {
    if (this.#notStoring !== null) return NOT_STORING;
    if (this.#stopped !== null) return CODES[this.#stopped.kind];
    if (this.#hole !== null && this.#restored === 0) return CODES.hole;
    return this.#log.current?.kind === 'not-reached' ? this.#log.current.code : null;
  }

  get leaseHolder(): string | null {
    return this.#log.current?.kind === 'reached' ? this.#log.current.holder : null;
  }

  /** A holder stores what it receives itself, and shows its stream beside its storage. */
  get #notStoring() {
    const storage = this.#options.storage();
    return storage.kind === 'failing' && !this.isHolding ? storage : null;
  }

  #current(): StreamState {
    if (this.isHolding && this.#stream !== null) return this.#held(this.#stream);
    const { problem } = this;
    if (this.#notStoring !== null)
      return this.#notWatching({ kind: 'not-storing', code: NOT_STORING, error: this.#notStoring.error });
    if (problem !== null) return this.#notWatching({ kind: 'log-unreachable', code: problem });
    if (this.#log.current?.kind !== 'reached')
      return { kind: 'connecting', blindSince: this.#lastEvent, attempt: 1, last: null };
    const { last, holder } = this.#log.current;
    const position = Math.max(this.#team.position, this.#restored);
    if (position < last || this.#restored > 0) {
      const from = (this.#catchesUpFrom ??= { position, elapsed: this.#options.clock.elapsed() });
      const share = (position - from.position) / Math.max(1, last - from.position);
      const percent = Math.min(99, Math.floor(100 * share));
      const leftMs = this.#leftMs(from, position, last);
      const left = leftMs === null ? {} : { leftMs };
      return this.#notWatching({ kind: 'catching-up', code: `${position}/${last}`, percent, ...left });
    }
    this.#catchesUpFrom = null;
    if (holder === null || this.#seat.kind === 'takes') return this.#noHolder();
    if (this.#team.session === null) return this.#notWatching({ kind: 'holder-blind', code: 'NO_SESSION', holder });
    const { holder: receiver } = this.#team.session;
    if (this.#options.others().some(({ member, isStoring }) => member === receiver && !isStoring))
      return this.#notWatching({ kind: 'holder-silent', code: NOT_STORING, holder });
    return {
      kind: 'watching',
      since: this.#since,
      lastEvent: this.#lastEvent,
      lastHeartbeat: this.#lastHeartbeat,
      team: { kind: 'following', holder },
    };
  }

  /** Returns the time for the rest at the speed since `from`; null if that is not known yet. */
  #leftMs(
    from: { readonly position: number; readonly elapsed: number },
    position: number,
    last: number,
  ): number | null {
    const passed = this.#options.clock.elapsed() - from.elapsed;
    const read = position - from.position;
    return passed < MIN_MEASURED_MS || read === 0 ? null : Math.round((passed * (last - position)) / read);
  }

  #held(stream: StreamState): StreamState {
    if (stream.kind === 'watching') {
      const { waiting } = this;
      const isAlone = this.#seat.kind === 'alone';
      return {
        ...stream,
        team: isAlone ? { kind: 'alone', waiting } : { kind: 'holding', followers: this.#options.others().length },
      };
    }
    if (stream.kind !== 'waiting' || stream.step.cause.kind !== 'seat-taken') return stream;
    const lost = this.#team.holder?.lost ?? null;
    const other =
      lost === null
        ? ({ kind: 'seat-of-stranger' } as const)
        : ({ kind: 'seat-of-member', holder: this.#options.nameOf(lost.member) } as const);
    return { ...stream, step: { ...stream.step, cause: { ...stream.step.cause, ...other } } };
  }

  /** If this member could not sign in, that is what the user can change. */
  #noHolder(): StreamState {
    const last = this.#lastStream;
    const isSignIn = last?.kind === 'waiting' && (last.step.kind !== 'retry' || last.step.shown === 'sign-in-needed');
    return isSignIn ? last : this.#notWatching({ kind: 'no-holder', code: 'NO_HOLDER' });
  }

  #notWatching(
    of: Pick<InterruptionCause, 'kind' | 'code' | 'holder' | 'percent' | 'leftMs'> & Partial<InterruptionCause>,
  ): StreamState {
    const cause = { reason: 'unreachable', host: null, error: null, answer: null, ...of } as const;
    const step = { kind: 'retry', delayMs: 0, renewToken: false, shown: 'reconnecting', cause } as const;
    const { at, elapsed } = this.#log.checkedAt;
    const { leaseMs } = this.#options;
    const nextAttempt = { at: at + leaseMs / 3, elapsed: elapsed + leaseMs / 3 };
    return { kind: 'waiting', blindSince: this.#lastEvent, attempt: 1, step, nextAttempt };
  }
}

/** Code of a problem: the store belongs to another log, or to this one before it was made again. */
export const LOG_REPLACED = 'LOG_REPLACED';

const NOT_STORING = 'NOT_STORING';

const CODES: Readonly<Record<Shown['kind'] | 'hole', string>> = {
  ...LOG_CODES,
  'other-log': LOG_REPLACED,
  'other-service': 'LOG_OF_ANOTHER_SERVICE',
  'other-lineage': 'STORE_OF_ANOTHER_TEAM',
  hole: 'LOG_HOLE',
  newer: 'LOG_TOO_NEW',
  fault: 'FAULT',
};

/**
 * One connection while it lasts: what came over it, as far as coverage, history and status need to know, and whether
 * it was we who hung up.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { AttemptRecord } from './stream-history.ts';

export class Connection {
  /** The next event belongs to the session under way. */
  inSession = false;
  /** There was no room for its last event, so that the next was not read at once. */
  wasPaused = false;
  /** Its first, last and last HEARTBEAT event; `null` while none came. */
  first: Moment | null = null;
  last: Moment | null = null;
  lastHeartbeat: Moment | null = null;
  /** Why we hung up; `null` where we did not. */
  hungUp: AttemptOutcome | null = null;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  /** When the service accepted it, elapsed; `null` while it did not. */
  #openedAt: number | null = null;
  #lastKind = '';
  #toldUsSomething = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Aborted when we hung up, and when it is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  /** The service accepted it. */
  opened(): void {
    this.#openedAt ??= this.#clock.elapsed();
  }

  received(event: ReceivedEvent, when: Moment): void {
    this.inSession = true;
    this.first ??= when;
    this.last = when;
    this.#lastKind = event.kind;
    if (event.kind === 'HEARTBEAT') this.lastHeartbeat = when;
    if (event.kind !== 'SUBSCRIPTION_STARTED' && event.kind !== 'SUBSCRIPTION_ENDED') this.#toldUsSomething = true;
  }

  /** Hangs up after `ms`, unless it is over by then. */
  hangUpIn(ms: number, outcome: AttemptOutcome): void {
    const hangUp = async (): Promise<void> => {
      await this.#clock.sleep(ms, this.over);
      this.hungUp = outcome;
      this.end();
    };
    // Rejects where it was over before.
    void hangUp().catch(() => undefined);
  }

  end(): void {
    this.#over.abort(new Error('the connection is over'));
  }

  /**
   * Until when the stream is known to have worked: its last complete event. One that was ended in order before a
   * heartbeat was late has worked until its end: what was sent before has been received. `null` where no event came.
   */
  workedUntil(now: Moment, outcome: AttemptOutcome | 'stopped', lateMs: number): Moment | null {
    if (this.last === null || outcome === 'stopped') return this.last;
    const isInOrder = outcome.kind === 'closed' && outcome.cutBytes === 0;
    const isOfSession = this.inSession && this.#lastKind !== 'SUBSCRIPTION_ENDED';
    return isInOrder && isOfSession && now.elapsed - this.last.elapsed < lateMs ? now : this.last;
  }

  record(now: Moment): AttemptRecord {
    return {
      openMs: this.#openedAt === null ? null : now.elapsed - this.#openedAt,
      watchedMs: this.first === null ? null : now.elapsed - this.first.elapsed,
      receivedData: this.#toldUsSomething,
      endAnnounced: this.#lastKind === 'SUBSCRIPTION_ENDED',
    };
  }
}

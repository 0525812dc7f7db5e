/** State of one connection for coverage, history and status: what arrived, and if Watchfloor hung up. */
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { isOfConnection } from '../../../src-shared/domain/event/session-event.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { Lateness } from './lateness.ts';
import { currentMoment } from '../lib/moment.ts';
import type { AttemptRecord } from './stream-history.ts';

/** Decoding each event would cost as much as receiving it. */
const MEASURE_INTERVAL_MS = 1_000;

export class Connection {
  inSession = false;
  /** True if the last event waited for room in the queue, so that the next one was read late. */
  wasPaused = false;
  handedOver = 0;
  first: Moment | null = null;
  last: Moment | null = null;
  lastHeartbeat: Moment | null = null;
  hungUp: AttemptOutcome | null = null;
  requestedAt: Moment | null = null;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  /** Elapsed ms when the service accepted the connection; null before that. */
  #openedAt: number | null = null;
  #maxPauseMs = 0;
  #lastKind = '';
  #lateness: Lateness | null = null;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #receivedData = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  /** Longest delay of recent events in ms, if the stream is held back on the way; else null. */
  get heldBackMs(): number | null {
    return this.#lateness?.heldBackMs ?? null;
  }

  requested(): void {
    this.requestedAt = currentMoment(this.#clock);
    this.#lateness = new Lateness(this.requestedAt);
  }

  /** True if Watchfloor left an unanswered request. A proxy may keep its side of it open. */
  wasLeft(outcome: AttemptOutcome | 'stopped'): boolean {
    if (this.requestedAt === null || this.#lastKind === 'SUBSCRIPTION_ENDED') return false;
    if (outcome === 'stopped' || this.hungUp !== null) return true;
    return outcome.kind === 'silent' || outcome.kind === 'no-answer' || outcome.kind === 'consumer-failed';
  }

  opened(): void {
    this.#openedAt ??= this.#clock.elapsed();
  }

  received(event: ReceivedEvent, when: Moment): void {
    this.inSession = true;
    this.first ??= when;
    if (this.last !== null) this.#maxPauseMs = Math.max(this.#maxPauseMs, when.elapsed - this.last.elapsed);
    this.last = when;
    this.#lastKind = event.kind;
    if (event.kind === 'HEARTBEAT') this.lastHeartbeat = when;
    if (event.kind !== 'SUBSCRIPTION_STARTED' && event.kind !== 'SUBSCRIPTION_ENDED') this.#receivedData = true;
  }

  /** Measures how late an event arrived. The first one of a burst is the latest, so one in a second is enough. */
  measure(event: ReceivedEvent, when: Moment): void {
    if (when.elapsed - this.#measuredAt < MEASURE_INTERVAL_MS && !isOfConnection(event.kind)) return;
    this.#measuredAt = when.elapsed;
    this.#lateness?.received({ kind: event.kind, createdAt: decodeEvent(event).createdAt }, when);
  }

  hangUpIn(ms: number, outcome: AttemptOutcome): void {
    const hangUp = async (): Promise<void> => {
      await this.#clock.sleep(ms, this.over);
      this.hungUp = outcome;
      this.end();
    };
    // Rejects if the connection ended earlier.
    void hangUp().catch(() => undefined);
  }

  end(): void {
    this.#over.abort(new Error('the connection is over'));
  }

  /**
   * The last complete event; null if none arrived. If the service ended the stream properly before a heartbeat was
   * late, that end, because everything sent before it was received.
   */
  workedUntil(now: Moment, outcome: AttemptOutcome | 'stopped', lateMs: number): Moment | null {
    if (this.last === null || outcome === 'stopped') return this.last;
    const isInOrder = outcome.kind === 'closed' && outcome.cutBytes === 0;
    const isOfSession = this.inSession && this.#lastKind !== 'SUBSCRIPTION_ENDED';
    return isInOrder && isOfSession && now.elapsed - this.last.elapsed < lateMs ? now : this.last;
  }

  record(now: Moment, heartbeatMs: number): AttemptRecord {
    return {
      openMs: this.#openedAt === null ? null : now.elapsed - this.#openedAt,
      watchedMs: this.first === null ? null : now.elapsed - this.first.elapsed,
      silentMs: now.elapsed - (this.last?.elapsed ?? this.#openedAt ?? now.elapsed),
      maxPauseMs: this.#maxPauseMs,
      heartbeatMs,
      receivedData: this.#receivedData,
      endAnnounced: this.#lastKind === 'SUBSCRIPTION_ENDED',
    };
  }
}

/** Supervises the stream: attempt, report the loss, decide, wait; one attempt at a time. A bug never ends watching. */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { ownRequestOf } from '../../../src-shared/domain/coverage/own-request.ts';
import { heartbeatLimits } from '../../../src-shared/domain/profile/profile.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { StreamLoss } from '../ports/event-store.ts';
import type { NextStep, Source, SourceSink, SourceStart, StreamState } from '../ports/source.ts';
import { attempt, type AttemptOptions, ENDED_BY_US } from './attempt.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { Connection } from './connection.ts';
import { type PausedReading, lossDetail, stepDetail } from './loss-detail.ts';
import { currentMoment, reanchored } from '../lib/moment.ts';
import { failedHost } from './cause.ts';
import { faultStep, lostEventsStep, nextStep } from './reconnect-policy.ts';
import { historyAfter, NO_HISTORY } from './stream-history.ts';
import { TICK_MS, type TimeStep } from '../lib/time-steps.ts';
import { Timekeeper } from '../lib/timekeeper.ts';

export interface StreamSourceOptions extends AttemptOptions {
  readonly clock: Clock;
  readonly random: () => number;
}

export function createStreamSource(options: StreamSourceOptions): Source {
  const retryRequests = new ChangeSignal();
  let running: Supervision | null = null;
  return {
    run: (start, sink, publish, signal) => {
      running = new Supervision(options, retryRequests, start, sink, publish, signal);
      return running.run();
    },
    retryNow: () => retryRequests.notify(),
    wakeUp: () => running?.awake(),
  };
}

/** Interval for repeating the loss while no stream is open. After a crash, the store uses the last one. */
const LIVENESS_INTERVAL_MS = 60_000;
/** The service disconnects after SUBSCRIPTION_ENDED. If it does not, the source would listen to a dead session. */
const HANG_UP_AFTER_END_MS = 2_000;
/** After sleep: time to read what is left in the socket of a connection that is most likely dead. */
const HANG_UP_AFTER_SLEEP_MS = 1_000;
/** Limits retries if a network comes and goes. */
const MIN_WAKE_INTERVAL_MS = 10_000;

class Supervision {
  readonly #options: StreamSourceOptions;
  readonly #sink: SourceSink;
  readonly #onState: (state: StreamState) => void;
  readonly #signal: AbortSignal;
  readonly #retryRequests: ChangeSignal;
  readonly #woken = new ChangeSignal();
  readonly #heartbeatMs: number;
  readonly #lateMs: number;
  readonly #blindAfterMs: number;
  readonly #time: Timekeeper;
  #retryRequestsSeen: number;
  #history = NO_HISTORY;
  #last: NextStep | null = null;
  #lastEventId: string | null;
  #blindSince: Moment;
  #leftRequest: Moment | null;
  /** Last reported loss; null while events arrive, and before the first attempt has ended. */
  #loss: StreamLoss | null = null;
  #lossPublishedAt = 0;
  #awakeAt = Number.NEGATIVE_INFINITY;
  #connection: Connection | null = null;
  #state: StreamState;

  constructor(
    options: StreamSourceOptions,
    retryRequests: ChangeSignal,
    start: SourceStart,
    sink: SourceSink,
    onState: (state: StreamState) => void,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#retryRequests = retryRequests;
    this.#retryRequestsSeen = retryRequests.revision;
    this.#lastEventId = start.lastEventId;
    this.#blindSince = start.blindSince;
    this.#leftRequest = start.leftRequest;
    this.#sink = sink;
    this.#onState = onState;
    this.#signal = signal;
    this.#state = { kind: 'connecting', blindSince: start.blindSince, attempt: 1, last: null };
    const { intervalSeconds, lateSeconds, blindSeconds } = heartbeatLimits(options.profile);
    this.#heartbeatMs = intervalSeconds * 1_000;
    this.#lateMs = lateSeconds * 1_000;
    this.#blindAfterMs = blindSeconds * 1_000;
    this.#time = new Timekeeper(options.clock, this.#blindAfterMs, (step, now) => this.#onStep(step, now));
  }

  async run(): Promise<void> {
    const ticking = this.#tick();
    while (!this.#signal.aborted) {
      try {
        const step = await this.#attempt();
        if (step !== null) await this.#wait(step);
      } catch (error) {
        await this.#afterFault(error);
      }
    }
    await ticking;
    this.#reportLoss({ reason: 'stopped', detail: null });
    this.#publish({ kind: 'stopped', since: this.#now() });
  }

  awake(): void {
    if (this.#signal.aborted) return;
    const wasInSession = this.#connection?.inSession === true;
    this.#time.tick();
    // Waking or a new network does not free a seat that another subscriber holds. Other problems may be over.
    const isSeatTaken = this.#last?.kind === 'retry' && this.#last.shown === 'seat-taken';
    const { elapsed } = this.#now();
    if (wasInSession || isSeatTaken || elapsed - this.#awakeAt < MIN_WAKE_INTERVAL_MS) return;
    this.#awakeAt = elapsed;
    this.#retryRequests.notify();
  }

  async #attempt(): Promise<NextStep | null> {
    const { clock, log, random, profile } = this.#options;
    const connection = new Connection(clock);
    this.#connection = connection;
    this.#publishBlind({ kind: 'connecting', last: this.#last });
    let outcome: AttemptOutcome | 'stopped' = 'stopped';
    try {
      const handlers = {
        lastEventId: this.#lastEventId,
        onEvent: (event: ReceivedEvent) => this.#onEvent(connection, event),
        onCursor: (lastEventId: string) => {
          this.#remember(lastEventId);
          this.#sink.cursor(lastEventId);
        },
        onOpen: () => this.#sink.request(connection.requestedAt?.at ?? null),
        onCounted: (events: number) => this.#compareCounts(connection, events),
      };
      outcome = await attempt(this.#options, connection, handlers, this.#signal);
    } finally {
      this.#connection = null;
      this.#blindSince = connection.workedUntil(this.#now(), outcome, this.#lateMs) ?? this.#blindSince;
      this.#noteRequest(connection, outcome);
    }
    if (outcome === 'stopped') return null;

    this.#history = historyAfter(this.#history, connection.record(this.#now(), this.#heartbeatMs), outcome);
    const ownRequest = this.#leftRequest && ownRequestOf(this.#now().elapsed - this.#leftRequest.elapsed);
    const next = nextStep(outcome, { ...this.#history, ownRequest, random: random() });
    const step = { ...next, cause: { ...next.cause, host: failedHost(outcome, profile) } };
    this.#history = { ...this.#history, tokenRenewed: step.kind === 'retry' && step.renewToken };
    this.#last = step;
    this.#reportLoss({ reason: step.cause.reason, detail: lossDetail(step, outcome) });
    const { failures } = this.#history;
    log.warn('the stream ended', { outcome: outcome.kind, cause: step.cause.code, failures });
    return step;
  }

  /** Remembers the last request that may still hold the seat. A later one that the service accepted has released it. */
  #noteRequest(connection: Connection, outcome: AttemptOutcome | 'stopped'): void {
    const wasLeft = connection.wasLeft(outcome);
    if (!wasLeft && !connection.isOpen) return;
    this.#leftRequest = wasLeft ? connection.requestedAt : null;
    this.#sink.request(this.#leftRequest?.at ?? null);
  }

  #onEvent(connection: Connection, event: ReceivedEvent): void | Promise<void> {
    const when = this.#time.eventMoment(event.receivedAt);
    const isReadLate = connection.wasPaused;
    this.#noteDelayed(connection, when);
    const opensSession = !connection.inSession;
    // Further events of one network chunk do not change the state of the connection.
    const isNews = when !== connection.last || event.kind === 'HEARTBEAT';
    if (connection.first === null) this.#retryRequestsSeen = this.#retryRequests.revision;
    connection.received(event, when);
    if (isNews && !isReadLate) connection.measure(event, when);
    this.#loss = null;
    if (event.id !== null) this.#remember(event.id);
    if (event.kind === 'SUBSCRIPTION_ENDED') connection.hangUpIn(HANG_UP_AFTER_END_MS, ENDED_BY_US);
    if (isNews) {
      const { first: since, lastHeartbeat, heldBackMs } = connection;
      this.#publish({
        kind: 'watching',
        since: since ?? when,
        lastEvent: when,
        lastHeartbeat,
        ...(heldBackMs !== null && { heldBackMs }),
      });
    }
    const room = this.#sink.event(event, when, opensSession);
    connection.handedOver += 1;
    if (room !== undefined) connection.wasPaused = true;
    return room;
  }

  /** The status was blind while the full queue stopped reading, and coverage must agree. */
  #noteDelayed(connection: Connection, when: Moment): void {
    const { last } = connection;
    // The rest of the network chunk was received before the pause.
    if (!connection.wasPaused || last === null || when === last) return;
    connection.wasPaused = false;
    const forMs = when.elapsed - last.elapsed;
    if (connection.inSession && forMs >= this.#blindAfterMs) this.#onStep({ kind: 'held-back', forMs }, when);
  }

  /** Reports events that arrived in bytes but not at the sink, once each. The next event begins a new session. */
  #compareCounts(connection: Connection, received: number): void {
    const { handedOver } = connection;
    if (received === handedOver) return;
    connection.handedOver = received;
    const step = lostEventsStep(handedOver, received);
    this.#options.log.error('events were received and not stored', { received, handedOver });
    this.#leaveSession(connection);
    this.#reportLoss({ reason: step.cause.reason, detail: step.cause.code });
    this.#publishBlind({ kind: 'connecting', last: step });
  }

  /** Ends the session while the connection goes on. Returns false if there is none. */
  #leaveSession(connection: Connection | null): boolean {
    if (connection?.inSession !== true) return false;
    connection.inSession = false;
    this.#blindSince = connection.last ?? this.#blindSince;
    return true;
  }

  /** Ends the session at a time step, because watching was not continuous across it. */
  #onStep(step: TimeStep | PausedReading, now: Moment): void {
    const connection = this.#connection;
    const detail = stepDetail(step);
    this.#options.log.warn('the clock jumped', { step: step.kind, detail });
    if (this.#leaveSession(connection)) this.#reportLoss({ reason: step.kind, detail }, now);
    // Reports the open loss again, because its start changed with the clock.
    if (this.#loss !== null) this.#reportLoss(this.#loss, now);
    if (step.kind === 'slept') {
      this.#history = { ...this.#history, failures: 0 };
      connection?.hangUpIn(HANG_UP_AFTER_SLEEP_MS, { kind: 'slept' });
      this.#woken.notify();
      if (this.#last?.kind === 'sign-in-needed') this.#retryRequests.notify();
    }
    this.#publish(this.#state);
  }

  async #tick(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await this.#options.clock.sleep(TICK_MS, this.#signal);
        this.#time.tick();
        this.#giveSignOfLife();
      } catch (error) {
        if (!this.#signal.aborted) this.#options.log.error('a clock jump could not be reported', { error });
      }
    }
  }

  async #wait(step: NextStep): Promise<void> {
    if (step.kind === 'retry' && step.delayMs === 0) return;
    const { at, elapsed } = this.#now();
    const due = step.kind === 'retry' ? { at: at + step.delayMs, elapsed: elapsed + step.delayMs } : null;
    this.#publishBlind({ kind: 'waiting', step, nextAttempt: due });
    await this.#untilDue(due);
    this.#retryRequestsSeen = this.#retryRequests.revision;
  }

  /** Returns early after a request to retry. Sleep of the computer counts as waiting: the wait ends at a point in time. */
  async #untilDue(due: Moment | null): Promise<void> {
    const { clock } = this.#options;
    const requested = [this.#retryRequests, this.#retryRequestsSeen] as const;
    while (!this.#signal.aborted && this.#retryRequests.revision <= this.#retryRequestsSeen) {
      const leftMs = due === null ? Infinity : due.elapsed - clock.elapsed();
      if (leftMs <= 0) return;
      await firstChange(clock, [requested, [this.#woken, this.#woken.revision]], leftMs, this.#signal);
    }
  }

  async #afterFault(error: unknown): Promise<void> {
    if (this.#signal.aborted) return;
    const { log, random } = this.#options;
    log.error('watching failed unexpectedly', { error });
    this.#history = { ...this.#history, failures: this.#history.failures + 1 };
    const step = faultStep(this.#history.failures, random());
    this.#last = step;
    try {
      this.#reportLoss({ reason: step.cause.reason, detail: step.cause.code });
      await this.#wait(step);
    } catch (again) {
      log.error('watching failed unexpectedly', { error: again });
      await this.#pauseAfterFault();
    }
  }

  /** Prevents a tight loop if even the wait fails. */
  async #pauseAfterFault(): Promise<void> {
    try {
      await this.#options.clock.sleep(TICK_MS, this.#signal);
    } catch {}
  }

  #giveSignOfLife(): void {
    if (this.#loss === null || this.#options.clock.monotonic() - this.#lossPublishedAt < LIVENESS_INTERVAL_MS) return;
    this.#reportLoss(this.#loss);
  }

  #reportLoss(loss: StreamLoss, now = this.#now()): void {
    this.#loss = loss;
    this.#lossPublishedAt = this.#options.clock.monotonic();
    this.#sink.loss(reanchored(this.#blindSince, now), now, loss);
  }

  /** An empty id clears the last one (WHATWG HTML 9.2.6). */
  #remember(lastEventId: string): void {
    this.#lastEventId = lastEventId === '' ? null : lastEventId;
  }

  #publishBlind(
    state:
      | { kind: 'connecting'; last: NextStep | null }
      | { kind: 'waiting'; step: NextStep; nextAttempt: Moment | null },
  ): void {
    this.#publish({ ...state, blindSince: this.#blindSince, attempt: this.#history.failures + 1 });
  }

  #publish(state: StreamState): void {
    this.#state = state;
    this.#onState(state);
  }

  #now(): Moment {
    return currentMoment(this.#options.clock);
  }
}

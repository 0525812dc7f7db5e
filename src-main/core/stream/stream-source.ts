/**
 * The supervised notification stream as a source: attempt, tell the loss, decide, wait, again; never two attempts at a
 * time. It tells its sink what arrives and what it knows; it decides nothing itself (`reconnect-policy.ts`). A bug in
 * it or behind its sink never ends watching: it is logged, shown, and tried again.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { heartbeatLimits } from '../../../src-shared/domain/profile.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { StreamLoss } from '../ports/event-store.ts';
import type { Source, SourceSink, SourceStart } from '../ports/source.ts';
import { attempt, type AttemptOptions, ENDED_BY_US } from './attempt.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { Connection } from './connection.ts';
import { type PausedReading, lossDetail, stepDetail } from './loss-detail.ts';
import { currentMoment, reanchored } from './moment.ts';
import { failedHost } from './cause.ts';
import { faultStep, nextStep, type NextStep } from './reconnect-policy.ts';
import { historyAfter, NO_HISTORY } from './stream-history.ts';
import type { StreamState } from './stream-state.ts';
import { TICK_MS, type TimeStep } from './time-steps.ts';
import { Timekeeper } from './timekeeper.ts';
import { waitFor } from './wait.ts';

export interface StreamSourceOptions extends AttemptOptions {
  readonly clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

export function createStreamSource(options: StreamSourceOptions): Source {
  const retryRequests = new ChangeSignal();
  let running: Supervision | null = null;
  return {
    run: (start, sink, signal) => {
      running = new Supervision(options, retryRequests, start, sink, signal);
      return running.run();
    },
    retryNow: () => retryRequests.notify(),
    wakeUp: () => running?.awake(),
  };
}

/** While nobody listens the loss is told again so often: after a crash, the store goes by the last time. */
const LIVENESS_INTERVAL_MS = 60_000;
/** The service disconnects after SUBSCRIPTION_ENDED; one that forgets to would leave us listening to nothing. */
const HANG_UP_AFTER_END_MS = 2_000;
/** After sleep: time to take what lies in the socket of a connection that is most likely dead. */
const HANG_UP_AFTER_SLEEP_MS = 1_000;
/** A network that comes and goes must not make us knock at its pace. */
const MIN_WAKE_INTERVAL_MS = 10_000;

class Supervision {
  readonly #options: StreamSourceOptions;
  readonly #sink: SourceSink;
  readonly #signal: AbortSignal;
  readonly #retryRequests: ChangeSignal;
  readonly #woken = new ChangeSignal();
  readonly #lateMs: number;
  readonly #blindAfterMs: number;
  readonly #time: Timekeeper;
  #retryRequestsSeen: number;
  #history = NO_HISTORY;
  #last: NextStep | null = null;
  #lastEventId: string | null;
  #blindSince: Moment;
  /** As told last; `null` while somebody listens, and before the first attempt has ended. */
  #loss: StreamLoss | null = null;
  /** Monotonic. */
  #lostToldAt = 0;
  /** Elapsed. */
  #awakeAt = Number.NEGATIVE_INFINITY;
  #connection: Connection | null = null;
  #state: StreamState;

  constructor(
    options: StreamSourceOptions,
    retryRequests: ChangeSignal,
    start: SourceStart,
    sink: SourceSink,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#retryRequests = retryRequests;
    this.#retryRequestsSeen = retryRequests.revision;
    this.#lastEventId = start.lastEventId;
    this.#blindSince = start.blindSince;
    this.#sink = sink;
    this.#signal = signal;
    this.#state = { kind: 'connecting', blindSince: start.blindSince, attempt: 1, last: null };
    const { lateSeconds, blindSeconds } = heartbeatLimits(options.profile);
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
    this.#lose({ reason: 'stopped', detail: null });
    this.#publish({ kind: 'stopped', since: this.#now() });
  }

  awake(): void {
    if (this.#signal.aborted) return;
    const wasInSession = this.#connection?.inSession === true;
    // A sleep is told now instead of within a second; what follows from it follows as ever.
    this.#time.tick();
    // Waking and another network bring nothing for the seat of another subscriber. Everything else may be there now.
    const isSeatTaken = this.#last?.kind === 'retry' && this.#last.shown === 'seat-taken';
    const { elapsed } = this.#now();
    if (wasInSession || isSeatTaken || elapsed - this.#awakeAt < MIN_WAKE_INTERVAL_MS) return;
    this.#awakeAt = elapsed;
    this.#retryRequests.notify();
  }

  /** One attempt and what follows from it; `null` where watching was stopped. */
  async #attempt(): Promise<NextStep | null> {
    const { clock, log, random, profile } = this.#options;
    const connection = new Connection(clock);
    this.#connection = connection;
    this.#publishBlind({ kind: 'connecting', last: this.#last });
    let outcome: AttemptOutcome | 'stopped' = 'stopped';
    try {
      const told = {
        lastEventId: this.#lastEventId,
        onEvent: (event: ReceivedEvent) => this.#onEvent(connection, event),
        onCursor: (lastEventId: string) => {
          this.#remember(lastEventId);
          this.#sink.cursor(lastEventId);
        },
      };
      outcome = await attempt(this.#options, connection, told, this.#signal);
    } finally {
      this.#connection = null;
      this.#blindSince = connection.workedUntil(this.#now(), outcome, this.#lateMs) ?? this.#blindSince;
    }
    if (outcome === 'stopped') return null;

    this.#history = historyAfter(this.#history, connection.record(this.#now()), outcome);
    const next = nextStep(outcome, { ...this.#history, random: random() });
    const step = { ...next, cause: { ...next.cause, host: failedHost(outcome, profile) } };
    this.#history = { ...this.#history, tokenRenewed: step.kind === 'retry' && step.renewToken };
    this.#last = step;
    this.#lose({ reason: step.cause.reason, detail: lossDetail(step, outcome) });
    const { failures } = this.#history;
    log.warn('the stream ended', { outcome: outcome.kind, cause: step.cause.code, failures });
    return step;
  }

  #onEvent(connection: Connection, event: ReceivedEvent): void | Promise<void> {
    const when = this.#time.eventMoment(event.receivedAt);
    this.#noteHeldBack(connection, when);
    const opensSession = !connection.inSession;
    // The rest of a chunk says nothing new of the connection.
    const isNews = when !== connection.last || event.kind === 'HEARTBEAT';
    if (connection.first === null) this.#retryRequestsSeen = this.#retryRequests.revision;
    connection.received(event, when);
    this.#loss = null;
    if (event.id !== null) this.#remember(event.id);
    if (event.kind === 'SUBSCRIPTION_ENDED') connection.hangUpIn(HANG_UP_AFTER_END_MS, ENDED_BY_US);
    if (isNews) {
      const { first: since, lastHeartbeat } = connection;
      this.#publish({ kind: 'watching', since: since ?? when, lastEvent: when, lastHeartbeat });
    }
    const room = this.#sink.event(event, when, opensSession);
    if (room !== undefined) connection.wasPaused = true;
    return room;
  }

  /** Nobody read the stream while there was no room for its events. Blind was shown then, and coverage says the same. */
  #noteHeldBack(connection: Connection, when: Moment): void {
    const { last } = connection;
    // What is left of the chunk was received before.
    if (!connection.wasPaused || last === null || when === last) return;
    connection.wasPaused = false;
    const forMs = when.elapsed - last.elapsed;
    if (connection.inSession && forMs >= this.#blindAfterMs) this.#onStep({ kind: 'held-back', forMs }, when);
  }

  /** Each step of time is a boundary: what lies on its two sides is not one piece of watching. */
  #onStep(step: TimeStep | PausedReading, now: Moment): void {
    const connection = this.#connection;
    const detail = stepDetail(step);
    this.#options.log.warn('time made a step', { step: step.kind, detail });
    if (connection?.inSession === true) {
      connection.inSession = false;
      this.#blindSince = connection.last ?? this.#blindSince;
      this.#lose({ reason: step.kind, detail }, now);
    }
    // The same again: the gap that is open began at another time by the clock as it is now.
    if (this.#loss !== null) this.#lose(this.#loss, now);
    if (step.kind === 'slept') {
      this.#history = { ...this.#history, failures: 0 };
      connection?.hangUpIn(HANG_UP_AFTER_SLEEP_MS, { kind: 'slept' });
      this.#woken.notify();
      if (this.#last?.kind === 'sign-in-needed') this.#retryRequests.notify();
    }
    // The same, told by the clock as it is now.
    this.#publish(this.#state);
  }

  async #tick(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await this.#options.clock.sleep(TICK_MS, this.#signal);
        this.#time.tick();
        this.#giveSignOfLife();
      } catch (error) {
        if (!this.#signal.aborted) this.#options.log.error('a step of time could not be told', { error });
      }
    }
  }

  /** Waits for the time, for somebody's wish, or for the end of watching. */
  async #wait(step: NextStep): Promise<void> {
    if (step.kind === 'retry' && step.delayMs === 0) return;
    const { at, elapsed } = this.#now();
    const due = step.kind === 'retry' ? { at: at + step.delayMs, elapsed: elapsed + step.delayMs } : null;
    this.#publishBlind({ kind: 'waiting', step, nextAttempt: due });
    const retryRequests = { changes: this.#retryRequests, seen: this.#retryRequestsSeen };
    try {
      await waitFor({ due, retryRequests, woken: this.#woken }, this.#options.clock, this.#signal);
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#retryRequestsSeen = this.#retryRequests.revision;
    }
  }

  /** The session is closed as a loss, and watching goes on. */
  async #afterFault(error: unknown): Promise<void> {
    if (this.#signal.aborted) return;
    const { log, random } = this.#options;
    log.error('watching failed unexpectedly', { error });
    this.#history = { ...this.#history, failures: this.#history.failures + 1 };
    const step = faultStep(this.#history.failures, random());
    this.#last = step;
    try {
      this.#lose({ reason: step.cause.reason, detail: step.cause.code });
      await this.#wait(step);
    } catch (again) {
      log.error('watching failed unexpectedly', { error: again });
      await this.#breathe();
    }
  }

  /** Where not even the wait works: whatever is broken, it is not tried in a tight loop. */
  async #breathe(): Promise<void> {
    try {
      await this.#options.clock.sleep(TICK_MS, this.#signal);
    } catch {
      // Stopped.
    }
  }

  #giveSignOfLife(): void {
    if (this.#loss === null || this.#options.clock.monotonic() - this.#lostToldAt < LIVENESS_INTERVAL_MS) return;
    this.#lose(this.#loss);
  }

  #lose(loss: StreamLoss, now = this.#now()): void {
    this.#loss = loss;
    this.#lostToldAt = this.#options.clock.monotonic();
    this.#sink.loss(reanchored(this.#blindSince, now), now, loss);
  }

  /** An empty id takes the last one back (WHATWG HTML 9.2.6). */
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
    this.#sink.publish(state);
  }

  #now(): Moment {
    return currentMoment(this.#options.clock);
  }
}

/**
 * Keeps the one stream: attempt, record the loss, decide, wait, again. Never two attempts at a time.
 * It publishes what it knows and stores what arrives; it decides nothing itself (`reconnect-policy.ts`).
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { type ConnectionProfile, heartbeatLimits, subscribeUrl } from '../../../src-shared/domain/profile.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { StreamClient } from '../ports/stream-client.ts';
import { TokenError } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import type { Intake } from './intake.ts';
import { type AttemptOutcome, nextStep, type NextStep } from './reconnect-policy.ts';
import { historyAfter, NO_HISTORY } from './stream-history.ts';
import type { StreamState } from './stream-state.ts';

export interface SupervisorOptions {
  readonly profile: ConnectionProfile;
  readonly tokens: TokenKeeper;
  readonly streams: StreamClient;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** `id` to resume after, as the store remembers it. */
  readonly lastEventId: string | null;
  /** The last complete event of an earlier run, or the start of watching. */
  readonly blindSince: number;
  readonly publish: (state: StreamState) => void;
  /** Resolves when somebody asks for the next attempt now. */
  readonly wake: (signal: AbortSignal) => Promise<void>;
}

/** The service disconnects after SUBSCRIPTION_ENDED; one that forgets to would leave us listening to nothing. */
const HANG_UP_AFTER_END_MS = 2_000;

/** One connection while it lasts. */
interface Connection {
  opened: boolean;
  /** Receive time and monotonic time of its first complete event; `null` while nothing came. */
  first: { at: number; monotonic: number } | null;
  /** Of this connection, or of an earlier one. */
  lastEventAt: number;
  lastHeartbeatAt: number | null;
  lastKind: string;
  toldUsSomething: boolean;
}

/** Runs until the signal is aborted; resolves then, with the last session ended as `stopped`. */
export async function superviseStream(options: SupervisorOptions, signal: AbortSignal): Promise<void> {
  const { clock, intake, publish } = options;
  let history = NO_HISTORY;
  let blindSince = options.blindSince;
  let lastEventId = options.lastEventId;
  let last: NextStep | null = null;

  while (!signal.aborted) {
    publish({ kind: 'connecting', blindSince, attempt: history.failures + 1, last });
    const connection: Connection = {
      opened: false,
      first: null,
      lastEventAt: blindSince,
      lastHeartbeatAt: null,
      lastKind: '',
      toldUsSomething: false,
    };
    const outcome = await attempt(options, connection, lastEventId, (id) => (lastEventId = id), signal);

    blindSince = connection.lastEventAt;
    if (outcome === 'stopped') break;
    const { opened, first, toldUsSomething, lastKind } = connection;
    const watchedMs = first === null ? null : clock.monotonic() - first.monotonic;
    const record = { opened, watchedMs, toldUsSomething, endAnnounced: lastKind === 'SUBSCRIPTION_ENDED' };
    history = historyAfter(history, record, outcome);
    last = nextStep(outcome, { ...history, random: options.random() });
    if (last.kind === 'retry' && last.renewToken) history = { ...history, tokenRenewed: true };
    if (last.kind === 'sign-in-needed') history = { ...history, tokenRenewed: false };
    intake.loss(blindSince, clock.now(), { reason: last.cause.reason, detail: lossDetail(last, outcome) });
    options.log.warn('the stream ended', { outcome: outcome.kind, code: last.cause.code, failures: history.failures });
    await wait(options, last, { blindSince, attempt: history.failures + 1 }, signal);
  }
  intake.loss(blindSince, clock.now(), { reason: 'stopped', detail: null });
  publish({ kind: 'stopped', since: clock.now() });
}

async function attempt(
  options: SupervisorOptions,
  connection: Connection,
  lastEventId: string | null,
  rememberId: (id: string | null) => void,
  signal: AbortSignal,
): Promise<AttemptOutcome | 'stopped'> {
  const { clock, intake, publish } = options;
  const over = new AbortController();

  function onEvent(event: ReceivedEvent): void | Promise<void> {
    const opensSession = connection.first === null;
    connection.first ??= { at: event.receivedAt, monotonic: clock.monotonic() };
    connection.lastEventAt = event.receivedAt;
    connection.lastKind = event.kind;
    if (event.kind === 'HEARTBEAT') connection.lastHeartbeatAt = event.receivedAt;
    if (event.kind === 'SUBSCRIPTION_ENDED') hangUpSoon();
    else if (event.kind !== 'SUBSCRIPTION_STARTED') connection.toldUsSomething = true;
    if (event.id !== null) rememberId(event.id === '' ? null : event.id);
    publish({
      kind: 'watching',
      since: connection.first.at,
      lastEventAt: event.receivedAt,
      lastHeartbeatAt: connection.lastHeartbeatAt,
    });
    return intake.event(event, opensSession);
  }
  function hangUpSoon(): void {
    clock.sleep(HANG_UP_AFTER_END_MS, over.signal).then(
      () => over.abort(new Error('the session is over')),
      () => undefined,
    );
  }

  try {
    const accessToken = await options.tokens.accessToken();
    const end = await options.streams.attempt({
      url: subscribeUrl(options.profile),
      accessToken,
      lastEventId,
      silenceMs: heartbeatLimits(options.profile).blindSeconds * 1_000,
      signal: AbortSignal.any([signal, over.signal]),
      onOpen() {
        connection.opened = true;
        options.log.info('the stream is open');
      },
      onEvent,
    });
    if (end.kind === 'aborted') return signal.aborted ? 'stopped' : { kind: 'closed', retryMs: null, cutBytes: 0 };
    if (end.kind === 'refused' && end.status === 401) options.tokens.reject(accessToken);
    if (end.kind === 'silent' && !connection.opened)
      return { kind: 'unreachable', code: 'NO_ANSWER', detail: '', tls: false };
    return end;
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (error instanceof TokenError) return { kind: 'no-token', refusal: error.refusal };
    if (error instanceof AppError)
      return {
        kind: 'no-token',
        refusal: { kind: 'refused', about: 'secret', code: error.code, detail: error.message },
      };
    throw error;
  } finally {
    over.abort(new Error('the attempt is over'));
  }
}

/** Waits for the time, for somebody's wish, or for the end of watching. */
async function wait(
  options: SupervisorOptions,
  step: NextStep,
  next: { blindSince: number; attempt: number },
  signal: AbortSignal,
): Promise<void> {
  const { clock, publish } = options;
  const delayMs = step.kind === 'retry' ? step.delayMs : null;
  if (delayMs === 0) return;
  const nextAttemptAt = delayMs === null ? null : clock.now() + delayMs;
  publish({ kind: 'waiting', ...next, step, nextAttemptAt });
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  try {
    await Promise.race([options.wake(either), ...(delayMs === null ? [] : [clock.sleep(delayMs, either)])]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    done.abort(new Error('the wait is over'));
  }
}

function lossDetail(step: NextStep, outcome: AttemptOutcome): string {
  const cut =
    outcome.kind === 'closed' && outcome.cutBytes > 0
      ? `; an unfinished event of ${outcome.cutBytes} bytes was cut off`
      : '';
  return `${step.cause.code}${cut}`;
}

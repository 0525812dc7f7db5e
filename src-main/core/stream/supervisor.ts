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
import {
  type AttemptOutcome,
  EVICTION_MS,
  nextStep,
  type NextStep,
  PLANNED_MS,
  STEADY_MS,
} from './reconnect-policy.ts';
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

/** What the last connection was, as far as the policy asks. */
interface Session {
  /** Receive time and monotonic time of its first complete event; `null` while nothing came. */
  first: { at: number; monotonic: number } | null;
  lastEventAt: number;
  lastHeartbeatAt: number | null;
  lastKind: string;
  events: number;
}

/** Runs until the signal is aborted; resolves then, with the last session ended as `stopped`. */
export async function superviseStream(options: SupervisorOptions, signal: AbortSignal): Promise<void> {
  const { clock, intake, publish } = options;
  let failures = 0;
  let evictions = 0;
  let tokenRenewed = false;
  let blindSince = options.blindSince;
  let lastEventId = options.lastEventId;
  let waitingFor: NextStep | null = null;

  while (!signal.aborted) {
    publish({ kind: 'connecting', blindSince, attempt: failures + 1, last: waitingFor });
    const session: Session = { first: null, lastEventAt: blindSince, lastHeartbeatAt: null, lastKind: '', events: 0 };
    const onEvent = (event: ReceivedEvent) => {
      const opens = session.first === null;
      session.first ??= { at: event.receivedAt, monotonic: clock.monotonic() };
      session.lastEventAt = event.receivedAt;
      session.lastKind = event.kind;
      session.events += 1;
      if (event.kind === 'HEARTBEAT') session.lastHeartbeatAt = event.receivedAt;
      if (event.id !== null) lastEventId = event.id === '' ? null : event.id;
      publish({
        kind: 'watching',
        since: session.first.at,
        lastEventAt: event.receivedAt,
        lastHeartbeatAt: session.lastHeartbeatAt,
      });
      return intake.event(event, opens);
    };
    const outcome = await attempt(options, lastEventId, onEvent, signal);

    blindSince = session.lastEventAt;
    if (outcome === 'stopped') {
      intake.loss(blindSince, { reason: 'stopped', detail: null });
      break;
    }

    const watchedMs = session.first === null ? 0 : clock.monotonic() - session.first.monotonic;
    const endAnnounced = session.lastKind === 'SUBSCRIPTION_ENDED';
    const endedWell = watchedMs >= STEADY_MS || (endAnnounced && watchedMs >= PLANNED_MS);
    failures = endedWell ? 1 : failures + 1;
    if (session.first !== null) {
      evictions = wasEvicted(session, watchedMs) ? evictions + 1 : 0;
      tokenRenewed = false;
    }
    const step = nextStep(outcome, {
      failures,
      endAnnounced,
      evictions,
      tokenRenewed,
      random: options.random(),
    });
    intake.loss(blindSince, { reason: step.cause.reason, detail: lossDetail(step, outcome) });
    options.log.warn('the stream ended', { outcome: outcome.kind, code: step.cause.code, failures, next: step.kind });

    waitingFor = step;
    if (step.kind === 'retry' && step.renewToken) tokenRenewed = true;
    if (step.kind === 'sign-in-needed') tokenRenewed = false;
    await wait(options, step, { blindSince, failures }, signal);
  }
  publish({ kind: 'stopped', since: clock.now() });
}

async function attempt(
  options: SupervisorOptions,
  lastEventId: string | null,
  onEvent: (event: ReceivedEvent) => void | Promise<void>,
  signal: AbortSignal,
): Promise<AttemptOutcome | 'stopped'> {
  try {
    const accessToken = await options.tokens.accessToken();
    const end = await options.streams.attempt({
      url: subscribeUrl(options.profile),
      accessToken,
      lastEventId,
      silenceMs: heartbeatLimits(options.profile).blindSeconds * 1_000,
      signal,
      onOpen: () => options.log.info('the stream is open'),
      onEvent,
    });
    if (end.kind === 'aborted') return 'stopped';
    if (end.kind === 'refused' && end.status === 401) options.tokens.reject(accessToken);
    return end;
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (error instanceof TokenError) return { kind: 'no-token', refusal: error.refusal };
    if (error instanceof AppError)
      return { kind: 'no-token', refusal: { kind: 'refused', code: error.code, detail: error.message } };
    throw error;
  }
}

/** Waits for the time, for somebody's wish, or for the end of watching. */
async function wait(
  options: SupervisorOptions,
  step: NextStep,
  since: { blindSince: number; failures: number },
  signal: AbortSignal,
): Promise<void> {
  const { clock, publish } = options;
  const delayMs = step.kind === 'retry' ? step.delayMs : null;
  if (delayMs === 0) return;
  const nextAttemptAt = delayMs === null ? null : clock.now() + delayMs;
  publish({ kind: 'waiting', blindSince: since.blindSince, attempt: since.failures + 1, step, nextAttemptAt });
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

/** Closed right after SUBSCRIPTION_STARTED with nothing else: what a service does that knows only one seat. */
function wasEvicted(session: Session, watchedMs: number): boolean {
  return session.events === 1 && session.lastKind === 'SUBSCRIPTION_STARTED' && watchedMs < EVICTION_MS;
}

function lossDetail(step: NextStep, outcome: AttemptOutcome): string {
  const cut =
    outcome.kind === 'closed' && outcome.cutBytes > 0
      ? `; an unfinished event of ${outcome.cutBytes} bytes was cut off`
      : '';
  return `${step.cause.code}${cut}`;
}

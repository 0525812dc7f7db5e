/**
 * One attempt at one connection to the notification stream (`service-spec.md` "3. Notification stream", WHATWG HTML
 * 9.2). Between the network and the EventSource stands our own reading of the answer, so that status, headers and
 * sizes are ours to judge. It must never retry, never follow a redirect and never tell a token; after an attempt has
 * ended no socket, timer or listener of it is left.
 */
import type { FetchLikeResponse } from 'eventsource';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../core/ports/stream-client.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import type { Network } from '../network/network.ts';
import { EventDelivery } from './event-delivery.ts';
import { OneShotEventSource } from './one-shot-event-source.ts';
import { silence } from './silence.ts';
import { answerHead, noAnswer, refusalOf } from './stream-answer.ts';
import { StreamConnection, type StreamFetch } from './stream-connection.ts';
import { requestFault, requestHeaders } from './stream-request.ts';
import { redactionOf } from '../network/token-redaction.ts';

export interface StreamClientOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly network: Network;
  /** Another way to the service than the network, for tests. */
  readonly fetch?: StreamFetch;
}

export function createStreamClient({ clock, log, network, fetch }: StreamClientOptions): StreamClient {
  return {
    async attempt(attempt) {
      if (attempt.signal.aborted) return { kind: 'aborted' };
      if (fetch !== undefined) return await makeAttempt(attempt, clock, log, fetch);
      const connection = new StreamConnection(network, attempt);
      try {
        return await makeAttempt(attempt, clock, log, connection.fetch);
      } finally {
        await connection.close();
      }
    },
  };
}

async function makeAttempt(attempt: StreamAttempt, clock: Clock, log: Log, fetch: StreamFetch): Promise<AttemptEnd> {
  const { url, accessToken, lastEventId, onEvent, onCursor, silenceMs, signal } = attempt;
  const fault = requestFault(url, accessToken);
  if (fault !== null) return fault;

  // The first end counts; whatever the closing below stirs up comes too late.
  const { promise: ended, resolve: end } = Promise.withResolvers<AttemptEnd>();
  const redacted = redactionOf(accessToken);
  const delivery = new EventDelivery({ clock, redacted, onEvent, onCursor, end });
  const hangUp = new AbortController();
  const abort = (): void => {
    end({ kind: 'aborted' });
  };
  signal.addEventListener('abort', abort, { once: true });
  const watchSilence = async (): Promise<void> => {
    await silence(delivery, silenceMs, clock, hangUp.signal);
    end({ kind: 'silent', retryMs: delivery.retryMs });
  };
  void watchSilence().catch(ignored);

  const openStream = async (): Promise<FetchLikeResponse> => {
    const headers = requestHeaders(accessToken, lastEventId);
    const answer = await fetch(url, { headers, redirect: 'manual', signal: hangUp.signal }).catch((error: unknown) => {
      const { code, detail, about, proxy } = networkFailureOf(error);
      end({ kind: 'unreachable', code, about, proxy, answer: { ...noAnswer, network: redacted(detail) } });
      throw connectionOver();
    });
    const refusal = await refusalOf(answer, clock, redacted, hangUp.signal);
    if (refusal !== null) {
      end(refusal);
      throw connectionOver();
    }
    delivery.open(answer.body?.getReader() ?? null, answerHead(answer, redacted));
    const contentType = { get: () => 'text/event-stream' };
    return { body: { getReader: () => delivery }, url, status: 200, redirected: false, headers: contentType };
  };
  const source = new OneShotEventSource(url, {
    fetch: openStream,
    onOpen: () => {
      try {
        attempt.onOpen();
      } catch (error) {
        end({ kind: 'consumer-failed', error });
      }
    },
    onMessage: (message) => {
      delivery.take(message);
    },
    onFailure: (message) => {
      log.error('the reader of the stream gave up, which it has no reason to', { message: redacted(message) });
      end(delivery.lost('EVENT_SOURCE_FAILED', message));
    },
  });
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    source.close();
    void delivery.cancel().catch(ignored);
    hangUp.abort(connectionOver());
  }
}

/** The EventSource takes an AbortError as its own closing and does nothing more: no timer for another try. */
function connectionOver(): DOMException {
  return new DOMException('The attempt is over.', 'AbortError');
}

/** Errors of things that are over anyway. */
function ignored(): void {}

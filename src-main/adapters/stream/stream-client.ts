/**
 * Makes one attempt at one connection (`docs/service.md` §3.1, WHATWG HTML 9.2). Never retries, follows a redirect or
 * reveals a token. After it has ended, none of its sockets, timers or listeners is left.
 */
import type { FetchLikeResponse } from 'eventsource';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../core/ports/stream-client.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import type { Network } from '../network/network.ts';
import { EventDelivery } from './event-delivery.ts';
import { EventFramer } from './event-framer.ts';
import { OneShotEventSource } from './one-shot-event-source.ts';
import { waitForSilence } from './silence-watchdog.ts';
import { responseHead, noResponse, streamRefusalOf } from './stream-response.ts';
import { createStreamConnection, type StreamFetch } from './stream-connection.ts';
import { requestFault, requestHeaders } from './stream-request.ts';
import { createRedaction } from '../network/token-redaction.ts';

export interface StreamClientOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly network: Network;
  readonly fetch?: StreamFetch;
  readonly createFramer?: () => EventFramer;
}

export function createStreamClient(options: StreamClientOptions): StreamClient {
  const { network, fetch } = options;
  return {
    async attempt(attempt) {
      if (attempt.signal.aborted) return { kind: 'aborted' };
      if (fetch !== undefined) return await makeAttempt(attempt, options, fetch);
      const connection = createStreamConnection(network, attempt);
      try {
        return await makeAttempt(attempt, options, connection.fetch);
      } finally {
        await connection.close();
      }
    },
  };
}

async function makeAttempt(
  attempt: StreamAttempt,
  { clock, log, createFramer }: StreamClientOptions,
  fetch: StreamFetch,
): Promise<AttemptEnd> {
  const { url, accessToken, lastEventId, onEvent, onCursor, onCounted, silenceMs, signal } = attempt;
  const fault = requestFault(url, accessToken);
  if (fault !== null) return fault;

  const { promise: ended, resolve: onEnd } = Promise.withResolvers<AttemptEnd>();
  const redact = createRedaction(accessToken);
  const framer = createFramer?.() ?? new EventFramer();
  const delivery = new EventDelivery({ clock, framer, redact, onEvent, onCursor, onCounted, onEnd });
  const hangUp = new AbortController();
  const abort = (): void => {
    onEnd({ kind: 'aborted' });
  };
  signal.addEventListener('abort', abort, { once: true });
  const watchSilence = async (): Promise<void> => {
    await waitForSilence(delivery, silenceMs, clock, hangUp.signal);
    onEnd({ kind: 'silent', retryMs: delivery.retryMs });
  };
  void watchSilence().catch(ignored);

  let head = noResponse;
  const openStream = async (): Promise<FetchLikeResponse> => {
    const headers = requestHeaders(accessToken, lastEventId);
    const response = await fetch(url, { headers, redirect: 'manual', signal: hangUp.signal }).catch(
      (error: unknown) => {
        const { code, detail, about, proxy } = networkFailureOf(error);
        onEnd({ kind: 'unreachable', code, about, proxy, answer: { ...noResponse, network: redact(detail) } });
        throw attemptOverError();
      },
    );
    const refusal = await streamRefusalOf(response, clock, redact, hangUp.signal);
    if (refusal !== null) {
      onEnd(refusal);
      throw attemptOverError();
    }
    head = responseHead(response, redact);
    delivery.open(response.body?.getReader() ?? null, head);
    const contentType = { get: () => 'text/event-stream' };
    return { body: { getReader: () => delivery }, url, status: 200, redirected: false, headers: contentType };
  };
  const source = new OneShotEventSource(url, {
    fetch: openStream,
    onOpen: () => {
      try {
        attempt.onOpen(head);
      } catch (error) {
        onEnd({ kind: 'consumer-failed', error });
      }
    },
    onMessage: delivery.setMessage,
    onFailure: (message) => {
      log.error('the stream reader stopped unexpectedly', { message: redact(message) });
      onEnd(delivery.connectionLost('EVENT_SOURCE_FAILED', message));
    },
  });
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    source.close();
    void delivery.cancel().catch(ignored);
    hangUp.abort(attemptOverError());
  }
}

/** The EventSource treats an AbortError as its own close and starts no retry timer. */
function attemptOverError(): DOMException {
  return new DOMException('The attempt is over.', 'AbortError');
}

function ignored(): void {}

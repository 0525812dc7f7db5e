/**
 * One attempt at one connection to the notification stream (`service-spec.md` "3. Notification stream", WHATWG HTML
 * 9.2). Between the network and the EventSource stands our own reading of the answer, so that status, headers and
 * sizes are ours to judge. It must never retry, never follow a redirect and never tell a token; after an attempt has
 * ended no socket, timer or listener of it is left.
 */
import type { FetchLikeResponse } from 'eventsource';
import type { Clock } from '../../core/ports/clock.ts';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../core/ports/stream-client.ts';
import { EventDelivery } from './event-delivery.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import { OneShotEventSource } from './one-shot-event-source.ts';
import { silence } from './silence.ts';
import { refusalOf } from './stream-answer.ts';
import { StreamConnection, type StreamFetch } from './stream-connection.ts';
import { requestFault, requestHeaders } from './stream-request.ts';
import { redactionOf } from './token-redaction.ts';

/** `fetch`: another way to the service than undici's, for tests; the attempt's own connection where it is left out. */
export function createStreamClient({ clock, fetch }: { clock: Clock; fetch?: StreamFetch }): StreamClient {
  return {
    async attempt(attempt) {
      if (attempt.signal.aborted) return { kind: 'aborted' };
      if (fetch !== undefined) return await makeAttempt(attempt, clock, fetch);
      const connection = new StreamConnection();
      try {
        return await makeAttempt(attempt, clock, connection.fetch);
      } finally {
        await connection.close();
      }
    },
  };
}

async function makeAttempt(attempt: StreamAttempt, clock: Clock, fetch: StreamFetch): Promise<AttemptEnd> {
  const { url, accessToken, lastEventId, onEvent, silenceMs, signal } = attempt;
  const fault = requestFault(url, accessToken);
  if (fault !== null) return fault;

  // The first end counts; whatever the closing below stirs up comes too late.
  const { promise: ended, resolve: end } = Promise.withResolvers<AttemptEnd>();
  const redacted = redactionOf(accessToken);
  const delivery = new EventDelivery({ clock, redacted, onEvent, end });
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
      const { code, detail, about } = networkFailureOf(error);
      end({ kind: 'unreachable', code, detail: redacted(detail), tls });
      throw connectionOver();
    });
    const refusal = await refusalOf(answer, clock, redacted, hangUp.signal);
    if (refusal !== null) {
      end(refusal);
      throw connectionOver();
    }
    delivery.open(answer.body?.getReader() ?? null);
    const contentType = { get: () => 'text/event-stream' };
    return { body: { getReader: () => delivery }, url, status: 200, redirected: false, headers: contentType };
  };
  const source = new OneShotEventSource(url, {
    fetch: openStream,
    onOpen: () => {
      try {
        attempt.onOpen();
      } catch (error) {
        end(delivery.consumerFailed(error));
      }
    },
    onMessage: (message) => {
      delivery.take(message);
    },
    onFailure: (message) => {
      end({ kind: 'lost', code: 'EVENT_SOURCE_FAILED', detail: redacted(message), retryMs: delivery.retryMs });
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

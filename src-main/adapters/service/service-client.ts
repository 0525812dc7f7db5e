/** Sends one request (`docs/service.md` §2.3, §7.1). Never follows a redirect, or returns the token that was sent. */
import type { Response } from 'undici';
import { AppError } from '../../../src-shared/api/errors.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { ServiceFailure, type ServiceClient, type ServiceReply } from '../../core/ports/service-client.ts';
import { ResponseTooLarge, boundedText } from '../network/bounded-text.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import { createSharedConnections } from '../network/shared-connections.ts';
import type { Connections, Network } from '../network/network.ts';
import { httpTimeOf, retryAfterMsOf } from '../network/retry-after.ts';
import { createRedaction } from '../network/token-redaction.ts';

/** Requests for pages follow each other immediately; servers wait longer than this for the next one. */
const IDLE_TIMEOUT_MS = 500;
/** Codes for a connection that the other side closed, perhaps just as the request was sent. */
const CLOSED_CONNECTION_CODES = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export function createServiceClient({ network }: { network: Network }): ServiceClient {
  const shared = createSharedConnections(network, IDLE_TIMEOUT_MS);
  return {
    async send({ profile, method, path, body, accessToken, timeoutMs, maxBytes }, signal) {
      signal.throwIfAborted();
      const late = AbortSignal.timeout(timeoutMs);
      const either = AbortSignal.any([signal, late]);
      const redacted = createRedaction(accessToken);
      const init = {
        method,
        ...(body === undefined ? {} : { body }),
        headers: {
          Accept: 'application/json',
          // A small compressed response may be very large when unpacked.
          'Accept-Encoding': 'identity',
          Authorization: `Bearer ${accessToken}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        redirect: 'manual' as const,
        signal: either,
      };
      const sendRequest = async (connections: Connections, isUsed: boolean): Promise<Response> => {
        try {
          return await connections.fetch(`${profile.baseUrl}${path}`, init);
        } catch (error) {
          if (!isUsed || either.aborted || !CLOSED_CONNECTION_CODES.has(networkFailureOf(error).code)) throw error;
          return await connections.fetch(`${profile.baseUrl}${path}`, init);
        }
      };
      const { origin } = new URL(profile.baseUrl);
      const way = { origin, caFile: profile.caFile ?? null, proxy: profile.proxy, connectTimeoutMs: timeoutMs };
      try {
        return await shared.run(way, async (connections, isUsed) => {
          const response = await sendRequest(connections, isUsed);
          return replyOf(response, await boundedText(response, maxBytes), redacted);
        });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) throw error;
        if (error instanceof ResponseTooLarge)
          throw new ServiceFailure({ code: 'ANSWER_TOO_LARGE', about: 'answer', detail: error.message });
        const { code, about, detail, proxy } = networkFailureOf(error);
        throw late.aborted
          ? new ServiceFailure({ code: 'TIMEOUT', about: 'time', detail: 'no answer in time' })
          : new ServiceFailure({ code, about, detail: redacted(detail), proxy }, { cause: error });
      }
    },
  };
}

function replyOf({ status, headers }: Response, text: string, redacted: (text: string) => string): ServiceReply {
  const type = mediaTypeOf(headers.get('content-type'));
  return {
    status,
    contentType: type === null ? null : redacted(type),
    retryAfterMs: retryAfterMsOf(headers.get('retry-after'), Date.now()),
    serviceTime: httpTimeOf(headers.get('date')),
    headers: [...headers].map(([name, value]) => [name.toLowerCase(), redacted(value)]),
    bytes: Buffer.byteLength(text),
    text: redacted(text),
  };
}

/** Classifies a response. Reads only the beginning of a refusal's body, and only for a limited time. */
import { type ServiceResponse, emptyServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { AttemptEnd } from '../../core/ports/stream-client.ts';
import { retryAfterMsOf } from '../network/retry-after.ts';
import type { Redaction } from '../network/token-redaction.ts';

export interface StreamResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): StreamBody } | null;
}

export interface StreamBody {
  read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

const redirectStatuses = [301, 302, 303, 307, 308];
/** Shown to users; the contract promises this length. */
const bodyCharacters = 500;
/** No useful header is longer. */
const headerCharacters = 500;
/** More than the characters that are kept, so that an echoed token is read completely and can be redacted. */
const bodyBytes = 16 * 1024;
/** The status is known already; a slower body is not worth the wait. */
const BODY_TIMEOUT_MS = 2_000;

export const noResponse = emptyServiceResponse('stream');

/** Returns the status and headers of a response, without a token that they may echo. */
export function responseHead({ status, headers }: StreamResponse, redacted: Redaction): ServiceResponse {
  const header = (name: string): string | null => {
    const value = headers.get(name);
    return value === null ? null : redacted(value).slice(0, headerCharacters);
  };
  return {
    ...noResponse,
    status,
    contentType: header('content-type'),
    location: header('location'),
    server: header('server'),
    via: header('via'),
  };
}

export async function streamRefusalOf(
  response: StreamResponse,
  clock: Clock,
  redacted: Redaction,
  signal: AbortSignal,
): Promise<AttemptEnd | null> {
  const { status, headers } = response;
  const head = responseHead(response, redacted);
  if (redirectStatuses.includes(status)) return { kind: 'redirected', status, answer: head };
  if (status === 200 && isEventStream(headers.get('content-type') ?? '')) return null;
  const body = redacted(await readBodyStart(response, clock, signal))
    .slice(0, bodyCharacters)
    .toWellFormed();
  const headAndBody = { ...head, body };
  if (status === 200) return { kind: 'not-a-stream', contentType: head.contentType, answer: headAndBody };
  const retryAfterMs = retryAfterMsOf(headers.get('retry-after'), clock.now());
  return { kind: 'refused', status, retryAfterMs, answer: headAndBody };
}

/** A header that a server sends twice arrives as one list (RFC 9110, 5.3). */
function isEventStream(contentType: string): boolean {
  return contentType.split(',').every((one) => /^[\t ]*text\/event-stream[\t ]*(?:;|$)/i.test(one));
}

async function readBodyStart(response: StreamResponse, clock: Clock, signal: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  const body = response.body.getReader();
  const parts: Uint8Array[] = [];
  const enough = new AbortController();
  const timeout = clock.sleep(BODY_TIMEOUT_MS, AbortSignal.any([signal, enough.signal]));
  try {
    await Promise.race([readParts(body, parts), timeout]);
  } catch {
    // The body was cut off. The part that arrived is used.
  } finally {
    enough.abort();
    void body.cancel().catch(() => undefined);
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, bodyBytes));
}

async function readParts(body: StreamBody, parts: Uint8Array[]): Promise<void> {
  let bytes = 0;
  while (bytes < bodyBytes) {
    const { done, value } = await body.read();
    if (done) return;
    parts.push(value);
    bytes += value.length;
  }
}

import type { AttemptEnd } from '../../core/ports/stream-client.ts';
import { noResponse } from './stream-response.ts';

/** Characters that an HTTP header value may have (RFC 9110, 5.5). The client throws for any other. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Servers commonly accept 8 KiB of headers. An id that makes them refuse the request would end watching for good. */
const MAX_LAST_EVENT_ID_BYTES = 2048;

/** Returns why the request cannot be sent; null if it can. */
export function requestFault(url: string, accessToken: string): AttemptEnd | null {
  const fault = (code: string): AttemptEnd => ({ kind: 'unreachable', code, about: 'network', answer: noResponse });
  if (!URL.canParse(url)) return fault('ERR_INVALID_URL');
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return fault('ERR_INVALID_CHAR');
  return null;
}

export function requestHeaders(accessToken: string, lastEventId: string | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    Accept: 'text/event-stream',
    // Compression would delay events until a block is full.
    'Accept-Encoding': 'identity',
    Authorization: `Bearer ${accessToken}`,
    'Cache-Control': 'no-store',
  };
  // A header is written byte for byte from latin1; the standard requires the id's UTF-8 bytes.
  const id = Buffer.from(lastEventId ?? '', 'utf8').toString('latin1');
  if (id !== '' && id.length <= MAX_LAST_EVENT_ID_BYTES && headerValue.test(id)) headers['Last-Event-ID'] = id;
  return headers;
}

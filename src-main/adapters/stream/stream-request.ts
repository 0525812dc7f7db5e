/** The subscribe request: its headers, and what makes it impossible to send. */
import type { AttemptEnd } from '../../core/ports/stream-client.ts';
import { noResponse } from './stream-response.ts';

/** What an HTTP header's value may consist of (RFC 9110, 5.5); the client throws at anything else. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Servers commonly take 8 KiB of headers in all; an id that got the request refused would keep us out for ever. */
const MAX_LAST_EVENT_ID_BYTES = 2048;

/** Why the request cannot be made at all; null where it can. */
export function requestFault(url: string, accessToken: string): AttemptEnd | null {
  const fault = (code: string): AttemptEnd => ({ kind: 'unreachable', code, about: 'network', answer: noResponse });
  if (!URL.canParse(url)) return fault('ERR_INVALID_URL');
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return fault('ERR_INVALID_CHAR');
  return null;
}

export function requestHeaders(accessToken: string, lastEventId: string | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    Accept: 'text/event-stream',
    // Compression on the way would hold events back until a block is full.
    'Accept-Encoding': 'identity',
    Authorization: `Bearer ${accessToken}`,
    'Cache-Control': 'no-store',
  };
  // A header is written byte for byte from latin1; the standard wants the id's UTF-8 bytes.
  const id = Buffer.from(lastEventId ?? '', 'utf8').toString('latin1');
  if (id !== '' && id.length <= MAX_LAST_EVENT_ID_BYTES && headerValue.test(id)) headers['Last-Event-ID'] = id;
  return headers;
}

/** Finds the bytes of an event that are not UTF-8. The decoder of the stream puts U+FFFD in their place (WHATWG). */
import { isUtf8 } from 'node:buffer';

/** All valid sequences of bytes (RFC 3629, section 4), one byte per character. */
const VALID =
  // oxlint-disable-next-line no-control-regex -- every byte of ASCII is valid
  /[\x00-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}/g;
const MAX_REPORTED_BYTES = 32;

/** Returns the invalid bytes in order and in hexadecimal, such as `\xE9\xFC`; null if there are none. */
export function invalidUtf8(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const invalid = Buffer.from(text.replaceAll(VALID, ''), 'latin1');
  const hex = Array.from(invalid.subarray(0, MAX_REPORTED_BYTES), (byte) => `\\x${byte.toString(16).toUpperCase()}`);
  return `${hex.join('')}${invalid.length > MAX_REPORTED_BYTES ? '…' : ''}`;
}

/** Identifiers as a row keeps them: half as long as their text. Whatever is not of the usual form is kept as text. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Shorter ones gain nothing. */
const DIGITS = /^[0-9]{6,64}$/;
/** Ends an odd number of digits. */
const NO_DIGIT = 'f';

export type Packed = Buffer | string | null;

/** A UUID (RFC 9562, in lower case) as its 16 bytes. */
export function packUuid(text: string | null): Packed {
  return text !== null && UUID.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : text;
}

export function unpackUuid(stored: Packed): string | null {
  if (stored === null || typeof stored === 'string') return stored;
  const hex = stored.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Decimal digits, two in a byte. */
export function packDigits(text: string | null): Packed {
  if (text === null || !DIGITS.test(text)) return text;
  return Buffer.from(text.length % 2 === 0 ? text : text + NO_DIGIT, 'hex');
}

export function unpackDigits(stored: Packed): string | null {
  if (stored === null || typeof stored === 'string') return stored;
  const hex = stored.toString('hex');
  return hex.endsWith(NO_DIGIT) ? hex.slice(0, -1) : hex;
}

/** Packs identifiers into half the bytes of their text. Values of another form are stored as text. */

const UUID_LENGTH = 36;
/** Packing shorter texts saves nothing. */
const MIN_PACKED_DIGITS = 6;
const MAX_PACKED_DIGITS = 64;
/** Fills the last byte of an odd number of digits. */
const NO_DIGIT = 'f';

export type PackedValue = Buffer | string | null;

export function packUuid(text: string | null): PackedValue {
  if (text === null || text.length !== UUID_LENGTH) return text;
  const packed = Buffer.allocUnsafe(16);
  let at = 0;
  for (let byte = 0; byte < 16; byte += 1) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
      if (text.charCodeAt(at) !== 0x2d) return text;
      at += 1;
    }
    const value = 16 * hexDigit(text.charCodeAt(at)) + hexDigit(text.charCodeAt(at + 1));
    if (!(value >= 0)) return text;
    packed[byte] = value;
    at += 2;
  }
  return packed;
}

export function unpackUuid(stored: PackedValue): string | null {
  if (stored === null || typeof stored === 'string') return stored;
  const hex = stored.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function packDigits(text: string | null): PackedValue {
  if (text === null || text.length < MIN_PACKED_DIGITS || text.length > MAX_PACKED_DIGITS) return text;
  const packed = Buffer.allocUnsafe((text.length + 1) >> 1);
  for (let at = 0; at < text.length; at += 2) {
    const low = at + 1 < text.length ? digit(text.charCodeAt(at + 1)) : 15;
    const value = 16 * digit(text.charCodeAt(at)) + low;
    if (!(value >= 0)) return text;
    packed[at >> 1] = value;
  }
  return packed;
}

export function unpackDigits(stored: PackedValue): string | null {
  if (stored === null || typeof stored === 'string') return stored;
  const hex = stored.toString('hex');
  return hex.endsWith(NO_DIGIT) ? hex.slice(0, -1) : hex;
}

function digit(sign: number): number {
  return sign >= 0x30 && sign <= 0x39 ? sign - 0x30 : Number.NaN;
}

function hexDigit(sign: number): number {
  return sign >= 0x61 && sign <= 0x66 ? sign - 0x57 : digit(sign);
}

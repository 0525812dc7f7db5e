/**
 * The key of a case as stored: an EID as two digits in a byte, the UUID of a request as 16 bytes, and any other key as
 * text. A case is found by a hash of its key, because an index of hashes is small.
 */
import { crc32 } from 'node:zlib';
import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseState } from '../../../core/ports/case-projection.ts';
import { packDigits, type PackedValue, packUuid } from '../events/texts/packed-values.ts';

const EID = 'eid:';
const REQUEST = 'request:';

/** Condition for the row of a case; bind `boundKey(key)`. */
export const HAS_KEY = 'key_hash = ? AND key = ?';
export type BoundKey = [hash: number, key: PackedValue];

export function boundKey(key: CaseKey): BoundKey {
  return [keyHash(key), packKey(key)];
}

/** Signed, because SQLite stores that in four bytes. */
export function keyHash(key: CaseKey): number {
  return crc32(key) | 0;
}

export function packKey(key: CaseKey): PackedValue {
  const name = key.slice(key.indexOf(':') + 1);
  const packed = key.startsWith(REQUEST)
    ? packUuid(name)
    : key.startsWith(EID) && name.length % 2 === 0
      ? packDigits(name)
      : null;
  return typeof packed === 'string' ? key : (packed ?? key);
}

const UUID = ['1, 4', '5, 2', '7, 2', '9, 2', '11'].map((bytes) => `hex(substr(key, ${bytes}))`).join(" || '-' || ");

/** SQL for the key of a row of `case_file`. */
export const KEY_TEXT = `CASE WHEN typeof(key) = 'text' THEN key
  WHEN kind = 0 THEN '${EID}' || hex(key) ELSE '${REQUEST}' || lower(${UUID}) END`;

/**
 * The key after its colon has the part. OR and AND, unlike CASE, evaluate only what is needed: most words can be no
 * part of a packed key, which saves unpacking it. `part` in small letters; `pattern`: name of the bound LIKE pattern.
 */
export function hasPart(kind: CaseState['kind'], part: string, pattern: string): string {
  const isLike = (text: string, bound = pattern) => `${text} LIKE ${bound} ESCAPE '\\'`;
  const forms = [`typeof(key) = 'text' AND ${isLike("substr(key, instr(key, ':') + 1)")}`];
  const isPacked = `typeof(key) = 'blob' AND`;
  if (kind === 'localization' && /^\d+$/.test(part)) forms.push(`${isPacked} ${isLike('hex(key)')}`);
  if (kind === 'request' && /^[\da-f-]+$/.test(part))
    forms.push(`${isPacked} ${isLike('hex(key)', `replace(${pattern}, '-', '')`)} AND ${isLike(`(${UUID})`)}`);
  return forms.map((form) => `(${form})`).join(' OR ');
}

/**
 * Whether a row has a value with a piece in it, in any case. SQLite leaves out what cannot match by its bytes; what is left
 * is decided by the values, so that neither a name nor the sign of an escape is ever found.
 */
import { itemFields, type ItemField } from '../../../src-shared/service/subscription-item.ts';

/** Of rows behind a place, up to another; with an escape or a sign beyond ASCII the bytes decide nothing. */
export const MAY_MATCH = `
  place > :after AND place <= :last
  AND (raw LIKE :pattern ESCAPE '!' OR instr(raw, '\\') > 0 OR octet_length(raw) <> length(raw))`;

/** The pattern of `MAY_MATCH`; only ASCII folds its case there, so what is beyond it stands for anything. */
export function likePattern(piece: string): string {
  return `%${piece.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\x20-\x7e]+/g, '%')}%`;
}

/** @param lowered in lower case */
export function hasValueWith(raw: string, lowered: string): boolean {
  return hasTextWith(raw, lowered) || fieldWith(itemFields(raw), lowered) !== undefined;
}

export function fieldWith(fields: readonly ItemField[], lowered: string): ItemField | undefined {
  return fields.find(({ kind, value }) => kind !== 'null' && value.toLowerCase().includes(lowered));
}

/** The usual case, in a third of the time: a property of the item itself, or of the object in it. */
function hasTextWith(raw: string, lowered: string): boolean {
  try {
    return hasText(JSON.parse(raw), lowered, 2);
  } catch {
    return false;
  }
}

function hasText(value: unknown, lowered: string, depth: number): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(lowered);
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((each) => hasText(each, lowered, depth - 1));
}

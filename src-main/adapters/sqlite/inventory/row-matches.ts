/**
 * Tests if a row has a value that contains a text, in any case. SQLite rules out rows by their bytes. The values decide
 * the rest, so that names and escape characters never match.
 */
import { itemFields, type ItemField } from '../../../../src-shared/service/subscription-item.ts';

/** Rows after a place, up to another. Bytes decide nothing for rows with an escape or a character beyond ASCII. */
export const MAY_MATCH = `
  place > :after AND place <= :last
  AND (raw LIKE :pattern ESCAPE '!' OR instr(raw, '\\') > 0 OR octet_length(raw) <> length(raw))`;

/** Returns the pattern of `MAY_MATCH`. LIKE ignores case only in ASCII, so other characters match anything. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\x20-\x7e]+/g, '%')}%`;
}

export function hasValueWith(raw: string, lowered: string): boolean {
  return hasTextWith(raw, lowered) || fieldWith(itemFields(raw), lowered) !== undefined;
}

export function fieldWith(fields: readonly ItemField[], lowered: string): ItemField | undefined {
  return fields.find(({ kind, value }) => kind !== 'null' && value.toLowerCase().includes(lowered));
}

/** Handles the usual case in a third of the time: a property of the item itself, or of an object in it. */
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

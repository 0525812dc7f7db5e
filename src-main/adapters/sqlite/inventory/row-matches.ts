/**
 * Tests if a row has a value that contains a text, or the identifier that the text writes in another form, in any case.
 * SQLite rules out rows by their bytes. The values decide the rest, so that names and escape characters never match.
 */
import { searchForms } from '../../../../src-shared/service/identifier-text.ts';
import { itemFields, type ItemField } from '../../../../src-shared/service/subscription-item.ts';

/** Rows after a place, up to another. Bytes decide nothing for rows with an escape or a character beyond ASCII. */
export const MAY_MATCH = `
  place > :after AND place <= :last
  AND (raw LIKE :pattern ESCAPE '!' OR raw LIKE :otherPattern ESCAPE '!' OR instr(raw, '\\') > 0 OR octet_length(raw) <> length(raw))`;

/** Returns the texts as `comparable`, at least one of which a value must contain. */
export function searchedTexts(find: string): readonly string[] {
  return searchForms(comparable(find));
}

export function likePatterns(texts: readonly string[]): {
  readonly pattern: string;
  readonly otherPattern: string | null;
} {
  const [pattern = '%', otherPattern = null] = texts.map(likePattern);
  return { pattern, otherPattern };
}

/** LIKE ignores case only in ASCII, so other characters match anything. */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\x20-\x7e]+/g, '%')}%`;
}

export function hasValueWith(raw: string, texts: readonly string[]): boolean {
  return hasTextWith(raw, texts) || fieldWith(itemFields(raw), texts) !== undefined;
}

export function fieldWith(fields: readonly ItemField[], texts: readonly string[]): ItemField | undefined {
  return fields.find(({ kind, value }) => kind !== 'null' && containsOne(value, texts));
}

export function containsOne(value: string, texts: readonly string[]): boolean {
  const comparableValue = comparable(value);
  return texts.some((text) => comparableValue.includes(text));
}

function comparable(text: string): string {
  return text.toLowerCase().normalize();
}

/** Handles the usual case in a third of the time: a property of the item itself, or of an object in it. */
function hasTextWith(raw: string, texts: readonly string[]): boolean {
  try {
    return hasText(JSON.parse(raw), texts, 2);
  } catch {
    return false;
  }
}

function hasText(value: unknown, texts: readonly string[], depth: number): boolean {
  if (typeof value === 'string') return containsOne(value, texts);
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((each) => hasText(each, texts, depth - 1));
}

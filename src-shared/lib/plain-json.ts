/**
 * JSON that holds nothing unseen: the same value when it is parsed, and as a line nothing in it steers a terminal, turns
 * the reading direction round or hides.
 */

/** Control and format characters, line ends of Unicode, and letters that are drawn as nothing (Hangul fillers …). */
export const UNSEEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN_CHARACTERS, escaped);
}

/** JSON that came from elsewhere: the same value, space for space, with what is unseen in its texts escaped. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(UNSEEN_CHARACTERS, (character) =>
    /[\t\n\r]/.test(character) ? character : escaped(character),
  );
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => jsonEscape(character.charCodeAt(index))).join('');
}

function jsonEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Escapes invisible characters, so that JSON cannot steer a terminal, reverse the reading direction or hide text. */

/** Control and format characters, Unicode line ends, and letters that are drawn as nothing (Hangul fillers …). */
export const UNSEEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN_CHARACTERS, escaped);
}

/** Escapes invisible characters in JSON from outside. The value and the layout stay the same. */
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

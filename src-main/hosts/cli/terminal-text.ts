/**
 * Received text made safe to show: what steers a terminal, turns the reading direction round or cannot be seen is
 * written as an escape. Never used on what a program reads as data, but for NDJSON, where the escape means the same.
 */

/** Control and format characters, line ends of Unicode, and letters that are drawn as nothing (Hangul fillers …). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

export function terminalText(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`;
  });
}

/** Several lines of our own words, which may quote received text: line ends stay, everything else is as above. */
export function terminalLines(text: string): string {
  return text.split('\n').map(terminalText).join('\n');
}

/** JSON without characters that would do something to a terminal; the same value when it is parsed. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => jsonEscape(character.charCodeAt(index))).join(''),
  );
}

function jsonEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

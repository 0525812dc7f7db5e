/**
 * Received text made safe to show: what steers a terminal, turns the reading direction round or cannot be seen is
 * written as an escape. Never used on what a program reads as data, but for NDJSON, where the escape means the same.
 */
import { UNSEEN_CHARACTERS } from '../../../src-shared/lib/plain-json.ts';

export function terminalText(text: string): string {
  return text.replaceAll(UNSEEN_CHARACTERS, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`;
  });
}

/** Several lines of our own words, which may quote received text: line ends stay, everything else is as above. */
export function terminalLines(text: string): string {
  return text.split('\n').map(terminalText).join('\n');
}

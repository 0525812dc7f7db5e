/** Escapes control, invisible and direction characters. Not for programs, except NDJSON: the escape means the same. */
import { UNSEEN_CHARACTERS } from '../../../../src-shared/lib/plain-json.ts';

export function terminalText(text: string): string {
  return text.replaceAll(UNSEEN_CHARACTERS, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return hex.length === 4 ? `\\u${hex}` : `\\u{${hex}}`;
  });
}

/** Escapes text of several lines that may contain received text. Keeps line ends and tabs. */
export function terminalLines(text: string): string {
  return text.replaceAll(/[^\t\n]+/g, terminalText);
}

/** Untrusted texts never become a link, an image, HTML, a table or a new line. Invisible characters are escapes. */
import { visibleText } from '../../../src-shared/lib/visible-text.ts';

/** Returns one line with a backslash before each character that has a meaning at its position. Ids stay unchanged. */
export function markdownText(text: string): string {
  const line = visibleText(text.replaceAll(/[\r\n\t]+/g, ' ').trim());
  return (
    line
      .replaceAll(/[\\`*[\]<>|~$]|&(?=[#a-z])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, String.raw`\$&`)
      // Most renderers turn a bare address into a link and a name into a mention.
      .replaceAll(/:(?=\/\/)|@|(?<=\bwww)\.|(?<=\b(?:mailto|xmpp)):/gi, String.raw`\$&`)
      // Headings, lists and rules start a line.
      .replaceAll(/^(?:[#+=-]|\d+(?=[.)](?:\s|$)))/g, (match) => (/^\d/.test(match) ? `${match}\\` : `\\${match}`))
  );
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/**
 * Markdown of texts that anybody may have written: none of them makes a link, a picture, HTML, a table or a line of its
 * own, wherever it is pasted. What cannot be seen is shown as an escape.
 */
import { visibleText } from '../../../src-shared/lib/visible-text.ts';

/** One line; every sign that means something where it stands is behind a backslash, and ids stay as they are. */
export function markdownText(text: string): string {
  const line = visibleText(text.replaceAll(/[\r\n\t]+/g, ' ').trim());
  return (
    line
      .replaceAll(/[\\`*[\]<>|~$]|&(?=[#a-z])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, String.raw`\$&`)
      // A bare address becomes a link by itself in most places, and a name a mention.
      .replaceAll(/:(?=\/\/)|@|(?<=\bwww)\.|(?<=\b(?:mailto|xmpp)):/gi, String.raw`\$&`)
      // Headings, lists and rules begin a line.
      .replaceAll(/^(?:[#+=-]|\d+(?=[.)]))/g, (begin) => (/^\d/.test(begin) ? `${begin}\\` : `\\${begin}`))
  );
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

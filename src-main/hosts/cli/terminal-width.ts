/**
 * How many columns of a terminal a text takes that is safe to show (`terminal-text.ts`): for what is to stand under it.
 * Terminals agree on ideographs, kana, Hangul, full-width forms and pictures (two), and on marks over the letter before
 * (none); where they do not agree, one is taken.
 */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const HALF_WIDTH_FORM = /^[\uff61-\uffdc]$/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;

export function terminalWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

/** Its start or its end in so many columns, with an ellipsis where something is left out. */
export function cutToWidth(text: string, columns: number, from: 'start' | 'end'): string {
  if (terminalWidth(text) <= columns) return text;
  const characters = Array.from(text);
  if (from === 'end') characters.reverse();
  let room = columns - 1;
  const kept: string[] = [];
  for (const character of characters) {
    room -= widthOf(character);
    if (room < 0) break;
    kept.push(character);
  }
  return from === 'start' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`;
}

function widthOf(character: string): 0 | 1 | 2 {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) && !HALF_WIDTH_FORM.test(character) ? 2 : 1;
}

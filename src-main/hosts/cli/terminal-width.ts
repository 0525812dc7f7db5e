/**
 * How many columns of a terminal a text takes that is safe to show (`terminal-text.ts`): for what is to stand under it.
 * Terminals agree on ideographs, kana, Hangul, full-width forms and pictures (two), and on marks over the letter before
 * (none); where they do not agree, one is taken. What a reader sees as one sign is never cut through: a flag, a picture
 * with its colour of skin, a syllable of Hangul, a letter with its marks (Unicode UAX 29, grapheme clusters).
 */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const HALF_WIDTH_FORM = /^[\uff61-\uffdc]$/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;
/** Several characters that are drawn in the room of one wide one. */
const DRAWN_AS_ONE = /^(?:\p{Regional_Indicator}{2}|\p{Emoji_Presentation}\p{Emoji_Modifier}|\p{Script=Hangul}+)$/u;
/** Nearly everything is, and is counted without looking at it. */
const PLAIN = /^[ -~]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function terminalWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += graphemeWidth(segment);
  return columns;
}

/** Its start or its end in so many columns, with an ellipsis where something is left out. */
export function cutToWidth(text: string, columns: number, from: 'start' | 'end'): string {
  if (terminalWidth(text) <= columns) return text;
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (from === 'end') all.reverse();
  let room = columns - 1;
  const kept: string[] = [];
  for (const sign of all) {
    room -= graphemeWidth(sign);
    if (room < 0) break;
    kept.push(sign);
  }
  return from === 'start' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`;
}

function graphemeWidth(sign: string): number {
  if (DRAWN_AS_ONE.test(sign) && !HALF_WIDTH_FORM.test(sign)) return 2;
  let columns = 0;
  for (const character of sign) columns += characterWidth(character);
  return columns;
}

function characterWidth(character: string): 0 | 1 | 2 {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) && !HALF_WIDTH_FORM.test(character) ? 2 : 1;
}

/**
 * Terminals agree that ideographs, kana, Hangul, full-width forms and emoji take two columns, and combining marks none.
 * If they disagree, one is assumed. Grapheme clusters (Unicode UAX 29) are never cut.
 */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const HALF_WIDTH_FORM = /^[\uff61-\uffdc]$/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;
/** Several characters that are drawn as one wide character. */
const DRAWN_AS_ONE = /^(?:\p{Regional_Indicator}{2}|\p{Emoji_Presentation}\p{Emoji_Modifier}|\p{Script=Hangul}+)$/u;
/** Fast path for ASCII, which is nearly all text. */
const PLAIN = /^[ -~]*$/;

/** Created on first use: the first use of Intl in a process takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function terminalWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const sign of graphemes(text)) columns += graphemeWidth(sign);
  return columns;
}

export function cutToWidth(text: string, columns: number, from: 'start' | 'end'): string {
  if (terminalWidth(text) <= columns) return text;
  const all = graphemes(text);
  if (from === 'end') all.reverse();
  let room = columns - 1;
  const shown: string[] = [];
  for (const sign of all) {
    room -= graphemeWidth(sign);
    if (room < 0) break;
    shown.push(sign);
  }
  return from === 'start' ? `${shown.join('')}…` : `…${shown.toReversed().join('')}`;
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

/** Text from events is untrusted: a zero-width space can make one identifier look like another. */

// Cc control, Cf format (bidi, zero-width, soft hyphen, tags), Zl/Zp separators, Cs lone surrogates, Co private use;
// and the blanks that are none of these: combining grapheme joiner, Hangul fillers, Braille blank, variation selectors.
// oxlint-disable-next-line no-misleading-character-class, no-control-regex
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u034F\u115F\u1160\u2800\u3164\uFFA0\uFE00-\uFE0F]/gu;

/** @param keep characters to leave as they are, such as the line breaks of a formatted text. */
export function visibleText(text: string, keep = ''): string {
  return text.replace(INVISIBLE, (character) => {
    if (keep.includes(character)) return character;
    const point = character.codePointAt(0) ?? 0;
    return `\\u{${point.toString(16).toUpperCase().padStart(4, '0')}}`;
  });
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim();
}

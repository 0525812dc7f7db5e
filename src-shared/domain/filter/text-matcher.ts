/** Ignores case; matches with or without JSON escapes. Defines the meaning of a text term, also for SQL. */
import { unicodeForms } from '../../lib/unicode-forms.ts';
import { digitsOf } from '../../service/identifier-text.ts';

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** An MSISDN has this many digits or more. A date, or two numbers beside each other, have fewer. */
const MIN_GROUPED_DIGITS = 10;

/** Returns the words with composed and decomposed letters, and the digits of an identifier in groups. */
export function textForms(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const digits = digitsOf(word, MIN_GROUPED_DIGITS);
    return digits === null || digits === word ? unicodeForms(word) : [word, digits];
  });
}

/** Returns a test for at least one of the words. `%`, `_` and the like are literal. */
export function createTextMatcher(words: readonly string[]): (raw: string, id: string | null) => boolean {
  const needles = textForms(words).map((word) => word.toLowerCase());
  const holds = (text: string) => {
    const lowered = text.toLowerCase();
    return needles.some((word) => lowered.includes(word));
  };
  const holdsUnescaped = (text: string) => {
    if (holds(text)) return true;
    if (!text.includes('\\')) return false;
    const decoded = unescapeOnce(text);
    // A detailedMessage in a string has strings of its own: two levels of escapes, and no event has more.
    return holds(decoded) || (decoded.includes('\\') && holds(unescapeOnce(decoded)));
  };
  return (raw, id) => holdsUnescaped(raw) || (id !== null && holdsUnescaped(id));
}

export function unescapeOnce(text: string): string {
  return text.replace(ESCAPE, (_escape, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return CONTROLS[letter ?? ''] ?? letter ?? '';
  });
}

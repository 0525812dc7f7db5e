/**
 * Finds a piece of text in what was received, as a person would type it: in any case, and with or without the escapes
 * that JSON, and JSON in a string, put around quotes and letters. Works on text that is no JSON, too.
 * This is the one meaning of a text term, in memory and in SQL (which calls it as a function).
 */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * @returns a test of one event: its received text or its id holds at least one of the words. `%`, `_` and the like
 * stand for themselves.
 */
export function createTextMatcher(words: readonly string[]): (raw: string, id: string | null) => boolean {
  const wanted = words.map((word) => word.toLowerCase());
  const holds = (text: string) => {
    const lowered = text.toLowerCase();
    return wanted.some((word) => lowered.includes(word));
  };
  const holdsUnescaped = (text: string) => {
    if (holds(text)) return true;
    if (!text.includes('\\')) return false;
    const decoded = unescapeOnce(text);
    // A detailedMessage in a string has its own strings: two levels, and no event has more.
    return holds(decoded) || (decoded.includes('\\') && holds(unescapeOnce(decoded)));
  };
  return (raw, id) => holdsUnescaped(raw) || (id !== null && holdsUnescaped(id));
}

/** With one level of escapes undone. */
export function unescapeOnce(text: string): string {
  return text.replace(ESCAPE, (_escape, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return CONTROLS[letter ?? ''] ?? letter ?? '';
  });
}

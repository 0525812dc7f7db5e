/**
 * Finds a piece of text in what was received, as a person would type it: in any case, and with or without the escapes
 * that JSON, and JSON in a string, put around quotes and letters. Works on text that is no JSON, too.
 */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** @returns a test for one received text. `%`, `_` and the like stand for themselves. */
export function textSearch(words: string): (raw: string) => boolean {
  const wanted = words.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  return (raw) => {
    if (holds(raw)) return true;
    if (!raw.includes('\\')) return false;
    const decoded = unescape(raw);
    // A detailedMessage in a string has its own strings: two levels, and no event has more.
    return holds(decoded) || (decoded.includes('\\') && holds(unescape(decoded)));
  };
}

function unescape(text: string): string {
  return text.replace(ESCAPE, (_escape, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return CONTROLS[letter ?? ''] ?? letter ?? '';
  });
}

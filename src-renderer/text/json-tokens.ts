/** Finds the ends of JSON tokens (RFC 8259), without recursion. Every digit and escape stays as received. */

/** The text ends before the token does. */
export const TRUNCATED = -1;
/** The text is not JSON from here on. */
export const MALFORMED = -2;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'];

export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign !== 0x20 && sign !== 0x0a && sign !== 0x0d && sign !== 0x09) break;
  }
  return at;
}

export function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at + 1;
    if (sign < 0x20) return MALFORMED;
    if (sign !== BACKSLASH) continue;
    at += 1;
    const escape = text.charAt(at);
    if (escape === 'u') {
      if (!/^[\dA-Fa-f]*$/.test(text.slice(at + 1, at + 5))) return MALFORMED;
      at += 4;
    } else if (escape !== '' && !'"\\/bfnrt'.includes(escape)) return MALFORMED;
  }
  return TRUNCATED;
}

export function scalarEnd(text: string, from: number): number {
  if (text.charCodeAt(from) === QUOTE) return stringEnd(text, from);
  const word = WORDS.find((candidate) => text.startsWith(candidate, from));
  if (word !== undefined) return from + word.length;
  NUMBER.lastIndex = from;
  const number = NUMBER.exec(text);
  if (number !== null) return from + number[0].length;
  const rest = text.slice(from, from + 6);
  return from + rest.length === text.length && ['-', ...WORDS].some((start) => start.startsWith(rest))
    ? TRUNCATED
    : MALFORMED;
}

/** End of an object or list. Checks only quotes and brackets inside. */
export function bracketEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = stringEnd(text, at);
      if (end < 0) return end;
      at = end - 1;
    } else if (isOpener(sign)) depth += 1;
    else if (isCloser(sign)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return TRUNCATED;
}

export function isOpener(sign: number): boolean {
  return sign === 0x7b || sign === 0x5b;
}
function isCloser(sign: number): boolean {
  return sign === 0x7d || sign === 0x5d;
}

/** Formats like the document's examples. Names, texts and numbers keep their exact spelling. Pure. */
import { isOpener, scalarEnd, skipSpace, stringEnd } from '../../../text/json-tokens.ts';

/** Maximum characters of a list or object on one line. */
const MAX_LINE_LENGTH = 76;

/** Deeper JSON is returned unformatted. No ordinary response has as many levels. */
const MAX_DEPTH = 64;

/** @param text JSON; other text and JSON that is nested too deeply are returned unchanged */
export function formatBody(text: string): string {
  const laid = formatValue(text, skipSpace(text, 0), 0);
  return laid === null || skipSpace(text, laid.end) !== text.length ? text : `${laid.lines}\n`;
}

interface FormattedValue {
  readonly lines: string;
  readonly end: number;
}

function formatValue(text: string, from: number, depth: number): FormattedValue | null {
  if (!isOpener(text.charCodeAt(from))) {
    const end = scalarEnd(text, from);
    return end <= from ? null : { lines: text.slice(from, end), end };
  }
  if (depth >= MAX_DEPTH) return null;
  const isObject = text.charAt(from) === '{';
  const closer = isObject ? '}' : ']';
  const entries: string[] = [];
  let at = skipSpace(text, from + 1);
  while (text.charAt(at) !== closer) {
    let name = '';
    if (isObject) {
      const end = text.charAt(at) === '"' ? stringEnd(text, at) : -1;
      const colon = end < 0 ? -1 : skipSpace(text, end);
      if (colon === -1 || text.charAt(colon) !== ':') return null;
      name = `${text.slice(at, end)}: `;
      at = skipSpace(text, colon + 1);
    }
    const value = formatValue(text, at, depth + 1);
    if (value === null) return null;
    entries.push(name + value.lines);
    at = skipSpace(text, value.end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
    else if (text.charAt(at) !== closer) return null;
  }
  return { lines: bracketed(entries, isObject, depth), end: at + 1 };
}

function bracketed(entries: readonly string[], isObject: boolean, depth: number): string {
  const [opener, closer] = isObject ? ['{', '}'] : ['[', ']'];
  if (entries.length === 0) return `${opener}${closer}`;
  const short = isObject ? `{ ${entries.join(', ')} }` : `[${entries.join(', ')}]`;
  // The outermost object is always split into lines.
  if (depth > 0 && 2 * depth + short.length <= MAX_LINE_LENGTH && !short.includes('\n')) return short;
  const indent = '  '.repeat(depth + 1);
  return `${opener}\n${entries.map((entry) => indent + entry).join(',\n')}\n${'  '.repeat(depth)}${closer}`;
}

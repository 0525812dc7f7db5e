/** `JSON.parse` keeps the last value of a name: a `FAILED` would be lost. Equal and empty values do not contradict. */
import { assertNever } from '../lib/assert-never.ts';
import { parseJsonNodes, type JsonNode } from '../lib/json-nodes.ts';

export interface JsonContradiction {
  readonly path: string;
  /** The distinct values as written, in order of appearance; at least two. */
  readonly values: readonly string[];
}

/** The value at this index, or the last one if there are fewer. `none` leaves the name out. */
export type ValueChoice = number | 'none';

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;

/** The text then has more names than its `value`. Jumps from quote to quote, because it runs for every event. */
export function hasRepeatedName(text: string, value: unknown): boolean {
  let names = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    const end = endOfString(text, at);
    let sign = text.charCodeAt((at = end + 1));
    while (sign <= SPACE) sign = text.charCodeAt((at += 1));
    if (sign === COLON) names += 1;
    at = text.indexOf('"', at);
  }
  return names !== namesIn(value);
}

/** Returns the position of the closing quote. The text is JSON. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 0;
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) for (const element of value as unknown[]) names += namesIn(element);
  else
    for (const name in value) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every object has values of unknown types
      const member = (value as Record<string, unknown>)[name];
      names += typeof member === 'object' && member !== null ? 1 + namesIn(member) : 1;
    }
  return names;
}

export interface DeduplicatedJson {
  readonly text: string;
  readonly contradictions: readonly JsonContradiction[];
}

export function deduplicateNames(text: string, choice: ValueChoice): DeduplicatedJson {
  const node = parseJsonNodes(text);
  if (node.kind === 'mistake') return { text, contradictions: [] };
  const contradictions: JsonContradiction[] = [];
  return { text: resolved({ text, choice, contradictions }, node, '').text, contradictions };
}

interface Source {
  readonly text: string;
  readonly choice: ValueChoice;
  readonly contradictions: JsonContradiction[];
}

interface Resolved {
  readonly text: string;
  /** Equal for values with the same meaning; empty for `null` and for an empty text, list or object. */
  readonly meaning: string;
}

function resolved(source: Source, node: JsonNode, path: string): Resolved {
  const text = source.text.slice(node.at, node.end);
  switch (node.kind) {
    case 'object':
      return resolvedObject(source, node, path);
    case 'list': {
      const elements = node.elements.map((element) => resolved(source, element, `${path}[]`));
      const meaning = elements.map((element) => element.meaning).join(',');
      return {
        text: `[${elements.map((element) => element.text).join(',')}]`,
        meaning: elements.length === 0 ? '' : `[${meaning}]`,
      };
    }
    case 'text':
      return { text, meaning: meaningOfText(node.value) };
    case 'number':
      return { text, meaning: meaningOfNumber(text) };
    case 'null':
      return { text, meaning: '' };
    case 'boolean':
      return { text, meaning: text };
    default:
      return assertNever(node);
  }
}

function resolvedObject(source: Source, node: JsonNode & { readonly kind: 'object' }, path: string): Resolved {
  const named = new Map<string, Map<string, Resolved>>();
  for (const { name, value } of node.members) {
    const member = resolved(source, value, path === '' ? name : `${path}.${name}`);
    const byMeaning = named.get(name);
    if (byMeaning === undefined) named.set(name, new Map([[member.meaning, member]]));
    else if (!byMeaning.has(member.meaning)) byMeaning.set(member.meaning, member);
  }
  const members: string[] = [];
  const meanings: string[] = [];
  for (const [name, byMeaning] of named) {
    const all = [...byMeaning.values()];
    const distinct = all.filter(({ meaning }) => meaning !== '');
    if (distinct.length > 1) {
      const values = distinct.map((value) => value.text);
      source.contradictions.push({ path: path === '' ? name : `${path}.${name}`, values });
    }
    const chosen = distinct.length > 1 ? chosenOf(distinct, source.choice) : (distinct[0] ?? all[0]);
    const key = JSON.stringify(name);
    if (chosen !== undefined) members.push(`${key}:${chosen.text}`);
    if (distinct.length > 0) meanings.push(`${key}:${distinct.map(({ meaning }) => meaning).join('|')}`);
  }
  const meaning = meanings.length === 0 ? '' : `{${meanings.toSorted().join(',')}}`;
  return { text: `{${members.join(',')}}`, meaning };
}

function chosenOf(values: readonly Resolved[], choice: ValueChoice): Resolved | undefined {
  return choice === 'none' ? undefined : values[Math.min(choice, values.length - 1)];
}

/** JSON in a string has the same meaning as without the string. */
function meaningOfText(text: string): string {
  if (text.trim() === '') return '';
  const node = /^\s*[{[]/.test(text) ? parseJsonNodes(text) : null;
  if (node?.kind === 'object' || node?.kind === 'list')
    return resolved({ text, choice: 0, contradictions: [] }, node, '').meaning;
  return JSON.stringify(text);
}

/** `1`, `1.0` and `1.00` have the same meaning. Compared as text, because a double is too coarse. */
function meaningOfNumber(text: string): string {
  return /[eE]/.test(text)
    ? text.toLowerCase()
    : text
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
        .replace(/^-0$/, '0');
}

const WORD = /[^\s"[\]{},:]+/y;

/** Returns the end of a number, `true`, `false` or `null`. */
export function endOfWord(text: string, start: number): number {
  WORD.lastIndex = start;
  WORD.test(text);
  return WORD.lastIndex;
}

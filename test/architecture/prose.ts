/** Reads the prose of a source file: its comments and the titles of its tests. Finds openers without a subject and private words. */
import { parseSync } from 'vite';
import { descendants, isNode, literalText, nameOf } from './source-file.ts';

export interface Sentence {
  readonly kind: 'comment' | 'title';
  /** First line of the file is 1. */
  readonly line: number;
  /** In one line, without the signs of a comment and without the ids of promises. */
  readonly text: string;
}

/** A sentence that starts with one of these has no subject, or one that the reader has to guess. */
const OPENERS =
  /^(?:as|it|nobody|none|of|one|somebody|that|they|those|told|what|where|whether|which|who)\b(?!["'`”’)]|\()/i;
const PRIVATE_WORDS = /\b(?:anew|anybody|goes by|nobody|said|somebody|stands|tells|told|whoever)\b/gi;
/** Comments for tools: the linter, the compiler, the bundler. */
const DIRECTIVE = /^(?:oxlint-|@ts-|@vite|v8 ignore|\/ <reference|[#@]__)/;

export const hasWeakOpener = ({ text }: Sentence): boolean => OPENERS.test(text);

/** Names in backticks are code, not prose. */
export const privateWords = ({ text }: Sentence): string[] =>
  text.replaceAll(/`[^`]*`/g, '').match(PRIVATE_WORDS) ?? [];

/** Returns the comments of a TypeScript or CSS file, and of a test also the titles given to `describe`, `it` and `test`. */
export function sentencesOf(path: string, text: string): Sentence[] {
  if (path.endsWith('.css')) return sentences('comment', text, cssComments(text));
  const { comments, program } = parseSync(path, text);
  return [
    ...sentences('comment', text, joinLines(text, comments)),
    ...(path.startsWith('test/') ? sentences('title', text, titles(program)) : []),
  ];
}

interface Found {
  readonly value: string;
  readonly start: number;
}

function sentences(kind: Sentence['kind'], text: string, found: readonly Found[]): Sentence[] {
  return found
    .map(({ value, start }) => ({ kind, line: text.slice(0, start).split('\n').length, text: value }))
    .filter((sentence) => sentence.text !== '');
}

const cssComments = (text: string): Found[] =>
  [...text.matchAll(/\/\*(.*?)\*\//gs)].map(({ index, 1: value = '' }) => ({ value: plain(value), start: index }));

/** Joins consecutive `//` lines to one comment, and leaves out comments for tools. */
function joinLines(text: string, found: ReturnType<typeof parseSync>['comments']): Found[] {
  const comments: { value: string; start: number; end: number }[] = [];
  for (const { type, value, start, end } of found) {
    if (DIRECTIVE.test(value.trimStart())) continue;
    const last = comments.at(-1);
    const isContinued = type === 'Line' && last !== undefined && /^\n[ \t]*$/.test(text.slice(last.end, start));
    if (isContinued && text.startsWith('//', last.start)) {
      last.value += ` ${value}`;
      last.end = end;
    } else comments.push({ value, start, end });
  }
  return comments.map(({ value, start }) => ({ value: plain(value), start }));
}

/** `${…}` in a template is read as `…`. */
function titles(program: unknown): Found[] {
  return descendants(program).flatMap(({ type, callee, arguments: given, start }) => {
    if (type !== 'CallExpression' || !Array.isArray(given) || given.length < 2) return [];
    if (!['describe', 'it', 'test'].includes(calledName(callee) ?? '')) return [];
    const value = titleText(given[0]);
    return value === null ? [] : [{ value, start: Number(start) }];
  });
}

function titleText(node: unknown): string | null {
  const text = literalText(node);
  if (text === undefined || !isNode(node)) return null;
  const parts = Array.isArray(node['quasis'])
    ? node['quasis'].map((quasi: { value: { raw: string } }) => quasi.value.raw).join('…')
    : text;
  return parts.replace(/^\[[^\]]*\]\s*/, '');
}

/** `it` for `it(…)`, `it.each([…])(…)` and `it.skipIf(…)(…)`. */
function calledName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  return nameOf(callee) ?? calledName(callee['object'] ?? callee['callee'] ?? callee['tag']);
}

/** The text of a comment without `*` margins and without a leading tag such as `@param`. */
function plain(value: string): string {
  return value
    .replace(/^\*+/, '')
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^@\w+ (?:\{[^}]*\} )?/, '');
}

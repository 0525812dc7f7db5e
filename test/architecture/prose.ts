/** Reads the prose of a source file: its comments and the titles of its tests. Finds openers without a subject and private words. */
import { parseSync } from 'vite';
import { isNode, literalText, nameOf, type SyntaxNode } from './source-file.ts';

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

/** Returns the comments of a TypeScript or CSS file; consecutive `//` lines are one comment. */
export function commentsOf(path: string, text: string): Sentence[] {
  const found = path.endsWith('.css')
    ? [...text.matchAll(/\/\*(.*?)\*\//gs)].map(({ index, 0: all, 1: value = '' }) => ({
        type: 'Block',
        value,
        start: index,
        end: index + all.length,
      }))
    : parseSync(path, text).comments;
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
  return comments
    .map(({ value, start }) => ({ kind: 'comment' as const, line: lineAt(text, start), text: plain(value) }))
    .filter((comment) => comment.text !== '');
}

/** Returns the titles given to `describe`, `it` and `test`; `${…}` in a template is read as `…`. */
export function titlesOf(path: string, text: string): Sentence[] {
  return calls(parseSync(path, text).program).flatMap(({ callee, arguments: given, start }) => {
    if (!Array.isArray(given) || given.length < 2 || !['describe', 'it', 'test'].includes(calledName(callee) ?? '')) {
      return [];
    }
    const title = titleText(given[0]);
    return title === null ? [] : [{ kind: 'title', line: lineAt(text, Number(start)), text: title }];
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

function calls(value: unknown, found: SyntaxNode[] = []): SyntaxNode[] {
  if (Array.isArray(value)) for (const item of value) calls(item, found);
  else if (isNode(value)) {
    if (value.type === 'CallExpression') found.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object') calls(child, found);
  }
  return found;
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

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

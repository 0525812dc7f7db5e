import * as z from 'zod';
import { type JsonNode, parseJsonNodes } from '../../src-shared/lib/json-nodes.ts';

/** Its message is for the author of the file and has one line for each mistake. */
export class ConfigurationMistake extends Error {
  override readonly name = 'ConfigurationMistake';
}

/** Limits the lines of one message. Further mistakes have the same cause. */
const MAX_REPORTED_MISTAKES = 20;

export function configurationMistake(file: string, mistakes: readonly string[]): ConfigurationMistake {
  if (mistakes.length === 1) return new ConfigurationMistake(`${file}: ${mistakes[0]}`);
  const left = mistakes.length - MAX_REPORTED_MISTAKES;
  return new ConfigurationMistake(
    [
      `${file}: ${mistakes.length} mistakes`,
      ...mistakes.slice(0, MAX_REPORTED_MISTAKES).map((mistake) => `  ${mistake}`),
      ...(left > 0 ? [`  and ${left} more`] : []),
    ].join('\n'),
  );
}

export interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function below(path: readonly PropertyKey[], mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.map((mistake) => ({ ...mistake, path: [...path, ...mistake.path] }));
}

export function mistakesOf(error: z.ZodError): Mistake[] {
  return error.issues.flatMap((issue) => plainIssues(issue));
}

export function describeMistake({ path, message }: Mistake, text: string): string {
  const tree = parseJsonNodes(text);
  const line = tree.kind === 'mistake' ? 1 : lineAt(text, offsetOf(tree, path));
  const name = z.core.toDotPath(path);
  return `line ${line}${name === '' ? '' : `, ${name}`}: ${message}`;
}

export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Flattens the issues. For a union it returns the issues of the first alternative that has the type of the value. */
function plainIssues(issue: z.core.$ZodIssue, before: readonly PropertyKey[] = []): Mistake[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown setting' }));
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  const meant = issue.errors.find(
    (issues) => !issues.some(({ path: at, code }) => at.length === 0 && code === 'invalid_type'),
  );
  return meant === undefined ? [{ path, message: issue.message }] : meant.flatMap((inner) => plainIssues(inner, path));
}

/** Returns the offset of the value at `path`, or of its closest existing parent if the value is missing. */
function offsetOf(tree: JsonNode, path: readonly PropertyKey[]): number {
  let node = tree;
  let { at } = tree;
  for (const name of path) {
    if (node.kind === 'object') {
      const member = node.members.findLast((each) => each.name === name);
      if (member === undefined) break;
      node = member.value;
      ({ at } = member);
    } else if (node.kind === 'list') {
      const element = node.elements[Number(name)];
      if (element === undefined) break;
      node = element;
      ({ at } = element);
    } else break;
  }
  return at;
}

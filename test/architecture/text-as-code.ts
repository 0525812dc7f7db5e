/** Tests that text from people and services never becomes HTML, a program, a regular expression or SQL. */
import { expect, test } from 'vitest';
import { moduleRules } from './module-rules.ts';
import { firstArgument, isNode, nameOf, type SourceFile } from './source-file.ts';

/** Declares the tests. Reading all files of the product takes seconds, so one test file runs all rules. */
export function textAsCode(files: readonly SourceFile[]): void {
  const breachesOf = (words: string) =>
    moduleRules.filter((rule) => rule.words === words).map((rule) => rule.breaches(files));

  test('[SAFE-31] no text becomes HTML or code', () => {
    expect(breachesOf('no text becomes HTML or code')).toEqual([[]]);
  });

  test('[SAFE-31] SQL gets values as parameters, never in its text', () => {
    expect(breachesOf('SQL gets values as parameters, never in its text')).toEqual([[]]);
  });

  /**
   * Number of regular expressions that each file makes at run time, with their source: escaped text or our own text.
   */
  const MADE_PATTERNS = {
    'src-main/adapters/sqlite/events/search/text-search.ts': 2, // `escapedPattern`: the text of a filter, escaped
    'src-main/adapters/log/pino-log.ts': 1,
    'src-main/adapters/network/token-redaction.ts': 1,
    'src-shared/service/id-form.ts': 1,
  };

  test('[SAFE-31] every regular expression that is made at run time consists of our own text or of escaped text', () => {
    const made = files.flatMap(({ path, nodes }) =>
      nodes.flatMap((node) => {
        const isMade =
          (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node['callee']) === 'RegExp';
        const what = firstArgument(node);
        return isMade && !(isNode(what) && what.type === 'Literal') ? [path] : [];
      }),
    );
    const counts = Object.fromEntries([...Map.groupBy(made, (path) => path)].map(([path, all]) => [path, all.length]));
    expect(counts).toEqual(MADE_PATTERNS);
  });
}

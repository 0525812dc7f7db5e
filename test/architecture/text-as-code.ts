/** What people and services write is text: it becomes no HTML, no program, no pattern and no SQL anywhere in the product. */
import { expect, test } from 'vitest';
import { moduleRules } from './module-rules.ts';
import { firstArgument, isNode, nameOf, type SourceFile } from './source-file.ts';

/** Declares the tests. Reading all files of the product takes seconds, so one test file does it for all rules. */
export function textAsCode(files: readonly SourceFile[]): void {
  const breachesOf = (words: string) =>
    moduleRules.filter((rule) => rule.words === words).map((rule) => rule.breaches(files));

  test('[SAFE-31] no text becomes HTML or code', () => {
    expect(breachesOf('no text becomes HTML or code')).toEqual([[]]);
  });

  test('[SAFE-37] SQL takes values bound, never written into it', () => {
    expect(breachesOf('SQL takes values bound, never written into it')).toEqual([[]]);
  });

  /** Where a pattern is made while the program runs, and of what: with every character of it escaped, or of texts of our own. */
  const MADE_PATTERNS = {
    'src-main/adapters/event-store/text-search.ts': 2, // `escapedPattern`: a filter's text, escaped
    'src-main/adapters/log/pino-log.ts': 1, // names of fields of ours
    'src-main/adapters/network/token-redaction.ts': 1, // a token's encodings, escaped
    'src-shared/service/id-form.ts': 1, // a number of ours
  };

  test('[SAFE-36] nobody writes a pattern: one that is made is of texts of ours, or escaped', () => {
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

/** Rules for the code that the browser loads: every module that `src-renderer` reaches by more than its types. */
import { basename, posix } from 'node:path';
import type { Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';

/** The backend checks data from outside. A schema in the page would load this library. */
const SCHEMA_LIBRARY = 'zod';

const SHEET_IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

function pageFiles(files: readonly SourceFile[]): ReadonlyMap<SourceFile, readonly string[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Map(
    files.filter(({ path }) => path.startsWith('src-renderer/')).map((file) => [file, [file.path]]),
  );
  for (const [file, way] of reached)
    for (const { kind, target, typeOnly } of file.imports) {
      const next = kind === 'file' && !typeOnly ? byPath.get(target) : undefined;
      if (next !== undefined && !reached.has(next)) reached.set(next, [...way, next.path]);
    }
  return reached;
}

export const pageRules: readonly Rule[] = [
  {
    words: 'the page loads no schema library, only types',
    breaches: (files) =>
      [...pageFiles(files)].flatMap(([{ path, imports }, way]) =>
        imports.some(({ target, typeOnly }) => target === SCHEMA_LIBRARY && !typeOnly)
          ? [`${path}: imports ${SCHEMA_LIBRARY}, loaded by ${way.join(' → ')}`]
          : [],
      ),
  },
  {
    words: 'style sheets have distinct names, because their class names contain them',
    breaches: (files) => {
      const sheets = new Set(
        files
          .flatMap(({ imports }) => imports.map(({ target }) => target))
          .filter((path) => path.endsWith('.module.css')),
      );
      const byName = Map.groupBy(sheets, (path) => basename(path));
      return [...byName.values()].filter(({ length }) => length > 1).map((same) => same.join(' and '));
    },
  },
  {
    words: 'every class that a component uses exists in its style sheet',
    breaches: (files) => {
      const sheets = new Map(
        files.filter(({ path }) => path.endsWith('.module.css')).map(({ path, text }) => [path, text]),
      );
      return files.flatMap(({ path, text }) =>
        [...text.matchAll(SHEET_IMPORT)].flatMap(([, local = '', sheet = '']) => {
          const rules = sheets.get(posix.join(posix.dirname(path), sheet)) ?? '';
          const named = [...text.matchAll(new RegExp(`\\b${local}\\['([\\w-]+)'\\]`, 'g'))].map(
            ([, name = '']) => name,
          );
          return [...new Set(named)]
            .filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(rules))
            .map((name) => `${path}: no .${name} in ${sheet}`);
        }),
      );
    },
  },
];

/** What is sent to the browser as the page: every module that is reached from `src-renderer` by more than its types. */
import type { Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';

/** Checks of what comes from outside are the backend's: a schema that the page loads brings the library with it. */
const SCHEMA_LIBRARY = 'zod';

/** The files of the page, each with the files by which it is reached. */
function pageFiles(files: readonly SourceFile[]): ReadonlyMap<SourceFile, readonly string[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Map(
    files.filter(({ path }) => path.startsWith('src-renderer/')).map((file) => [file, [file.path]]),
  );
  for (const [file, way] of reached)
    for (const { kind, target, typeOnly } of file.imports) {
      const next = kind === 'file' && !typeOnly ? byPath.get(target) : undefined;
      // A map goes on with what is added to it on the way.
      if (next !== undefined && !reached.has(next)) reached.set(next, [...way, next.path]);
    }
  return reached;
}

export const pageRules: readonly Rule[] = [
  {
    words: 'the page has no schema library: of modules with schemas it takes the types alone',
    breaches: (files) =>
      [...pageFiles(files)].flatMap(([{ path, imports }, way]) =>
        imports.some(({ target, typeOnly }) => target === SCHEMA_LIBRARY && !typeOnly)
          ? [`${path}: imports ${SCHEMA_LIBRARY}, loaded by ${way.join(' → ')}`]
          : [],
      ),
  },
];
